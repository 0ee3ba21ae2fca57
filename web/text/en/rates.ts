import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import type { MissingReason } from '../../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind, type Series } from '../../../domain/series.ts'
import { formatDay, formatWeekdayAndDay } from '../../../text/en/days.ts'
import { RATE_NAMES, ratesOf, seriesName } from '../../../text/en/names.ts'

/** The rates of a day and of its week. */
export const ratesText = {
  title: 'Currency Exchange Rates',
  lead: 'What one unit of a currency is worth in Sri Lankan rupees (LKR).',
  date: 'Date',
  base: 'Base currency',
  show: 'Show',
  fetching: 'Fetching rates…',
  afterToday: (today: CalendarDate) => `Choose a day up to today, ${formatDay(today)}.`,
  unknownCurrency: (given: string, shown: Currency) => `No rates for “${given}”: these are of ${shown}.`,
  unknownDay: (given: string) => `No rates for “${given}”: these are today’s.`,
  /** Read out where a rate changes; `rate` is null where it was taken back. */
  changed: (series: Series, date: CalendarDate, rate: string | null) =>
    `${seriesName(series)} of ${formatDay(date)}: ${rate ?? 'no rate any more'}`,
}

/** All currencies at a glance. */
export const boardText = {
  title: 'All currencies',
  average: (rate: string) => `average ${rate}`,
}

/** The chosen currency's rate and its week's average. */
export const rateSummaryText = {
  chartAndConverter: 'Chart and converter',
  caption: 'Current rate and weekly average',
  currency: 'Currency',
  current: 'Current Rate (LKR)',
  average: 'Weekly Average',
  kind: 'Kind',
  rateOf: 'Rate of',
  source: 'Source',
  averageOf: 'Average of',
  day: formatWeekdayAndDay,
  newestUpTo: (date: CalendarDate) => `, latest available up to ${formatDay(date)}`,
  /** What an average is of: the `days` with a rate of a kind in the week to a day; undefined where the response does not say how many. */
  averagedDays: (days: number | undefined, lastDay: CalendarDate, kind: RateKind) => {
    const week = `the week to ${formatDay(lastDay)}`
    if (days === undefined) return kind === DEFAULT_KIND ? week : `${RATE_NAMES[kind]}s in ${week}`
    return `${days === 1 ? '1 day' : `${days} days`} with a ${RATE_NAMES[kind]} in ${week}`
  },
}

/** Why a day has no rate, where that names nothing. */
type PlainReason = Exclude<MissingReason, `holiday: ${string}` | 'no holiday list'>

/** The last seven days. */
export const weekText = {
  title: 'Historical Rates (Last 7 Days)',
  failed: 'These rates could not be loaded.',
  caption: (kind: RateKind | undefined, currency: Currency, lastDay: CalendarDate) =>
    `${ratesOf(kind)} of ${currency} in the week to ${formatDay(lastDay)}`,
  none: (kind: RateKind, lastDay: CalendarDate) =>
    `No ${RATE_NAMES[kind]}s in the seven days up to ${formatDay(lastDay)}.`,
  showNewest: (newest: CalendarDate) => `Show the newest week, up to ${formatDay(newest)}`,
  noneBefore: 'None are known before it either.',
  missing: 'Days without a rate',
  bankHolidays: 'Bank holidays',
  bankHoliday: (name: string) => `Bank holiday: ${name}`,
  noHolidayList: (year: string) => `No rate; the bank holidays of ${year} have not been entered`,
  reasons: { weekend: 'Weekend', 'not published': 'Not published', future: 'Future' } satisfies Record<
    PlainReason,
    string
  >,
}

/** A table of days with their rates. */
export const dayRatesText = {
  date: 'Date',
  rate: 'Exchange Rate (LKR)',
  change: 'Change',
}
