import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import { CUSTOMS_RATE } from '../sides.ts'

/** What the customs screen says. */
export const CUSTOMS = {
  lead: 'The weekly rates for customs duty, as the gazette has them. They count for no other kind of rate.',
  newestTitle: 'Newest rates',
  newestCaption: 'The newest customs rate of each currency',
  columns: { currency: 'Currency', rate: 'Rate (LKR) and days of effect' },
  none: 'No customs rates have come into effect yet.',
  enterTitle: 'Enter a schedule',
  firstDay: 'First day',
  lastDay: 'Last day',
  gazette: 'Gazette number',
  gazetteHint: 'Such as 2340/01.',
  document: 'Address of the PDF',
  documentHint: 'Optional. Everyone sees it.',
  documentPlaceholder: 'https://…',
  rate: (currency: string) => `${currency} in LKR`,
  rateMissing: 'Enter the rate.',
  check: 'Check the rates',
  paste: 'Paste a table instead',
  rows: 'Rows with a currency code and a rate',
  rowsHint: 'Paste the table of the gazette, or drop a CSV or XLSX file here. Other currencies are left out.',
  placeholder: 'US Dollar\tUSD\t301.2500\nPound Sterling\tGBP\t405.1000',
  fileLabel: 'File with customs rates',
  missing: (currencies: readonly string[]) => `Without a row: ${currencies.join(', ')}.`,
  batch: (rows: number, from: CalendarDate, to: CalendarDate, gazette: string) =>
    `${CUSTOMS_RATE.span(from, to)}, Gazette ${gazette}, ${rows === 1 ? '1 rate' : `${rows} rates`}`,
  preview: {
    caption: 'Customs rates to enter',
    column: 'Rate',
    replaces: (rate: string) => `replaces ${rate}`,
    nothing: 'All of these rates are entered already.',
    why: 'Why are these rates and days right?',
    whyMissing: 'Say why, or correct them.',
    button: 'Enter these rates',
  },
} as const
