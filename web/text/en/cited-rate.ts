import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { Currency } from '../../../domain/currency.ts'
import type { RateKind } from '../../../domain/series.ts'
import { formatDay, formatWeekdayAndDay } from '../../../text/en/days.ts'
import { CURRENCY_NAMES, KIND_NAMES } from '../../../text/en/names.ts'

/** The rate of one day that can be cited. */
export const citedRateText = {
  /** `what` is the series, or the currency while no more is known. */
  title: (what: string, date: CalendarDate) => `${what} on ${formatDay(date)}`,
  lead: (currency: Currency, date: CalendarDate) =>
    `${CURRENCY_NAMES[currency]} in Sri Lankan rupees on ${formatWeekdayAndDay(date)}.`,
  weekBefore: 'The week before it',
  history: (currency: Currency) => `History of ${currency}`,
  entries: 'Audit entries of this day',
  noRate: 'No rate',
  day: 'Day',
  source: 'Source',
  enteredBy: 'Entered by',
  entered: 'Entered',
  fetched: 'Fetched',
  inverse: 'Inverse',
  inverseOf: (inverse: string, currency: Currency) => `1 LKR = ${inverse} ${currency}`,
  knownOn: 'As known on',
  citeAs: 'Cite as',
  citation: (
    provider: string,
    currency: Currency,
    kind: RateKind | undefined,
    rate: string,
    /** Its day, or the days of effect and their gazette. */
    days: string,
  ) => `${provider}: ${currency}/LKR ${kind ? `${KIND_NAMES[kind]} ` : ''}${rate}, ${days}.`,
  print: 'Print',
  certificate: 'Certificate',
}

/** The entry of the audit trail that tells of a change. */
export const auditEntryText = {
  term: 'Audit entry',
  /** Above a column, where there is little room. */
  column: 'Audit entry',
  number: (id: number) => `No. ${id}`,
  hash: 'Hash (SHA-256)',
}

/** How it came about. */
export const revisionsText = {
  title: 'How it came about',
  timeZone: 'Times are Sri Lanka’s',
  caption: 'Changes of this rate, the newest first',
  when: 'When',
  what: 'What',
  rate: 'Rate (LKR)',
  takenBack: ', withdrawn',
  corrected: ', corrected by the publisher',
  by: (user: string) => `, by ${user}`,
  changes: (total: number) => `${total} changes`,
  changesOf: (first: number, last: number, total: number) => `Changes ${first} to ${last} of ${total}`,
  newer: 'Newer changes',
  older: 'Older changes',
}

/** The rate as it was known at an instant. */
export const knownAtText = {
  title: 'As known on',
  label: 'Day and time in Sri Lanka',
  show: 'Show',
  knownNow: 'As known now',
}
