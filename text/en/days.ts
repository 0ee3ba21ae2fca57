import { formatDay, formatWeekday, formatWeekdayAndDay, weekdayName } from '../../domain/calendar-date.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'

/** How days are written; the API and its files write them so in every language. */
export { formatDay, formatWeekday, formatWeekdayAndDay, weekdayName }

/** Day and month, where the year is clear: `29 Sep`. */
export function formatDayAndMonth(date: CalendarDate): string {
  return formatDay(date).slice(0, -5)
}

/** The month of a day where there is little room: `Sep`. */
export function monthName(date: CalendarDate): string {
  return formatDay(date).slice(-8, -5)
}
