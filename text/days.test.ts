import { expect, it } from 'vitest'
import { LANGUAGES } from '../contract/language.ts'
import { addDays, calendarDateOf } from '../domain/calendar-date.ts'
import { formatDate, textIn } from './sentences.ts'

const day = calendarDateOf('2026-09-29')

it.each([
  ['en', 'Tue 29 Sep 2026', 'Tue, Sep 29', '29 Sep', 'September 2026'],
  ['si', 'අඟහ 2026 සැප් 29', 'අඟහ, සැප් 29', 'සැප් 29', '2026 සැප්තැම්බර්'],
  ['ta', 'செ. 29 செப். 2026', 'செ., 29 செப்.', '29 செப்.', 'செப்டம்பர் 2026'],
] as const)(
  'a day is formatted alike in every browser: %s',
  (language, whole, week, short, month) => {
    const { days } = textIn(language)
    expect(formatDate(days, 'weekdayAndDay', day)).toBe(whole)
    expect(formatDate(days, 'weekday', day)).toBe(week)
    expect(formatDate(days, 'dayAndMonth', day)).toBe(short)
    expect(formatDate(days, 'monthAndYear', day)).toBe(month)
  },
)

it.each(LANGUAGES)('months and weekdays have distinct names: %s', (language) => {
  const { days } = textIn(language)
  const year = Array.from({ length: 365 }, (_, at) => addDays(day, at))
  expect(new Set(year.map((each) => formatDate(days, 'month', each))).size).toBe(12)
  expect(new Set(year.map((each) => formatDate(days, 'weekdayName', each))).size).toBe(7)
})
