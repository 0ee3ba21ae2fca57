import { expect, test } from 'vitest'
import { calendarDateOf } from './calendar-date.ts'
import { CALENDAR_2026 } from './bank-holiday.fixture.ts'
import { freshnessOf } from './freshness.ts'

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
  const rate = { date: calendarDateOf(date), source: 'cbsl' } as const
  expect(freshnessOf(rate, calendarDateOf(today), CALENDAR_2026.holidays)).toEqual({ sample: false, daysOld })
})

test('A rate of the sample is known as one, however young', () => {
  const day = calendarDateOf('2026-09-29')
  expect(freshnessOf({ date: day, source: 'sample' }, day, CALENDAR_2026.holidays)).toEqual({
    sample: true,
    daysOld: 0,
  })
})
