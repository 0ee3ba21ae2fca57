import { isWeekend, type CalendarDate } from './calendar-date.ts'

/**
 * Bank holidays of Sri Lanka by day. Source: the list that the Central Bank of Sri Lanka publishes for 2026
 * (Gazette Extraordinary 2438/22). A year that is not here has no known list: its days without a rate are
 * reported as not published, never guessed.
 */
const BANK_HOLIDAYS: Readonly<Record<string, string>> = {
  '2026-01-03': 'Duruthu Full Moon Poya Day',
  '2026-01-15': 'Tamil Thai Pongal Day',
  '2026-02-01': 'Navam Full Moon Poya Day',
  '2026-02-04': 'Independence Day',
  '2026-02-15': 'Mahasivarathri Day',
  '2026-03-02': 'Medin Full Moon Poya Day',
  '2026-03-21': 'Id-Ul-Fitre (Ramazan Festival Day)',
  '2026-04-01': 'Bak Full Moon Poya Day',
  '2026-04-03': 'Good Friday',
  '2026-04-13': 'Day prior to Sinhala & Tamil New Year Day',
  '2026-04-14': 'Sinhala & Tamil New Year Day',
  '2026-05-01': 'Vesak Full Moon Poya Day / May Day',
  '2026-05-02': 'Day following Vesak Full Moon Poya Day',
  '2026-05-28': 'Id-Ul-Allah (Hadji Festival Day)',
  '2026-05-30': 'Adhi Poson Full Moon Poya Day',
  '2026-06-29': 'Poson Full Moon Poya Day',
  '2026-07-29': 'Esala Full Moon Poya Day',
  '2026-08-26': "Milad-Un-Nabi (Holy Prophet's Birthday)",
  '2026-08-27': 'Nikini Full Moon Poya Day',
  '2026-09-26': 'Binara Full Moon Poya Day',
  '2026-10-25': 'Vap Full Moon Poya Day',
  '2026-11-08': 'Deepawali Festival Day',
  '2026-11-24': 'Ill Full Moon Poya Day',
  '2026-12-23': 'Unduwap Full Moon Poya Day',
  '2026-12-25': 'Christmas Day',
}

/** The name of the bank holiday on a day, or undefined where none is known. */
export function bankHoliday(date: CalendarDate): string | undefined {
  return BANK_HOLIDAYS[date]
}

/** Whether Sri Lanka's banks trade on a day, as far as its holidays are known. */
export function isBusinessDay(date: CalendarDate): boolean {
  return !isWeekend(date) && bankHoliday(date) === undefined
}
