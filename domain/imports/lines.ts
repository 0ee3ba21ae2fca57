import type { CalendarDate } from '../calendar-date.ts'
import { unitsOf, type Currency } from '../currency.ts'
import { inputError } from '../input-error.ts'
import { toWire } from '../money.ts'
import {
  findDates,
  keptRate,
  otherWeekday,
  plainNumber,
  readAmountCell,
  readDayCell,
} from './cells.ts'
import {
  cellsOf,
  columnsOf,
  numbersIn,
  valueKey,
  viewSheet,
  type ColumnUse,
  type ImportKind,
  type Mapping,
  type Purpose,
  type Questions,
  type Sheet,
} from './mapping.ts'
import { cellText, columnName, isEmpty, type Cell, type Grid } from './table.ts'
import {
  findContradiction,
  findOtherHeadings,
  readCurrency,
  readSeries,
  readUnits,
  type Problem,
  type Reading,
} from './series-cells.ts'

/** The result of one cell or row. Without a problem it can be imported or checked. */
export interface Line {
  /** The rate's cell, such as `C7`, or the row's first cell of a list of holidays. */
  readonly cell: string
  /** Line of the text or row of the sheet, from 1. */
  readonly row: number
  readonly given: string
  readonly date?: CalendarDate
  readonly currency?: Currency
  readonly kind?: ImportKind
  readonly publisher?: string
  /** Rupees for as many units as rates of the currency are kept for. */
  readonly rate?: number
  /** An error code of `inputError`. */
  readonly problem?: string
  /** True if the cell is left aside on purpose. */
  readonly isUnused?: boolean
  readonly document?: string
  readonly amount?: number
  readonly name?: string
}

/** Reads the rows of a sheet one by one, so that a page can pause between them. */
export interface LineReader {
  /** Index from 0 of the first row below the headings. */
  readonly firstRow: number
  readonly rows: number
  /** The lines of a row: one for each rate, or one that says why it has none. */
  readonly read: (row: number) => readonly Line[]
}

export function lineReader(file: Grid, mapping: Mapping, purpose: Purpose): LineReader {
  const sheet = viewSheet(file, mapping)
  const reading: Reading = {
    sheet,
    mapping,
    purpose,
    at: (use) => columnsOf(mapping, use)[0],
    rates: columnsOf(mapping, 'rate'),
    otherHeadings: findOtherHeadings(sheet, columnsOf(mapping, 'rate')),
    names: columnsOf(mapping, 'name'),
    dates: answersFor(sheet, mapping),
    mark: mapping.decimalMark ?? provenMark(numbersIn(sheet, mapping)),
    width: sheet.headings.findLastIndex((text) => text !== '') + 1,
    above: new Map(),
  }
  const { rows } = sheet.grid
  return {
    firstRow: sheet.firstRow,
    rows: rows.length,
    read: (row) => readRow(rows[row] ?? [], row, reading),
  }
}

/** Every used cell of a sheet, as a line of its own or in the line of its row's rate. */
export function readLines(file: Grid, mapping: Mapping, purpose: Purpose): Line[] {
  const { firstRow, rows, read } = lineReader(file, mapping, purpose)
  return Array.from({ length: Math.max(rows - firstRow, 0) }, (_, at) => read(firstRow + at)).flat()
}

const provenMark = (numbers: Questions['numbers']) =>
  numbers && 'mark' in numbers ? numbers.mark : undefined

function answersFor(sheet: Sheet, mapping: Mapping): Reading['dates'] {
  const [column] = columnsOf(mapping, 'date')
  const found = column === undefined ? undefined : findDates(cellsOf(sheet, column))
  const { excelDays, dateOrder = found?.proven } = mapping
  return { excelDays, dateOrder, isUnanswered: found?.isMixed === true && !excelDays }
}

const FILLED: readonly ColumnUse[] = ['date', 'currency', 'kind', 'publisher', 'units']

function readRow(given: readonly Cell[], index: number, reading: Reading): Line[] {
  const { sheet, mapping, rates, otherHeadings, purpose, above } = reading
  const { columns, turned } = mapping
  const row = columns.map(({ use }, column) => {
    const cell = given[column] ?? ''
    if (!mapping.fillDown || !FILLED.includes(use)) return cell
    if (!isEmpty(cell)) above.set(column, cell)
    return above.get(column) ?? cell
  })
  const isUsed = (column: number) => columns[column]?.use !== 'none' && !isEmpty(given[column])
  const usedColumns = columns.flatMap((_, column) => (isUsed(column) ? column : []))
  const [first] = usedColumns
  if (first === undefined) return []
  const line = (column: number): Line => ({
    cell: turned ? `${columnName(index)}${column + 1}` : `${columnName(column)}${index + 1}`,
    row: turned ? column + 1 : index + 1,
    given: cellText(given[column]).slice(0, 200),
  })
  const wrongRow = wrongWidth(given, reading)
  const isRepeated = (column: number) =>
    typeof given[column] === 'string' &&
    given[column] === sheet.grid.rows[mapping.heading ?? -1]?.[column]
  if (purpose === 'holidays') {
    if (usedColumns.every(isRepeated)) return [aside(line(first), 'row nothing')]
    return [readHoliday(row, line(first), reading)]
  }
  const filled = rates.filter((column) => isUsed(column))
  if (filled.length === 0 || filled.every(isRepeated))
    return [
      {
        ...aside(line(first), 'row nothing'),
        given: usedColumns
          .map((column) => cellText(given[column]))
          .join(' ')
          .slice(0, 200),
      },
    ]
  return filled.map((column) => {
    const other = otherHeadings.get(column)
    const problem =
      other && other.row < index ? inputError('row other heading', other.text) : wrongRow
    return problem === undefined
      ? readRate(row, column, line(column), reading)
      : { ...line(column), problem }
  })
}

const aside = (line: Line, code: 'row nothing' | 'row no rate'): Line => ({
  ...line,
  problem: inputError(code),
  isUnused: true,
})

/** Text that is split at commas or semicolons has more cells than headings if a number has one. */
function wrongWidth(row: readonly Cell[], { sheet, width }: Reading): string | undefined {
  const { delimiter = '\t' } = sheet.grid
  const cells = row.findLastIndex((cell) => !isEmpty(cell)) + 1
  return width > 0 && cells > width && ',;'.includes(delimiter)
    ? inputError('row more cells', String(cells), String(width))
    : undefined
}

/** A cell that says on purpose that there is no rate. */
const NO_RATE = /^(?:[-–—.]+|n\/?a|nil)$/i

function readRate(row: readonly Cell[], column: number, line: Line, reading: Reading): Line {
  const { mapping, purpose, sheet } = reading
  const cell = row[column] ?? ''
  if (typeof cell === 'string' && NO_RATE.test(cell)) return aside(line, 'row no rate')
  const use = mapping.columns[column] ?? { use: 'rate' as const }
  const day = readDate(row, reading)
  const named = readCurrency(row, use, reading)
  const series: { kind?: ImportKind; publisher?: string } | Problem =
    purpose === 'rates' ? readSeries(row, use, reading) : {}
  if ('problem' in named && named.isUnused) return { ...line, ...named }
  if ('problem' in series && series.isUnused) return { ...line, ...series }
  const found: Line = {
    ...line,
    ...('date' in day && { date: day.date }),
    ...('currency' in named && { currency: named.currency }),
    ...(!('problem' in series) && series),
    ...documentIn(row, reading),
  }
  const wrong = (problem: string): Line => ({ ...found, problem })
  if ('problem' in day) return wrong(day.problem)
  if ('problem' in named) return wrong(named.problem)
  if ('problem' in series) return wrong(series.problem)
  const { currency } = named
  const next = row[column + 1]
  const isSplit =
    sheet.grid.delimiter === ',' &&
    mapping.columns[column + 1]?.use === 'none' &&
    [cell, next].every((each) => typeof each === 'string' && /^\d{1,4}$/.test(each))
  if (isSplit) return wrong(inputError('row split number', `${cellText(cell)},${cellText(next)}`))
  const number = plainNumber(cell, typeof cell === 'number' ? '.' : reading.mark)
  if ('error' in number) return wrong(number.error)
  const units = readUnits(row, use, reading)
  if (units === undefined) return wrong(inputError('row units'))
  const rate = keptRate(number.text, units, unitsOf(currency), mapping.round)
  if (typeof rate !== 'number') return wrong(rate.error)
  const other =
    purpose === 'rates' ? findContradiction(row, { currency, ...series }, reading) : undefined
  if (other) return wrong(other)
  return purpose === 'invoices'
    ? { ...found, rate: toWire(rate), ...amountIn(row, currency, reading) }
    : { ...found, rate: toWire(rate) }
}

function readDate(row: readonly Cell[], reading: Reading): { date: CalendarDate } | Problem {
  const { at, mapping, dates } = reading
  const column = at('date')
  if (column === undefined)
    return mapping.day ? { date: mapping.day } : { problem: inputError('row without date') }
  const cell = row[column] ?? ''
  const text = cellText(cell).slice(0, 40)
  if (text === '') return { problem: inputError('row without date') }
  const day = readDayCell(cell, dates)
  if ('error' in day)
    return {
      problem:
        day.error === 'ambiguous'
          ? inputError('row date ambiguous', text)
          : day.error === 'no such day'
            ? inputError('row no such day', text)
            : day.error === 'short year'
              ? inputError('row short year', text)
              : inputError('row no date', text),
    }
  if (dates.isUnanswered) return { problem: inputError('row excel days', text) }
  const weekday = otherWeekday(row, day.date)
  if (weekday) return { problem: inputError('row other weekday', day.date, weekday) }
  return { date: day.date }
}

function documentIn(row: readonly Cell[], { at }: Reading): { document?: string } {
  const column = at('document')
  const text = column === undefined ? '' : cellText(row[column]).slice(0, 100)
  return text === '' ? {} : { document: text }
}

function amountIn(
  row: readonly Cell[],
  currency: Currency,
  { at, mapping, mark }: Reading,
): { amount?: number } | Problem {
  const column = at('amount')
  const cell = column === undefined ? '' : (row[column] ?? '')
  if (!/\d/.test(cellText(cell))) return {}
  const read = readAmountCell(cell, currency, mark)
  if ('error' in read) return { problem: read.error }
  const signColumn = at('sign')
  const sign = signColumn === undefined ? '' : cellText(row[signColumn])
  const side = sign === '' ? 'debit' : mapping.values[valueKey('sign', sign)]
  if (side === undefined) return { problem: inputError('row sign open', sign.slice(0, 40)) }
  const amount = Number(read.text)
  return { amount: side === 'credit' ? -Math.abs(amount) : amount }
}

function readHoliday(row: readonly Cell[], line: Line, reading: Reading): Line {
  const name = reading.names
    .map((column) => cellText(row[column]))
    .filter(Boolean)
    .join(', ')
  const day = readDate(row, reading)
  const given = row.map(cellText).filter(Boolean).join(' ').slice(0, 200)
  return { ...line, given, ...(name !== '' && { name }), ...day }
}
