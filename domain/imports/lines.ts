import {
  amountIn,
  bookedIn,
  documentIn,
  otherSeriesIn,
  problem,
  rateIn,
  readCurrency,
  readDate,
  readSeries,
  unused,
  type Line,
  type Part,
  type Reading,
} from './row-parts.ts'
import {
  columnsOf,
  datesIn,
  numbersIn,
  viewSheet,
  type ColumnUse,
  type Mapping,
  type Purpose,
} from './mapping.ts'
import { cellText, isEmpty, type Cell, type Grid } from './table.ts'
import { currencyNamed, kindNamed } from './words.ts'

export type { Line } from './row-parts.ts'

/** Yields the lines of each row, so that a page can pause between rows. */
export function* readLines(file: Grid, mapping: Mapping, purpose: Purpose): Generator<Line[]> {
  const sheet = viewSheet(file, mapping)
  const dates = datesIn(sheet, mapping)
  const { excelDays, dateOrder = dates.proven, decimalMark } = mapping
  const reading: Reading = {
    sheet,
    mapping,
    purpose,
    dates: {
      excelDays,
      dateOrder,
      isUnanswered: dates.isMixed && !excelDays,
      isOf1904: file.isOf1904 ?? false,
    },
    mark: decimalMark ?? numbersIn(sheet, mapping).mark,
    width: sheet.headings.findLastIndex((text) => text !== '') + 1,
    above: new Map(),
    otherHeadings: new Map(),
  }
  for (const [at, row] of sheet.grid.rows.slice(sheet.firstRow).entries()) {
    yield readRow(row, sheet.firstRow + at, reading)
    noteOtherHeadings(row, reading)
  }
}

const FILLED: readonly ColumnUse[] = ['date', 'currency', 'kind', 'publisher', 'units']

function readRow(given: readonly Cell[], index: number, reading: Reading): Line[] {
  const { sheet, mapping, purpose, above, otherHeadings } = reading
  const { columns, turned, heading } = mapping
  const row = columns.map(({ use }, column) => {
    const cell = given[column] ?? ''
    if (!mapping.fillDown || !FILLED.includes(use)) return cell
    if (!isEmpty(cell)) above.set(column, cell)
    return above.get(column) ?? cell
  })
  const used = columns.flatMap(({ use }, at) => (use === 'none' || isEmpty(given[at]) ? [] : at))
  const [first] = used
  if (first === undefined) return []
  const line = (column: number): Line => ({
    cell: turned
      ? sheet.rowLabel(index) + sheet.columnLabel(column)
      : sheet.columnLabel(column) + sheet.rowLabel(index),
    row: turned ? column + 1 : index + 1,
    given: cellText(given[column]).slice(0, 200),
  })
  const readWhole = WHOLE_ROWS[purpose]
  const main = readWhole ? used : used.filter((column) => columns[column]?.use === 'rate')
  const isRepeated = (column: number) =>
    typeof given[column] === 'string' && given[column] === sheet.grid.rows[heading ?? -1]?.[column]
  const texts = used.map((column) => cellText(given[column])).join(' ')
  if (main.every(isRepeated))
    return [{ ...line(first), given: texts.slice(0, 200), ...unused('row nothing') }]
  // A holiday's name may have commas.
  const wrongRow = purpose === 'holidays' ? undefined : wrongWidth(given, reading)
  if (readWhole) {
    const whole = { ...line(first), given: textOf(row) }
    return [wrongRow ? { ...whole, ...wrongRow } : readWhole(row, whole, reading)]
  }
  return main.map((column) => {
    const other = otherHeadings.get(column)
    const wrong = other === undefined ? wrongRow : problem('row other heading', other)
    return wrong ? { ...line(column), ...wrong } : readRate(row, column, line(column), reading)
  })
}

/** An unquoted decimal comma splits a number and so adds a cell. */
function wrongWidth(row: readonly Cell[], { sheet, width }: Reading): Part | undefined {
  const { delimiter = '\t' } = sheet.grid
  const cells = row.findLastIndex((cell) => !isEmpty(cell)) + 1
  return width > 0 && cells > width && ',;'.includes(delimiter)
    ? problem('row more cells', String(cells), String(width))
    : undefined
}

function noteOtherHeadings(row: readonly Cell[], { sheet, mapping, otherHeadings }: Reading): void {
  for (const column of columnsOf(mapping, 'rate')) {
    const [text, heading = ''] = [row[column], sheet.headings[column]]
    if (typeof text !== 'string' || !/[a-z]{3}/i.test(text) || heading.endsWith(text)) continue
    const isHeading = currencyNamed(text) !== undefined || Object.keys(kindNamed(text)).length > 0
    if (isHeading && heading !== '' && !otherHeadings.has(column)) otherHeadings.set(column, text)
  }
}

/** A cell that says that there is no rate. */
const NO_RATE = /^(?:[-–—.]+|n\/?a|nil)$/i

function readRate(row: readonly Cell[], at: number, line: Line, reading: Reading): Line {
  const { mapping, purpose, sheet } = reading
  const [cell = '', next] = row.slice(at)
  if (typeof cell === 'string' && NO_RATE.test(cell)) return { ...line, ...unused('row no rate') }
  const column = mapping.columns[at] ?? { use: 'rate' }
  const named = readCurrency(row, column, reading)
  const series = purpose === 'rates' ? readSeries(row, column, reading) : {}
  const aside = [named, series].find(({ isUnused }) => isUnused)
  if (aside) return { ...line, ...aside }
  // If several parts have a problem, the last of these counts.
  const found: Line = {
    ...line,
    ...documentIn(row, reading),
    ...series,
    ...named,
    ...readDate(row, reading),
  }
  const { currency } = found
  if (found.problem !== undefined || !currency) return found
  const isSplit =
    sheet.grid.delimiter === ',' &&
    mapping.columns[at + 1]?.use === 'none' &&
    [cell, next].every((each) => typeof each === 'string' && /^\d{1,4}$/.test(each))
  if (isSplit)
    return { ...found, ...problem('row split number', `${cellText(cell)},${cellText(next)}`) }
  const rate = rateIn(row, at, currency, reading)
  if (rate.problem !== undefined) return { ...found, ...rate }
  const more =
    purpose === 'invoices' ? amountIn(row, currency, reading) : otherSeriesIn(row, found, reading)
  return { ...found, ...rate, ...more }
}

type ReadWhole = (row: readonly Cell[], line: Line, reading: Reading) => Line

const textOf = (row: readonly Cell[]) => row.map(cellText).filter(Boolean).join(' ').slice(0, 200)

const readHoliday: ReadWhole = (row, line, reading) => {
  const names = columnsOf(reading.mapping, 'name').map((column) => cellText(row[column]))
  const name = names.filter(Boolean).join(', ')
  return { ...line, ...(name !== '' && { name }), ...readDate(row, reading) }
}

const readFill: ReadWhole = (row, line, reading) => {
  const named = readCurrency(row, { use: 'none' }, reading)
  if (named.isUnused) return { ...line, ...named }
  const found = { ...line, ...documentIn(row, reading), ...named, ...readDate(row, reading) }
  if (found.problem !== undefined || !found.currency) return found
  return { ...found, ...amountIn(row, found.currency, reading) }
}

const readBalance: ReadWhole = (row, line, reading) => {
  const named = readCurrency(row, { use: 'none' }, reading)
  const found = { ...line, ...documentIn(row, reading), ...named }
  if (found.problem !== undefined || !found.currency) return found
  const amount = amountIn(row, found.currency, reading)
  if (amount.problem !== undefined) return { ...found, ...amount }
  if (amount.amount === undefined) return { ...found, ...problem('row without amount') }
  return { ...found, ...amount, ...bookedIn(row, found.currency, amount.amount, reading) }
}

/** Sheets of which a row is one line. */
const WHOLE_ROWS: Partial<Record<Purpose, ReadWhole>> = {
  fill: readFill,
  balances: readBalance,
  holidays: readHoliday,
}
