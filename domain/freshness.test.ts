import { expect, test } from 'vitest'
import { businessDaysAfter } from './bank-holiday.ts'
import { CALENDAR_2026 } from './bank-holiday.fixture.ts'
import { calendarDateOf, type CalendarDate } from './calendar-date.ts'
import { freshnessOf, type AnsweredRate } from './freshness.ts'
import type { RateSource } from './rate-precedence.ts'

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
])('A rate that is %s is as old as it should be said to be', (_, date, today, daysOld) => {
  const day = calendarDateOf(today)
  const fresh = { sample: false, daysOld }
  // Asked for that day, whichever day it is by now, and of an older answer that is still on show.
  for (const requested of [day, calendarDateOf(date)])
    expect(freshnessOf(answered('cbsl', date, requested), day, CALENDAR_2026.holidays)).toEqual(
      fresh,
    )
})

test('The holidays before the day that was asked for need not be known', () => {
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

test('A rate of the sample is known as one, however young', () => {
  const day = calendarDateOf('2026-09-29')
  expect(freshnessOf(answered('sample', day, day), day, CALENDAR_2026.holidays)).toEqual({
    sample: true,
    daysOld: 0,
  })
})
