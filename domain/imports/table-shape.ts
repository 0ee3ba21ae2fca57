import { MAX_ASIDE, TABLE_LIMITS, TableError, type TableRow } from '../pasted-table.ts'
import { fromDayNumber } from '../calendar-date.ts'
import { isDay, isManyUnits, isNumber } from './cell-looks.ts'
import { ratesOfUse, type ColumnUse } from './column-use.ts'
import { currencyNamed } from './rate-words.ts'
import { HEADING_ROWS } from './table-layout.ts'

type Rows = Generator<undefined, readonly TableRow[]>

/** What a spreadsheet calls 1 January 1970 (ECMA-376, 18.17.4.1). */
const SERIAL_OF_1970 = 25_569
/** From 2000 to 2099: a number that is no rate of a currency. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]
const DATE_HEADING = /date|day$/i

/**
 * A table with days written out that were a spreadsheet's numbers, and days across put down. Lines
 * stay those of the sheet.
 */
export function* withRowsOfDays(table: readonly TableRow[]): Rows {
  return yield* daysDown(yield* withoutSerials(table))
}

function* withoutSerials(table: readonly TableRow[]): Rows {
  const columns = new Set<number>()
  for (const [at, { cells }] of table.slice(0, HEADING_ROWS).entries())
    for (const [index, cell] of cells.entries())
      if (DATE_HEADING.test(cell) && isSerial(firstBelow(table, at, index))) columns.add(index)
  const across = table.slice(0, HEADING_ROWS).findIndex(isRowOfSerials)
  const isRead = (at: number, index: number) => at === across || columns.has(index)
  const read: TableRow[] = []
  for (const [at, row] of table.entries()) {
    yield
    const cells = row.cells.map((cell, index) =>
      isRead(at, index) && isSerial(cell) ? dayOf(cell) : cell,
    )
    read.push(at === across || columns.size > 0 ? { line: row.line, cells } : row)
  }
  return read
}

/** Whether a row has days as numbers under a word in its first cell, such as `Currency`. */
function isRowOfSerials({ cells }: TableRow): boolean {
  const [first = '', ...others] = cells
  const numbers = others.filter(isNumber)
  return numbers.length > 1 && !/\d/.test(first) && numbers.every(isSerial)
}

function firstBelow(table: readonly TableRow[], at: number, index: number): string {
  return (
    table.slice(at + 1, at + 4).find(({ cells }) => (cells[index] ?? '') !== '')?.cells[index] ?? ''
  )
}

const COMPACT = /^(20\d\d)(0[1-9]|1[0-2])([0-3]\d)$/

function isSerial(cell: string): boolean {
  if (COMPACT.test(cell)) return true
  return (
    /^\d{5}(?:\.\d+)?$/.test(cell) && Number(cell) >= FIRST_SERIAL && Number(cell) <= LAST_SERIAL
  )
}

/** The day of a serial, or of 20261120; half a second before midnight is midnight. */
function dayOf(serial: string): string {
  if (COMPACT.test(serial)) return serial.replace(COMPACT, '$1-$2-$3')
  return fromDayNumber(Math.floor(Number(serial) + 0.5 / 86_400) - SERIAL_OF_1970)
}

const TURNED = ['Date', 'Currency', 'Type', 'Rate']
/** Whether a row has the headings of a table whose days across were put down. */
export const isOfTurned = (row: TableRow | undefined): boolean => row?.cells === TURNED

/** A row for each currency and day of a table whose days are in one row; others as they are. */
function* daysDown(table: readonly TableRow[]): Rows {
  const at = table
    .slice(0, HEADING_ROWS)
    .findIndex(({ cells }) => cells.filter(isDay).length > 1 && !cells.some(isNumber))
  const over = table[at]
  // Words under the days are headings of their own.
  if (!over || isHeadings(table[at + 1])) return table
  const turned: TableRow[] = []
  for (const row of table.slice(at + 1)) {
    yield
    turned.push(...turnedRow(row, over.cells))
    if (turned.length > TABLE_LIMITS.rows + MAX_ASIDE) throw new TableError('rows', row.line)
  }
  if (!turned.some(({ cells }) => isDay(cells[0] ?? ''))) return table
  return [...table.slice(0, at), { line: over.line, cells: TURNED }, ...turned]
}

/** Whether a row has words in several columns, and nothing else. */
function isHeadings(row: TableRow | undefined): boolean {
  const cells = row?.cells.filter(Boolean) ?? []
  return cells.length > 1 && cells.every((cell) => /\p{L}/u.test(cell) && !isDay(cell))
}

/** A row of the currency for each day; one without a currency and without figures stays. */
function turnedRow({ line, cells }: TableRow, over: readonly string[]): TableRow[] {
  const currency = currencyNamed(cells[0] ?? '')
  if (currency === null) return cells.some(isNumber) ? [] : [{ line, cells }]
  const corner = over.slice(0, over.findIndex(isDay))
  const beside = cells.filter(
    (cell, index) => (!isNumber(cell) || isManyUnits(cell)) && !isDay(over[index] ?? ''),
  )
  const words = [...corner, ...beside].filter(Boolean).join(' ')
  return over.flatMap((day, index) =>
    isDay(day) && (cells[index] ?? '') !== ''
      ? [{ line, cells: [day, cells[0] ?? '', words, cells[index] ?? ''] }]
      : [],
  )
}

/** A table in which a day stands once over the rows of its currencies, with the day in each row. */
export function* withDaysBelow(
  table: readonly TableRow[],
  columns: readonly ColumnUse[] | null,
): Rows {
  const date = columns?.indexOf('date') ?? -1
  const currency = columns?.indexOf('currency') ?? -1
  const rate = columns?.findIndex((use) => ratesOfUse(use) !== undefined) ?? -1
  if (date < 0 || currency < 0 || rate < 0) return table
  let day = ''
  const seen = new Set<string>()
  const read: TableRow[] = []
  for (const row of table) {
    yield
    const own = row.cells[date] ?? ''
    const named = currencyNamed(row.cells[currency] ?? '')
    if (own !== '') {
      day = isDay(own) ? own : ''
      seen.clear()
    }
    const isBelow = own === '' && day !== '' && named !== null && isNumber(row.cells[rate] ?? '')
    if (named === null || seen.has(named)) day = ''
    else seen.add(named)
    const cells = row.cells.map((cell, index) => (index === date ? day : cell))
    read.push(isBelow && day !== '' ? { line: row.line, cells } : row)
  }
  return read
}
