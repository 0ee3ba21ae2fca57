import fc from 'fast-check'
import { CALENDAR_2026 } from './bank-holiday.fixture.ts'
import { businessDaysAfter } from './bank-holiday.ts'
import { addDays, type CalendarDate, calendarDateOf, daysBetween } from './calendar-date.ts'
import type { Rate } from './money.ts'
import {
  type AnsweredRate,
  countingSources,
  type DayRate,
  countDayRates,
  freshnessOf,
  missingReason,
  RATE_FEEDS,
  RATE_SOURCES,
  type RateSource,
  rateThatCounts,
  weekOf,
  withChanges,
} from './rate-precedence.ts'
import { describe, expect, test } from 'vitest'

const TODAY = calendarDateOf('2026-09-29')
const KNOWN = { today: TODAY, calendar: CALENDAR_2026, isAnswered: () => true }
const reasonOf = (date: string, isAnswered = true) =>
  missingReason(calendarDateOf(date), { ...KNOWN, isAnswered: () => isAnswered })
const rateOn = (daysAgo: number, rate: number, source: DayRate['source'] = 'cbsl'): DayRate => ({
  date: addDays(TODAY, -daysAgo),
  rate: rate as Rate,
  source,
})

describe('the rate that counts', () => {
  test('is the manual one, then the followed feed’s, then the sample’s', () => {
    expect(countingSources('cbsl')).toEqual(['manual', 'cbsl', 'sample'])
    expect(countingSources('currency-api')).toEqual(['manual', 'currency-api', 'sample'])
    expect(countingSources(null)).toEqual(['manual', 'sample'])
  })

  test('comes from the first source that has one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RATE_FEEDS, null),
        fc.subarray([...RATE_SOURCES]),
        (feed, having) => {
          const counts = rateThatCounts(countingSources(feed), (source) =>
            having.includes(source) ? rateOn(0, 1, source) : undefined,
          )
          const order = ['manual', feed, 'sample'].filter((each) =>
            having.some((source) => source === each),
          )
          expect(counts?.source ?? null).toBe(order[0] ?? null)
        },
      ),
    )
  })
})

describe('the week that ends with a day', () => {
  test('has seven days, each with its rate or the reason why it has none', () => {
    const present = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 10 })
    fc.assert(
      fc.property(present, (daysAgo) => {
        const known = new Map(daysAgo.map((n) => [addDays(TODAY, -n), rateOn(n, 3_000_000 + n)]))
        const week = weekOf(TODAY, KNOWN, (day) => known.get(day))
        expect(week.rates.length + week.missing.length).toBe(7)
        expect(week.rates.map(({ date }) => date)).toEqual(
          week.rates.map(({ date }) => date).sort(),
        )
        expect(week.weeklyAverage === null).toBe(week.rates.length === 0)
        for (const { date } of [...week.rates, ...week.missing])
          expect(daysBetween(date, TODAY)).toBeLessThan(7)
      }),
    )
  })

  test('names a future day, and a holiday on a weekend as holiday', () => {
    expect(reasonOf(addDays(TODAY, 1))).toBe('future')
    expect(reasonOf(TODAY)).toBe('not published')
    expect(reasonOf('2026-09-26')).toBe('holiday: Binara Full Moon Poya Day')
    expect(reasonOf('2026-09-27')).toBe('weekend')
    expect(reasonOf('2026-09-28')).toBe('not published')
    expect(reasonOf('2026-09-28', false)).toBe('not received')
  })

  test('does not call a weekday unpublished in a year without a holiday list', () => {
    expect(reasonOf('2025-08-08')).toBe('no holiday list')
    expect(reasonOf('2025-08-09')).toBe('weekend')
  })
})

describe('the changes of a list', () => {
  test('begin with 0 and add up from the first rate to the last', () => {
    const list = fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1 })
    fc.assert(
      fc.property(list, (units) => {
        const changed = withChanges(units.map((each, index) => rateOn(units.length - index, each)))
        expect(changed[0]?.change).toBe(0)
        const sum = changed.reduce((total, { change }) => total + change, 0)
        expect((units[0] ?? 0) + sum).toBe(units.at(-1))
      }),
    )
  })
})

test.each([
  ['today’s', '2026-11-20', '2026-11-20', 0],
  ['yesterday’s, before today’s is published', '2026-11-19', '2026-11-20', 0],
  ['of the day before yesterday', '2026-11-18', '2026-11-20', 2],
  ['Friday’s, on Sunday', '2026-11-20', '2026-11-22', 0],
  ['Friday’s, on Monday', '2026-11-20', '2026-11-23', 0],
  ['Friday’s, on Tuesday', '2026-11-20', '2026-11-24', 4],
  ['Monday’s, the day after a bank holiday', '2026-11-23', '2026-11-25', 0],
  ['Monday’s, two days after a bank holiday', '2026-11-23', '2026-11-26', 3],
  ['Saturday’s, on Tuesday', '2026-11-21', '2026-11-24', 3],
  ['many weeks old', '2026-09-29', '2026-11-21', 53],
])('a rate that is %s has the expected age', (_, date, today, daysOld) => {
  const day = calendarDateOf(today)
  const fresh = { sample: false, daysOld }
  // Asked for that day, whichever day it is by now, and of an older answer that is still on show.
  for (const requested of [day, calendarDateOf(date)])
    expect(freshnessOf(answered('cbsl', date, requested), day, CALENDAR_2026.holidays)).toEqual(
      fresh,
    )
})

test('the age needs no holidays before the requested day', () => {
  const answer = answered('cbsl', '2026-11-23', calendarDateOf('2026-11-26'))
  expect(freshnessOf(answer, answer.requested_date, new Set()).daysOld).toBe(3)
  const next = answered('cbsl', '2026-11-23', calendarDateOf('2026-11-25'))
  expect(freshnessOf(next, next.requested_date, new Set()).daysOld).toBe(0)
})

function answered(source: RateSource, day: string, requested: CalendarDate): AnsweredRate {
  const date = calendarDateOf(day)
  const age = businessDaysAfter(date, requested, CALENDAR_2026)
  return { date, source, requested_date: requested, age_business_days: age }
}

test('a rate of the sample is marked as sample at any age', () => {
  const day = calendarDateOf('2026-09-29')
  expect(freshnessOf(answered('sample', day, day), day, CALENDAR_2026.holidays)).toEqual({
    sample: true,
    daysOld: 0,
  })
})

test('the rates of a day are counted, by hand or published, of known currencies only', () => {
  const row = (currency: string, entry: number | null, published: number | null) => ({
    currency: currency as 'USD',
    entry,
    published,
  })
  const rows = [row('USD', 301, 300), row('AUD', null, 232), row('GBP', 437, null)]
  expect(countDayRates([...rows, row('CAD', null, null), row('ZZZ', 1, 1)])).toEqual({
    entered: 3,
    count: 4,
  })
})
