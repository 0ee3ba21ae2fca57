import { expect, it } from 'vitest'
import { addDays, calendarDateOf } from '../domain/calendar-date.ts'
import * as en from './en/days.ts'
import * as si from './si/days.ts'
import * as ta from './ta/days.ts'

const day = calendarDateOf('2026-09-29')

it.each([
  [en, 'Tue, 29 Sep 2026', 'Tue, Sep 29', '29 Sep'],
  [si, 'අඟහ, 2026 සැප් 29', 'අඟහ, සැප් 29', 'සැප් 29'],
  [ta, 'செவ்., 29 செப். 2026', 'செவ்., 29 செப்.', '29 செப்.'],
])('a day is written out of tables of our own, the same in every browser', (language, whole, week, short) => {
  expect(language.formatWeekdayAndDay(day)).toBe(whole)
  expect(language.formatWeekday(day)).toBe(week)
  expect(language.formatDayAndMonth(day)).toBe(short)
  const year = Array.from({ length: 365 }, (_, at) => addDays(day, at))
  expect(new Set(year.map((each) => language.monthName(each))).size).toBe(12)
  expect(new Set(year.map((each) => language.weekdayName(each))).size).toBe(7)
})
