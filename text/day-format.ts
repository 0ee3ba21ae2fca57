import { calendarDateOf, weekdayOf } from '../domain/calendar-date.ts'

/** Own tables instead of `Intl`, so that every browser writes the same. */
export interface DayWords {
  /** From Sunday. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  readonly monthNames: readonly string[]
  readonly formats: Readonly<Record<DayFormat, unknown>>
}
export type DayFormat =
  | 'day'
  | 'dayAndMonth'
  | 'dayOfWeek'
  | 'weekday'
  | 'weekdayAndDay'
  | 'month'
  | 'monthAndYear'
  | 'weekdayName'

export function formatDate(words: DayWords, format: DayFormat, date: string): string {
  const write = words.formats[format] as (places: Record<string, string>) => string
  return write({
    day: String(Number(date.slice(8))),
    month: words.months[Number(date.slice(5, 7)) - 1] ?? '',
    monthName: words.monthNames[Number(date.slice(5, 7)) - 1] ?? '',
    year: date.slice(0, 4),
    weekday: words.weekdays[weekdayOf(calendarDateOf(date))] ?? '',
  })
}
