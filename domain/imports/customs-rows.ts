import { isCurrency, unitsOf, type Currency } from '../currency.ts'
import { readRate } from '../import-rows.ts'
import { inputError } from '../input-error.ts'
import type { Rate } from '../money.ts'
import { readTable, TABLE_LIMITS, TableError, type TableRow } from '../pasted-table.ts'

export interface ReadCustomsRow {
  readonly line: number
  readonly given: string
  /** Null for a code of a currency that is not kept here, and where no code stands. */
  readonly currency: Currency | null
  readonly rate: Rate | null
  /** The code of a currency that is not kept here. */
  readonly otherCurrency: string | null
  /** What is wrong, in sentences for a user. */
  readonly errors: readonly string[]
}

const CODE = /^[A-Z]{3}$/

/**
 * Reads a pasted schedule, a currency a row: its code, then the rate. Lines of text alone are left
 * out. Throws a TableError beyond `TABLE_LIMITS`.
 */
export function readCustomsRows(text: string): ReadCustomsRow[] {
  const rows: ReadCustomsRow[] = []
  for (const row of readTable(text)) {
    const words = row.cells.flatMap((cell) => cell.split(/\s+/)).filter((word) => word !== '')
    if (!words.some((word) => /\d/.test(word) || isCurrency(word))) continue
    if (rows.length === TABLE_LIMITS.rows) throw new TableError('rows', row.line)
    rows.push(readRow(row, words))
  }
  return rows
}

function readRow({ line, cells }: TableRow, words: readonly string[]): ReadCustomsRow {
  const at = words.findLastIndex((word) => CODE.test(word))
  const code = words[at]
  const given = cells.join(' ').slice(0, 200)
  const row = { line, given, currency: null, rate: null, otherCurrency: null, errors: [] }
  if (code === undefined) return { ...row, errors: [inputError('row without currency')] }
  if (!isCurrency(code)) return { ...row, otherCurrency: code }
  const rate = readRate(words.slice(at + 1).join(' '), unitsOf(code))
  return typeof rate === 'string'
    ? { ...row, currency: code, errors: [rate] }
    : { ...row, currency: code, rate }
}
