import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALENDAR_2026, HOLIDAYS_2026 } from './bank-holiday.fixture.ts'
import { businessDaysAfter, calendarOf, isBusinessDay, yearsMissing } from './bank-holiday.ts'
import { addDays, calendarDateOf, daysFromTo } from './calendar-date.ts'

const day = calendarDateOf

describe('business days', () => {
  test('are neither weekends nor known holidays', () => {
    expect(CALENDAR_2026.holidays.get(day('2026-12-25'))).toBe('Christmas Day')
    expect(
      ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-28'].map((each) =>
        isBusinessDay(day(each), CALENDAR_2026.holidays),
      ),
    ).toEqual([true, false, false, true])
  })

  test.each([
    ['2026-11-18', '2026-11-20', 2],
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-19', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-23', '2026-11-25', 1],
    ['2026-09-25', '2026-09-28', 1],
  ])('after %s and up to %s number %i', (from, to, count) => {
    expect(businessDaysAfter(day(from), day(to), CALENDAR_2026)).toBe(count)
  })

  test('match a count day by day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 900 }),
        (offset, length) => {
          const from = addDays(day('2025-06-01'), offset)
          const counted = daysFromTo(addDays(from, 1), addDays(from, length)).filter((each) =>
            isBusinessDay(each, CALENDAR_2026.holidays),
          )
          expect(businessDaysAfter(from, addDays(from, length), CALENDAR_2026)).toBe(counted.length)
        },
      ),
    )
  })
})

describe('a year without a list', () => {
  test('is reported from 1 November of the year before', () => {
    expect(yearsMissing(day('2026-10-31'), CALENDAR_2026)).toEqual([])
    expect(yearsMissing(day('2026-11-01'), CALENDAR_2026)).toEqual([2027])
    expect(yearsMissing(day('2027-01-01'), CALENDAR_2026)).toEqual([2027])
    expect(yearsMissing(day('2027-12-31'), CALENDAR_2026)).toEqual([2027, 2028])
  })

  test('is one with fewer holidays than full moons, not counting special holidays', () => {
    const eleven = HOLIDAYS_2026.slice(1)
    const special = {
      date: day('2026-06-30'),
      name: 'Special bank holiday',
      scope: 'special',
    } as const
    expect([...calendarOf([...eleven, special]).listedYears]).toEqual([])
    expect([...CALENDAR_2026.listedYears]).toEqual([2026])
  })
})
