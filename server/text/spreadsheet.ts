import { formatRate, fromWire, toWire } from '../../domain/money.ts'
import { messageOfThread } from '../worker-thread.ts'
import { csvLine } from './csv.ts'

/** A sheet of a workbook with a heading for each column. */
export interface Spreadsheet {
  readonly name: string
  readonly columns: readonly SpreadsheetColumn[]
  /** A cell for each column: text; an ISO day; a number for a rate or a count; null for nothing. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export interface SpreadsheetColumn {
  readonly heading: string
  /** In characters. */
  readonly width: number
  readonly type: 'text' | 'day' | 'rate' | 'count'
}

const TIMEOUT_MS = 30_000

/**
 * An XLSX file with real days and numbers, written in a thread of its own: 30 years take half a
 * second. Throws after 30 s.
 */
export const writeSpreadsheet = (sheet: Spreadsheet): Promise<Buffer> =>
  messageOfThread(new URL('./spreadsheet-worker.ts', import.meta.url), sheet, TIMEOUT_MS)

/**
 * The same rows as CSV (RFC 4180): ISO days, rates with 4 decimals, an empty field for what there
 * is not.
 */
export function spreadsheetCsv({ columns, rows }: Spreadsheet): string {
  const lines = rows.map((row) =>
    row.map((cell, at) =>
      columns[at]?.type === 'rate' && typeof cell === 'number' ? rateText(cell) : cell,
    ),
  )
  return [columns.map(({ heading }) => heading), ...lines].map(csvLine).join('')
}

/** A low rate of one unit has more decimals than four. */
const rateText = (rupees: number) =>
  toWire(fromWire(rupees)) === rupees ? formatRate(fromWire(rupees)) : rupees.toFixed(7)
