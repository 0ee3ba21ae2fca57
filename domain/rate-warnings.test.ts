import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputErrorSentence } from '../text/input-errors.ts'
import { rateWarningSentence } from '../text/rate-warnings.ts'
import { addDays, calendarDateOf } from './calendar-date.ts'
import type { Currency } from './currency.ts'
import { rateOf, type Rate } from './money.ts'
import type { DayRate } from './rate-precedence.ts'
import {
  entryDateError,
  formatSpread,
  oldDayWarning,
  otherSide,
  rateWarnings as find,
  spreadOf,
  spreadWarnings,
} from './rate-warnings.ts'
import { RATE_KINDS } from './series.ts'
import { usualRate } from './usual-rates.ts'

/** Warnings with the sentence that a user sees. */
const rateWarnings = (...given: Parameters<typeof find>) =>
  find(...given).map((each) => ({ kind: each.kind, sentence: rateWarningSentence(each) }))

const TODAY = calendarDateOf('2026-09-29')
const dayRate = (daysAgo: number, rate: number, source: DayRate['source'] = 'cbsl'): DayRate => ({
  date: addDays(TODAY, -daysAgo),
  rate: rateOf(rate),
  source,
})
const usual = {
  currency: 'USD' as const,
  feed: dayRate(0, 301.1),
  daysBefore: [dayRate(5, 300.4), dayRate(4, 300.9), dayRate(1, 301)],
}
const kinds = (rate: number, anchors = usual) =>
  rateWarnings(rateOf(rate), TODAY, anchors).map(({ kind }) => kind)

describe('a usual rate', () => {
  test('raises no warning', () => {
    const near = fc.integer({ min: 2_980_000, max: 3_040_000 }).map((units) => units as Rate)
    fc.assert(
      fc.property(near, (rate) => {
        expect(rateWarnings(rate, TODAY, usual)).toEqual([])
      }),
    )
  })
})

describe('a slip of the hand', () => {
  test.each([
    [0.0033, 'inverted pair'],
    [30.12, 'moved decimal point'],
    [3012.5, 'moved decimal point'],
    [30125, 'moved decimal point'],
    [310.1, 'swapped digits'],
    [320.11, 'swapped digits'],
    [340, 'swapped digits'],
  ])('%d is first named %s', (rate, kind) => {
    expect(kinds(rate)[0]).toBe(kind)
  })

  test('is explained in a sentence', () => {
    const [first, second] = rateWarnings(rateOf(3012.5), TODAY, usual)
    expect(first?.sentence).toBe(
      '3012.5000 looks 10 times too high: the rate of the same day is 301.1000.',
    )
    expect(second?.sentence).toBe(
      '3012.5000 is 10 times 301.1000, which Central Bank of Sri Lanka gives for the same day.',
    )
  })

  test('is reported for every power of ten and every rate', () => {
    const anchors = fc.integer({ min: 1_000_000, max: 9_000_000 })
    const powers = fc.constantFrom(-3, -2, -1, 1, 2, 3)
    fc.assert(
      fc.property(anchors, powers, (units, power) => {
        const rate = Math.round(units * 10 ** power) as Rate
        const feed: DayRate = { date: TODAY, rate: units as Rate, source: 'cbsl' }
        const [first] = find(rate, TODAY, { currency: 'USD', feed, daysBefore: [] })
        expect(first?.kind).toBe('moved decimal point')
        if (power > 0) expect(first).toMatchObject({ intended: units })
      }),
    )
  })
})

describe('a rate far from others', () => {
  test('is compared with the feed of the day and the days before', () => {
    expect(kinds(345)).toEqual(['far from the feed', 'far from recent days'])
  })

  test('is compared with the days before if the feed has no rate of the day', () => {
    expect(kinds(345, { ...usual, feed: undefined as never })).toEqual(['far from recent days'])
  })

  test('is compared with no rate of the day itself but the feed’s', () => {
    const daysBefore = [...usual.daysBefore, dayRate(0, 345)]
    expect(kinds(345, { ...usual, daysBefore })).toEqual(kinds(345))
  })

  test('may differ more from an older anchor', () => {
    const old = {
      ...usual,
      feed: undefined as never,
      daysBefore: [dayRate(21, 300), dayRate(20, 301)],
    }
    expect(kinds(325, old)).toEqual([])
    expect(kinds(345, old)).toEqual(['far from recent days'])
    expect(kinds(325, { ...old, daysBefore: [dayRate(8, 300), dayRate(7, 301)] })).not.toEqual([])
  })

  test('on one side of a bank may be half a wide spread from the indicative rate', () => {
    const of = { ...usual, feed: dayRate(0, 435.0105), daysBefore: [] }
    expect(kinds(443.8, of)).toEqual(['swapped digits'])
    expect(kinds(443.8, { ...of, isSide: true } as never)).toEqual([])
    expect(kinds(455, { ...of, isSide: true } as never)).toEqual(['far from the feed'])
  })

  test('is compared with the same day or days after if no day before has a rate', () => {
    const lone = (sameDayOrAfter: DayRate) => ({
      ...usual,
      feed: undefined as never,
      daysBefore: [],
      sameDayOrAfter,
    })
    expect(kinds(33.125, lone(dayRate(0, 331.25, 'manual')))[0]).toBe('moved decimal point')
    expect(kinds(0.003, lone(dayRate(-7, 331.25)))[0]).toBe('inverted pair')
    expect(kinds(340, lone(dayRate(-8, 331.25)))).toEqual([])
    expect(kinds(334, lone(dayRate(0, 331.25)))).toEqual([])
    expect(kinds(345, lone(dayRate(0, 331.25)))).toEqual(['far from recent days'])
    expect(kinds(250, lone(dayRate(-40, 331.25)))).toEqual(['far from recent days'])
  })

  test('is compared without a largest move if only one day is known', () => {
    const [first] = rateWarnings(rateOf(345), TODAY, {
      ...usual,
      feed: undefined,
      daysBefore: [dayRate(1, 301)],
    })
    expect(first?.sentence).toBe('345.0000 is 14.6 % above the 301.0000 of 28 Sep 2026.')
  })

  test('is accepted while the days themselves move as much, as in March 2022', () => {
    const march = {
      ...usual,
      feed: undefined as never,
      daysBefore: [dayRate(4, 203), dayRate(3, 230), dayRate(1, 255)],
    }
    expect(kinds(280, march)).toEqual([])
    expect(
      kinds(280, { ...march, daysBefore: [dayRate(4, 254), dayRate(3, 254.5), dayRate(1, 255)] }),
    ).toEqual(['far from recent days'])
  })
})

describe('a rate without another within seven days', () => {
  const lone = (currency: Currency, rate: number, last?: DayRate, date = TODAY) =>
    find(rateOf(rate), date, { currency, feed: undefined, daysBefore: [], last })
  /** Two months old, as the sample is on a new installation. */
  const old = (rate: number) => dayRate(58, rate, 'sample')

  test.each<[Currency, number, number, string]>([
    ['USD', 438.06, 330.9054, 'far from recent days'],
    ['CAD', 300, 233.2228, 'far from recent days'],
    ['USD', 33.09, 330.9054, 'moved decimal point'],
    ['SGD', 2.551, 255.1, 'moved decimal point'],
    ['USD', 0.003, 330.9054, 'inverted pair'],
  ])('%s %d is compared with its own last rate, %d: %s', (currency, rate, last, kind) => {
    expect(lone(currency, rate, old(last)).map((each) => each.kind)).toEqual([kind])
  })

  test.each<[Currency, number, number | undefined]>([
    ['USD', 438.06, undefined],
    ['CAD', 300, undefined],
    ['USD', 33.125, 331.25],
    ['JPY', 21_310, 213.1],
    ['JPY', 16_822, undefined],
    ['SGD', 2.551, 255.1],
    ['KWD', 1.075, 1075],
    ['INR', 91.223, undefined],
    ['IDR', 0.018, 18],
    ['IRR', 0.0024, 0.24],
  ])('%s %d is compared with its usual rate; the suggestion is %s', (currency, rate, meant) => {
    expect(lone(currency, rate)).toEqual([
      {
        kind: 'far from usual',
        currency,
        rate: rateOf(rate),
        ...(meant !== undefined && { intended: rateOf(meant) }),
      },
    ])
  })

  test('is accepted near its last or usual rate, within limits that grow with the distance from today', () => {
    expect(lone('USD', 345, old(330.9054))).toEqual([])
    expect(lone('USD', 380)).toEqual([])
    expect(lone('JPY', 213.1)).toEqual([])
    expect(lone('USD', 112, undefined, calendarDateOf('2010-06-01'))).toEqual([])
    expect(lone('USD', 1120, undefined, calendarDateOf('2010-06-01'))).toHaveLength(1)
  })

  test('in any ISO currency raises a warning if it is 10, 100 or 1,000 times too high or low', () => {
    for (const currency of Intl.supportedValuesOf('currency') as Currency[]) {
      const usual = usualRate(currency)
      if (usual === undefined) continue
      expect(find(usual, TODAY, { currency, feed: undefined, daysBefore: [] })).toEqual([])
      for (const factor of [0.001, 0.01, 0.1, 10, 100, 1000]) {
        const rate = Math.round(usual * factor) as Rate
        if (rate < 1) continue
        const [first] = find(rate, TODAY, { currency, feed: undefined, daysBefore: [] })
        expect(first?.kind, `${currency} × ${factor}`).toBe('far from usual')
      }
    }
    const money = ['LKR', 'XSU', 'CUC', 'HRK', 'SLL', 'ZWL']
    expect(
      Intl.supportedValuesOf('currency').filter((each) => !usualRate(each as Currency)),
    ).toEqual(expect.arrayContaining(money))
  })

  test('names the units of the usual rate', () => {
    const [first] = lone('JPY', 21_310)
    expect(first && rateWarningSentence(first)).toBe(
      '21310.0000 is far from the roughly 210 rupees for 100 JPY. Check the decimal point.',
    )
  })
})

test('a day more than 90 days ago raises a warning, and a future day is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (age) => {
      const date = addDays(TODAY, -age)
      expect(entryDateError(date, TODAY) === undefined).toBe(age >= 0)
      expect(oldDayWarning(date, TODAY)).toHaveLength(age > 90 ? 1 : 0)
    }),
  )
  const [old] = oldDayWarning(addDays(TODAY, -91), TODAY)
  expect(old && rateWarningSentence(old)).toBe(
    '30 Jun 2026 is more than 90 days ago. Check the date.',
  )
  expect(inputErrorSentence(entryDateError(addDays(TODAY, 1), TODAY) ?? '')).toContain(
    '29 Sep 2026',
  )
})

const spread = (buying: number, selling: number) =>
  formatSpread(spreadOf(rateOf(buying), rateOf(selling)))

test('the spread of 20 July 2026 is 2.80 % of the middle', () => {
  expect(spread(331.5003, 340.9069)).toBe('2.80 %')
  expect(spread(301, 301)).toBe('0.00 %')
  expect(spread(302, 301)).toBe('-0.33 %')
})

test('only buying and selling are compared with each other', () => {
  expect(RATE_KINDS.filter(otherSide)).toEqual(['tt-buying', 'tt-selling'])
  expect(otherSide('tt-buying')).toBe('tt-selling')
  expect(otherSide('tt-selling')).toBe('tt-buying')
})

test.each([
  ['tt-buying', 331.5003, 340.9069, []],
  ['tt-buying', 340.9069, 340.9069, ['buying not below selling']],
  ['tt-selling', 331.5003, 340.9069, ['buying not below selling']],
  // 8 % of the middle of 96 and 104 is 8.
  ['tt-selling', 104, 96, []],
  ['tt-selling', 104.0001, 96, ['wide spread']],
  ['tt-buying', 95.9999, 104, ['wide spread']],
] as const)('%s %d beside %d raises %j', (kind, rate, other, expected) => {
  expect(spreadWarnings(kind, rateOf(rate), rateOf(other)).map((each) => each.kind)).toEqual(
    expected,
  )
})

test('warnings of the spread do not depend on which side is entered last', () => {
  const rate = fc.integer({ min: 1, max: 999_999_999_999 }).map((units) => units as Rate)
  fc.assert(
    fc.property(rate, rate, (buying, selling) => {
      expect(spreadWarnings('tt-buying', buying, selling)).toEqual(
        spreadWarnings('tt-selling', selling, buying),
      )
    }),
  )
})
