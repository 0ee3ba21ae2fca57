import { calendarOf } from './bank-holiday.ts'
import { calendarDateOf } from './calendar-date.ts'

const DAYS: Readonly<Record<string, string>> = {
  '2026-01-03': 'Duruthu Full Moon Poya Day',
  '2026-02-01': 'Navam Full Moon Poya Day',
  '2026-03-02': 'Medin Full Moon Poya Day',
  '2026-04-01': 'Bak Full Moon Poya Day',
  '2026-05-01': 'Vesak Full Moon Poya Day / May Day',
  '2026-06-29': 'Poson Full Moon Poya Day',
  '2026-07-29': 'Esala Full Moon Poya Day',
  '2026-08-27': 'Nikini Full Moon Poya Day',
  '2026-09-26': 'Binara Full Moon Poya Day',
  '2026-10-25': 'Vap Full Moon Poya Day',
  '2026-11-24': 'Ill Full Moon Poya Day',
  '2026-12-25': 'Christmas Day',
}

/** Twelve of the bank holidays of 2026, which make its list; of no other year is one known. */
export const HOLIDAYS_2026 = Object.entries(DAYS).map(
  ([date, name]) => ({ date: calendarDateOf(date), name, scope: 'bank' }) as const,
)
export const CALENDAR_2026 = calendarOf(HOLIDAYS_2026)
