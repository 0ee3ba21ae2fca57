import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { calendarDateOf, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatRate, toWire } from '../../domain/money.ts'
import type { RateKind } from '../../domain/series.ts'
import { SOURCE_NAMES } from '../../text/en/names.ts'
import { csvLine } from '../text/csv.ts'
import type { Period } from './history-responses.ts'

/** The columns of a file; that of the kind is there where the request named one, so that it can be imported as it is. */
export const headingsOf = (kind: RateKind | undefined) => [
  ...['Date', 'Currency', ...(kind === undefined ? [] : ['Kind'])],
  ...['Rate (LKR)', 'Source'],
]
/** This day is number 61 to a spreadsheet, which takes 1900 for a leap year (ECMA-376 part 1, 18.17.4.1); no rate is older. */
const DAY_61 = calendarDateOf('1900-03-01')

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

/** The rates of a period as an XLSX file: days are days and rates are numbers, so that a sheet can calculate with them. */
export async function historyXlsx({ series, rates }: Period, kind?: RateKind): Promise<Buffer> {
  const rows: SheetData = rates.map(({ date, rate, source }) => [
    dayCell(date),
    { type: String, value: series.currency },
    ...(kind === undefined ? [] : [{ type: String, value: kind }]),
    { type: Number, value: toWire(rate), format: '0.0000' },
    { type: String, value: SOURCE_NAMES[source] },
  ])
  const headings = headingsOf(kind).map((value) => ({ type: String, value, fontWeight: 'bold' as const }))
  return writeXlsxFile([headings, ...rows], {
    sheet: `${series.currency} in LKR`,
    columns: [
      { width: 12 },
      { width: 10 },
      ...(kind === undefined ? [] : [{ width: 12 }]),
      { width: 14 },
      { width: 28 },
    ],
    stickyRowsCount: 1,
  }).toBuffer()
}

/** A day as the number that it is to a spreadsheet: no instant and no time zone comes near it. */
export function dayCell(date: CalendarDate) {
  return { type: Number, value: 61 + daysBetween(DAY_61, date), format: 'yyyy-mm-dd' }
}

/** What a downloaded file is called: `USD-LKR-2026-08-31-to-2026-09-29.csv`, with the kind before the days where it is named. */
export function historyFileName(
  { series, from, to }: Period,
  ending: 'csv' | 'xlsx',
  kind?: RateKind,
): string {
  return `${series.currency}-LKR-${kind === undefined ? '' : `${kind}-`}${from}-to-${to}.${ending}`
}
