import { weekdayOf, type CalendarDate } from '../../domain/calendar-date.ts'

const WEEKDAYS = ['ඉරිදා', 'සඳුදා', 'අඟහ', 'බදාදා', 'බ්‍රහස්', 'සිකු', 'සෙන'] as const
const MONTHS = [
  ...['ජන', 'පෙබ', 'මාර්තු', 'අප්‍රේල්', 'මැයි', 'ජූනි'],
  ...['ජූලි', 'අගෝ', 'සැප්', 'ඔක්', 'නොවැ', 'දෙසැ'],
]

/** Short name of the weekday: `සඳුදා`. */
export function weekdayName(date: CalendarDate): string {
  return WEEKDAYS[weekdayOf(date)] ?? ''
}

/** The month of a day where there is little room: `සැප්`. */
export function monthName(date: CalendarDate): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? ''
}

/** Day and month, where the year is clear: `සැප් 29`. */
export function formatDayAndMonth(date: CalendarDate): string {
  return `${monthName(date)} ${Number(date.slice(8))}`
}

/** Year, month, day: `2026 සැප් 29`. */
export function formatDay(date: CalendarDate): string {
  return `${date.slice(0, 4)} ${formatDayAndMonth(date)}`
}

/** Weekday, month, day: `සඳුදා, සැප් 28`. */
export function formatWeekday(date: CalendarDate): string {
  return `${weekdayName(date)}, ${formatDayAndMonth(date)}`
}

/** The whole day with its weekday: `අඟහ, 2026 සැප් 29`. */
export function formatWeekdayAndDay(date: CalendarDate): string {
  return `${weekdayName(date)}, ${formatDay(date)}`
}
