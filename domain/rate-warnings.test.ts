import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDateOf } from './calendar-date.ts'
import type { DayRate } from './rate-precedence.ts'
import { rateOf, type Rate } from './money.ts'
import { rateWarningSentence } from '../text/rate-warnings.ts'
import { rateWarnings as find } from './rate-warnings.ts'

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

describe('a rate that is usual', () => {
  test.each([301.25, 301.1, 298, 304.5, 295.1])('such as %d raises nothing', (rate) => {
    expect(kinds(rate)).not.toContain('far from the feed')
  })

  test('raises nothing, whatever its decimals', () => {
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
  ])('%d is first of all named %s', (rate, kind) => {
    expect(kinds(rate)[0]).toBe(kind)
  })

  test('says in a sentence what to look at', () => {
    const [first, second] = rateWarnings(rateOf(3012.5), TODAY, usual)
    expect(first?.sentence).toBe(
      '3012.5000 looks 10 times too high: the rate of the same day is 301.1000.',
    )
    expect(second?.sentence).toBe(
      '3012.5000 is 900.5 % above 301.1000, which Central Bank of Sri Lanka gives for the same day.',
    )
  })

  test('is reported whatever the power of ten and whatever the rate', () => {
    const anchors = fc.integer({ min: 1_000_000, max: 9_000_000 })
    const powers = fc.constantFrom(-3, -2, -1, 1, 2, 3)
    fc.assert(
      fc.property(anchors, powers, (units, power) => {
        const rate = Math.round(units * 10 ** power) as Rate
        const feed: DayRate = { date: TODAY, rate: units as Rate, source: 'cbsl' }
        const [first] = find(rate, TODAY, { currency: 'USD', feed, daysBefore: [] })
        expect(first?.kind).toBe('moved decimal point')
        if (power > 0) expect(first).toMatchObject({ meant: units })
      }),
    )
  })
})

describe('a rate far from others', () => {
  test('is reported beside the feed of the day and beside the days before', () => {
    expect(kinds(345)).toEqual(['far from the feed', 'far from recent days'])
  })

  test('is held against the days before where the feed has nothing for the day', () => {
    expect(kinds(345, { ...usual, feed: undefined as never })).toEqual(['far from recent days'])
  })

  test('is not held against an anchor that is older than seven days', () => {
    const old = {
      ...usual,
      feed: undefined as never,
      daysBefore: [dayRate(9, 300), dayRate(8, 301)],
    }
    expect(kinds(345, old)).toEqual([])
    expect(kinds(345, { ...old, daysBefore: [dayRate(8, 300), dayRate(7, 301)] })).not.toEqual([])
  })

  test('may, as what a bank asks, be half a wide spread from the indicative rate', () => {
    const of = { ...usual, feed: dayRate(0, 435.0105), daysBefore: [] }
    expect(kinds(443.8, of)).toEqual(['swapped digits'])
    expect(kinds(443.8, { ...of, isSide: true } as never)).toEqual([])
    expect(kinds(455, { ...of, isSide: true } as never)).toEqual(['far from the feed'])
  })

  test('is held against the day itself or the days after where no day before has a rate', () => {
    const lone = (sameDayOrAfter: DayRate) => ({
      ...usual,
      feed: undefined as never,
      daysBefore: [],
      sameDayOrAfter,
    })
    expect(kinds(33.125, lone(dayRate(0, 331.25, 'manual')))).toEqual(['moved decimal point'])
    expect(kinds(0.003, lone(dayRate(-7, 331.25)))).toEqual(['inverted pair'])
    expect(kinds(340, lone(dayRate(-8, 331.25)))).toEqual([])
    // A rate that is entered to replace another may differ from it; only a slip is asked about.
    expect(kinds(345, lone(dayRate(0, 331.25)))).toEqual([])
  })

  test.each([0.0033, 33.125, 65.9, 1651])(
    'is %d, far from what a dollar costs, where no rate is near',
    (rate) => {
      const none = { ...usual, feed: undefined as never, daysBefore: [dayRate(8, 331.25)] }
      expect(rateWarnings(rateOf(rate), TODAY, none)).toEqual([
        {
          kind: 'far from usual',
          sentence: `${rate.toFixed(4)} is far from the roughly 330 rupees that one USD costs. Check the decimal point.`,
        },
      ])
    },
  )

  test('names no largest move where one day alone is known', () => {
    const [first] = rateWarnings(rateOf(345), TODAY, {
      ...usual,
      feed: undefined,
      daysBefore: [dayRate(1, 301)],
    })
    expect(first?.sentence).toBe('345.0000 is 14.6 % above the 301.0000 of 28 Sep 2026.')
  })

  test('is believed while the days themselves move like that, as in March 2022', () => {
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
