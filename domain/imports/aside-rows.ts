import type { TableRow } from '../pasted-table.ts'
import { isDay, isNumber } from './cell-looks.ts'
import { ratesOfUse } from './column-use.ts'
import { isWide, type TableLayout } from './table-layout.ts'

/** What stands where the date would, in a row below a table that sums it up. */
const SUMMARY =
  /^(?:(?:dai|week|month|quarter|year)ly )?(?:average|avg|mean|median|total|sum|min|max|high|low|change|std)/i

/** Whether a row sums others up. */
export function isSummary({ cells }: TableRow): boolean {
  return SUMMARY.test(cells[0] ?? '')
}

/** Whether a row of a table with rates is a title, a remark, a sum or a day without any rate. */
export function isAside(row: TableRow, { columns, day }: TableLayout): boolean {
  const { cells } = row
  if (!columns) return !cells.some((cell) => isDay(cell) || isNumber(cell))
  const date = day === '' ? (cells[columns.indexOf('date')] ?? '') : ''
  if (SUMMARY.test(date) || isSummary(row)) return true
  const own = cells.filter((_, index) => ratesOfUse(columns[index] ?? 'none') !== undefined)
  if (own.some(isNumber)) return false
  const hasDay = day !== '' || isDay(date)
  return hasDay && !isWide(columns) && day === ''
    ? false
    : !hasDay || !own.some((cell) => /\d/.test(cell))
}
