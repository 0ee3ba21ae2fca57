import { addDays, daysBetween, type CalendarDate } from './calendar-date.ts'
import { inputError } from './input-error.ts'

/** How far back a rate may be entered by hand; the day itself is the 91st that is open. */
export const ENTRY_WINDOW_DAYS = 90

/** Whether a rate of this day may be entered by hand: from 90 days back to today. */
export function isOpenForEntry(date: CalendarDate, today: CalendarDate): boolean {
  const age = daysBetween(date, today)
  return age >= 0 && age <= ENTRY_WINDOW_DAYS
}

/**
 * The error of a day whose rate may not be entered when today is `today`; undefined where it may.
 */
export function entryDateError(date: CalendarDate, today: CalendarDate): string | undefined {
  if (isOpenForEntry(date, today)) return undefined
  return date > today
    ? inputError('date after today', today)
    : inputError('date too early', addDays(today, -ENTRY_WINDOW_DAYS))
}
