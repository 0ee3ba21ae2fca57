import { calendarDateOf, weekdayOf } from '../domain/calendar-date.ts'

/** How a language writes days: tables of its own, the same in every browser. */
export interface DayWords {
  /** From Sunday. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  /** Written out. */
  readonly monthNames: readonly string[]
  /** With the places `day`, `month`, `monthName`, `year` and `weekday`. */
  readonly formats: Readonly<Record<DayFormat, unknown>>
}
/** A way to write a day, such as `{date, weekdayAndDay}` in a sentence. */
export type DayFormat =
  | 'day'
  | 'dayAndMonth'
  | 'dayOfWeek'
  | 'weekday'
  | 'weekdayAndDay'
  | 'month'
  | 'monthAndYear'
  | 'weekdayName'

/** A calendar date (YYYY-MM-DD) written by the words of a language. */
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
