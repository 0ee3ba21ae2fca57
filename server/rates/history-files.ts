import { formatRate, toWire } from '../../domain/money.ts'
import type { RateKind } from '../../domain/series.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { csvLine } from '../text/csv.ts'
import { writeSpreadsheet, type SpreadsheetColumn } from '../text/spreadsheet.ts'
import type { Period } from './history-responses.ts'

/** The columns of a file; that of the kind is there where the request named one, so that it can be imported as it is. */
export const headingsOf = (kind: RateKind | undefined) => [
  ...['Date', 'Currency', ...(kind === undefined ? [] : ['Kind'])],
  ...['Rate (LKR)', 'Source'],
]
/** The rates of a period as CSV (RFC 4180): ISO days, rates with 4 decimals. */
export function historyCsv({ series, rates }: Period, kind?: RateKind): string {
  const lines = rates.map(({ date, rate, source }) => [
    date,
    series.currency,
    ...(kind === undefined ? [] : [kind]),
    formatRate(rate),
    SOURCE_NAMES[source],
  ])
  return [headingsOf(kind), ...lines].map(csvLine).join('')
}

/** The columns of a spreadsheet with these headings. */
export const columnsOf = (headings: readonly string[]): SpreadsheetColumn[] =>
  headings.map((heading) => ({
    heading,
    ...(SHEET_COLUMNS[heading] ?? { width: Math.max(12, heading.length + 4), type: 'rate' }),
  }))

const SHEET_COLUMNS: Readonly<Record<string, Omit<SpreadsheetColumn, 'heading'>>> = {
  Date: { width: 12, type: 'day' },
  Currency: { width: 10, type: 'text' },
  Kind: { width: 12, type: 'text' },
  Source: { width: 28, type: 'text' },
}

/** The rates of a period as an XLSX file. */
export function historyXlsx({ series, rates }: Period, kind?: RateKind): Promise<Buffer> {
  return writeSpreadsheet({
    name: `${series.currency} in LKR`,
    columns: columnsOf(headingsOf(kind)),
    rows: rates.map(({ date, rate, source }) => [
      ...[date, series.currency, ...(kind === undefined ? [] : [kind])],
      ...[toWire(rate), SOURCE_NAMES[source]],
    ]),
  })
}

/** What a downloaded file is called: `USD-LKR-2026-08-31-to-2026-09-29.csv`, with the kind before the days where it is named. */
export function historyFileName(
  { series, from, to }: Period,
  ending: 'csv' | 'xlsx',
  kind?: RateKind,
): string {
  return `${series.currency}-LKR-${kind === undefined ? '' : `${kind}-`}${from}-to-${to}.${ending}`
}
