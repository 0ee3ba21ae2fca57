import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALENDAR_2026 } from './bank-holiday.fixture.ts'
import { addDays, calendarDateOf, daysBetween } from './calendar-date.ts'
import { ENTRY_WINDOW_DAYS, entryDateError, isOpenForEntry } from './entry-window.ts'
import {
  countingSources,
  missingReason,
  RATE_FEEDS,
  RATE_SOURCES,
  rateThatCounts,
  weekOf,
  withChanges,
  type DayRate,
} from './rate-precedence.ts'
import type { Rate } from './money.ts'
import { inputErrorSentence } from '../text/input-errors.ts'

const TODAY = calendarDateOf('2026-09-29')
const reasonOf = (date: string) => missingReason(calendarDateOf(date), TODAY, CALENDAR_2026)
const rateOn = (daysAgo: number, rate: number, source: DayRate['source'] = 'cbsl'): DayRate => ({
  date: addDays(TODAY, -daysAgo),
  rate: rate as Rate,
  source,
})

describe('the rate that counts', () => {
  test('is the manual one, then that of the followed feed and of no other, then the sample’s', () => {
    expect(countingSources('cbsl')).toEqual(['manual', 'cbsl', 'sample'])
    expect(countingSources('currency-api')).toEqual(['manual', 'currency-api', 'sample'])
    expect(countingSources(null)).toEqual(['manual', 'sample'])
  })

  test('is that of the first source that has one, whichever have', () => {
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
        const week = weekOf(TODAY, TODAY, CALENDAR_2026, (day) => known.get(day))
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

  test('says of a day to come that it is in the future, and of a holiday on a weekend its name', () => {
    expect(reasonOf(addDays(TODAY, 1))).toBe('future')
    expect(reasonOf('2026-09-26')).toBe('holiday: Binara Full Moon Poya Day')
    expect(reasonOf('2026-09-27')).toBe('weekend')
    expect(reasonOf('2026-09-28')).toBe('not published')
  })

  test('does not call a weekday not published that may be a holiday of a year without a list', () => {
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

describe('the window of entry', () => {
  test('is open from 90 days back to today, and says otherwise which day bounds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (age) => {
        const date = addDays(TODAY, -age)
        expect(isOpenForEntry(date, TODAY)).toBe(age >= 0 && age <= ENTRY_WINDOW_DAYS)
        expect(entryDateError(date, TODAY) === undefined).toBe(isOpenForEntry(date, TODAY))
      }),
    )
    expect(inputErrorSentence(entryDateError(addDays(TODAY, 1), TODAY) ?? '')).toContain(
      '29 Sep 2026',
    )
    expect(inputErrorSentence(entryDateError(addDays(TODAY, -91), TODAY) ?? '')).toContain(
      '1 Jul 2026',
    )
  })
})
