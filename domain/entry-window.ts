import { addDays, daysBetween, formatDay, type CalendarDate } from './calendar-date.ts'

/** How far back a rate may be entered by hand; the day itself is the 91st that is open. */
export const ENTRY_WINDOW_DAYS = 90

/** Whether a rate of this day may be entered by hand when today is `today`: 90 days back to today, both included. */
export function isOpenForEntry(date: CalendarDate, today: CalendarDate): boolean {
  const age = daysBetween(date, today)
  return age >= 0 && age <= ENTRY_WINDOW_DAYS
}

/** The sentence for a day whose rate may not be entered when today is `today`; undefined where it may. */
export function entryDateError(date: CalendarDate, today: CalendarDate): string | undefined {
  if (isOpenForEntry(date, today)) return undefined
  return date > today
    ? `The date must not be after today, ${formatDay(today)}.`
    : `The date must be within the last ${ENTRY_WINDOW_DAYS} days: ${formatDay(addDays(today, -ENTRY_WINDOW_DAYS))} or later.`
}
