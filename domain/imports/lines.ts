import {
  problem,
  readOpenAmount,
  readParts,
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

/** A row is one line, or one of each rate. */
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
  const lineAt = (column: number, text: string): Line => ({
    cell: turned
      ? sheet.rowLabel(index) + sheet.columnLabel(column)
      : sheet.columnLabel(column) + sheet.rowLabel(index),
    row: turned ? column + 1 : index + 1,
    given: text.slice(0, 200),
  })
  const isByRate = purpose === 'rates' || purpose === 'invoices'
  const main = isByRate ? used.filter((column) => columns[column]?.use === 'rate') : used
  const isRepeated = (column: number) =>
    typeof given[column] === 'string' && given[column] === sheet.grid.rows[heading ?? -1]?.[column]
  if (main.every(isRepeated)) {
    const texts = used.map((column) => cellText(given[column])).join(' ')
    const open = main.length === 0 ? readOpenAmount({ ...reading, row }) : {}
    return [{ ...lineAt(first, texts), ...unused('row nothing'), ...open }]
  }
  // A holiday's name may have commas.
  const wrongRow = purpose === 'holidays' ? undefined : findWrongWidth(given, reading)
  const whole = row.map(cellText).filter(Boolean).join(' ')
  return (isByRate ? main : [first]).map((at) => {
    const line = lineAt(at, isByRate ? cellText(given[at]) : whole)
    const other = isByRate ? otherHeadings.get(at) : undefined
    const wrong = other === undefined ? wrongRow : problem('row other heading', other)
    if (wrong) return { ...line, ...wrong }
    return readParts(line, { ...reading, row, ...(isByRate && { at }) })
  })
}

/** An unquoted decimal comma splits a number and so adds a cell. */
function findWrongWidth(row: readonly Cell[], { sheet, width }: Reading): Part | undefined {
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
