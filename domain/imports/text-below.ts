import type { TableRow } from '../pasted-table.ts'
import { namesDay } from './board-day.ts'
import { isDay } from './cell-looks.ts'
import { isAside, isSummary } from './aside-rows.ts'
import { isHeading, titleOf, type TitleWords } from './headings.ts'
import { currencyNamed, wordsOf, wordsOfTitle } from './rate-words.ts'
import type { TableLayout } from './table-layout.ts'

/** What stands among and below the rates of a table besides them. */
export interface TextBelow {
  /** Index of the row that begins another table or section, for which no heading above holds. */
  readonly section: number
  readonly sectionText: string
  /** The remark behind the last rate that says something of all of them. */
  readonly remark: TitleWords | undefined
}

const MARK = /^[*†‡#^]{1,3}/

export function* readTextBelow(
  table: readonly TableRow[],
  layout: TableLayout,
): Generator<undefined, TextBelow> {
  if (layout.isOfInvoices) return { section: table.length, sectionText: '', remark: undefined }
  const asides: { readonly index: number; readonly row: TableRow }[] = []
  const marked = new Set<string>()
  let last = -1
  for (const [index, row] of table.entries()) {
    yield
    for (const cell of row.cells)
      for (const [mark] of cell.matchAll(/[*†‡#^]{1,3}$/g)) marked.add(mark)
    if (layout.firstData < 0 || index <= layout.heading || index < layout.firstData) continue
    const isRate = !isAside(row, layout) && !isTitled(row, layout)
    if (isRate) last = index
    else if (isText(row) && !isSummary(row)) asides.push({ index, row })
  }
  const known = new Set(table.slice(0, layout.heading + 1).map(textOf))
  let section: TableRow | undefined
  const remarks: TitleWords[] = []
  for (const { index, row } of asides) {
    yield
    const text = textOf(row)
    if (index < last) section ??= !known.has(text) && beginsSection(row, layout) ? row : undefined
    // A marked row is not read by itself, so that its footnote is of nobody else.
    else if (!marked.has(MARK.exec(text)?.[0] ?? '')) remarks.push(titleOf([text]))
  }
  return {
    section: section ? table.indexOf(section) : table.length,
    sectionText: section ? textOf(section).slice(0, 60) : '',
    remark: remarks.find(isOfAll) ?? remarks.find(saysKind),
  }
}

/** Whether words say of all rates that they are none; those of yen are often for 100. */
function isOfAll({ otherFigure, other }: TitleWords): boolean {
  return otherFigure !== null && !(otherFigure === 'units' && other !== null)
}

/** Whether words are of a kind of rates that a table without any is none of. */
function saysKind({ side, isTransfer, kind }: TitleWords): boolean {
  return side !== null || isTransfer || kind === 'customs'
}

const textOf = ({ cells }: TableRow) => cells.filter(Boolean).join(' ; ')

const isText = ({ cells }: TableRow) => cells.some((cell) => /\p{L}/u.test(cell))

/** Whether words stand where the day would, with a figure behind them: of a section, not a rate. */
function isTitled({ cells }: TableRow, { columns, day }: TableLayout): boolean {
  const date = columns && day === '' ? (cells[columns.indexOf('date')] ?? '') : ''
  return /\p{L}/u.test(date) && !isDay(date) && wordsOfTitle(date).otherFigure !== null
}

/** Whether a row between rates says something of those below it. */
function beginsSection(row: TableRow, { columns, day }: TableLayout): boolean {
  const { cells } = row
  if (columns) {
    const [date, currency] = [columns.indexOf('date'), columns.indexOf('currency')]
    // A day or a currency without a rate.
    if (isDay(cells[date] ?? '') || currencyNamed(cells[currency] ?? '') !== null) return false
  }
  if (cells.some(isDay)) return true
  const text = textOf(row)
  const { side, isTransfer, kind, foreign, hasBothSides } = wordsOf(text)
  if (side !== null || hasBothSides || isTransfer || kind !== null || foreign > 0) return true
  if (wordsOfTitle(text).otherFigure !== null || (day !== '' && namesDay(text))) return true
  const words = cells.filter((cell) => /\p{L}/u.test(cell))
  return words.length > 1 ? words.some(isHeading) : words.some((cell) => /^rates?$/i.test(cell))
}
