import { weekdayOf, type CalendarDate } from '../../domain/calendar-date.ts'

const WEEKDAYS = ['ஞாயி.', 'திங்.', 'செவ்.', 'புத.', 'வியா.', 'வெள்.', 'சனி'] as const
const MONTHS = [
  ...['ஜன.', 'பெப்.', 'மார்ச்', 'ஏப்.', 'மே', 'ஜூன்'],
  ...['ஜூலை', 'ஓக.', 'செப்.', 'ஒக்.', 'நவ.', 'டிச.'],
]

/** Short name of the weekday: `திங்.`. */
export function weekdayName(date: CalendarDate): string {
  return WEEKDAYS[weekdayOf(date)] ?? ''
}

/** The month of a day where there is little room: `செப்.`. */
export function monthName(date: CalendarDate): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? ''
}

/** Day and month, where the year is clear: `29 செப்.`. */
export function formatDayAndMonth(date: CalendarDate): string {
  return `${Number(date.slice(8))} ${monthName(date)}`
}

/** Day, month, year: `29 செப். 2026`. */
export function formatDay(date: CalendarDate): string {
  return `${formatDayAndMonth(date)} ${date.slice(0, 4)}`
}

/** Weekday, day, month: `திங்., 28 செப்.`. */
export function formatWeekday(date: CalendarDate): string {
  return `${weekdayName(date)}, ${formatDayAndMonth(date)}`
}

/** The whole day with its weekday: `செவ்., 29 செப். 2026`. */
export function formatWeekdayAndDay(date: CalendarDate): string {
  return `${weekdayName(date)}, ${formatDay(date)}`
}
