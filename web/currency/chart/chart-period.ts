import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts'

/** The spans of time that a history is shown for; `days` counts the last day too. */
export const PERIODS = [
  { name: '7d', text: '7 days', days: 7 },
  { name: '30d', text: '30 days', days: 30 },
  { name: '90d', text: '90 days', days: 90 },
  { name: '1y', text: '1 year', days: 366 },
  { name: '5y', text: '5 years', days: 1827 },
  { name: 'all', text: 'All', days: 40_000 },
] as const
export type Period = (typeof PERIODS)[number]

export const DEFAULT_PERIOD: Period = PERIODS[1]

/** The period of a name in an address; the default for one that is none. */
export function periodOf(name: string | null): Period {
  return PERIODS.find((period) => period.name === name) ?? DEFAULT_PERIOD
}

/** The first day of a period that ends today. */
export function firstDayOf(period: Period, today: CalendarDate): CalendarDate {
  return addDays(today, 1 - period.days)
}
