import type { TableRow } from '../pasted-table.ts'
import { dayOver } from './board-day.ts'
import { holdsRate, isDay, isNumber } from './cell-looks.ts'
import { isReadable, ratesOfUse, type ColumnUse } from './column-use.ts'
import {
  headingColumns,
  isHeading,
  titleOf,
  type HeadingColumns,
  type HeadingOptions,
} from './headings.ts'
import { currencyNamed, isUnderstood } from './rate-words.ts'

/** How the rows of a sheet are read. */
export interface TableLayout extends Omit<HeadingColumns, 'columns'> {
  /** What each column holds; null where each row is read by what its cells look like. */
  readonly columns: readonly ColumnUse[] | null
  /** Whether somebody has said what the columns hold: their words are not doubted then. */
  readonly isChosen: boolean
  /** Whether the rates are those of invoices, about which other cells say nothing. */
  readonly isOfInvoices: boolean
  /** Index of the row of headings, the lowest of several; -1 without one. */
  readonly heading: number
  /** Index of the first row with a day and a number; -1 without one. */
  readonly firstData: number
  /** The day over the whole table, as it is written there; empty where rows have their own. */
  readonly day: string
}

/** How far down a heading is looked for: below titles, addresses and remarks. */
export const HEADING_ROWS = 30

/**
 * How a table is read: by `chosen` uses, else by headings within the first `HEADING_ROWS` rows,
 * else by its cells.
 */
export function layoutOf(
  table: readonly TableRow[],
  options: HeadingOptions & { readonly columns?: readonly ColumnUse[] | undefined },
): TableLayout {
  const { columns: chosen, invoices = false } = options
  const rows = table.slice(0, HEADING_ROWS)
  const dated = rows.findIndex((row) => holdsRate(row.cells))
  const board = rows.findIndex(({ cells }) => isBoardRow(cells))
  const isBoard = dated < 0 && board > 0
  const firstData = isBoard ? board : dated < 0 ? undatedBelow(rows) : dated
  const heading = headingAbove(rows, firstData)
  const sample = rows[firstData]?.cells ?? []
  const read =
    heading < 0
      ? withoutHeadings(rows.slice(0, Math.max(0, firstData)))
      : headingColumns(rows.slice(0, heading + 1), sample, options)
  const day = isBoard ? dayOver(rows.slice(0, board)) : ''
  const more = { heading, firstData, day, isChosen: chosen !== undefined, isOfInvoices: invoices }
  if (chosen) return { ...read, ...more, columns: chosen, unused: [], asked: [] }
  return { ...read, ...more, columns: usable(read.columns, isBoard) }
}

/** What titles alone say. */
function withoutHeadings(titles: readonly TableRow[]): HeadingColumns {
  const title = titleOf(titles.flatMap(({ cells }) => cells).filter(Boolean))
  return { columns: [], headings: [], unused: [], asked: [], title }
}

/** The columns where rates can be read by them. */
function usable(columns: readonly ColumnUse[], isBoard: boolean): readonly ColumnUse[] | null {
  return isReadable(isBoard ? [...columns, 'date'] : columns) ? columns : null
}

/** The lowest row of headings above the first rate: texts in two columns or more. */
function headingAbove(rows: readonly TableRow[], firstData: number): number {
  const above = rows.slice(0, Math.max(0, firstData))
  return above.findLastIndex(
    ({ cells }) =>
      cells.filter((cell) => cell !== '' && !isDay(cell) && !isNumber(cell)).length > 1,
  )
}

/** Where no row has a day, the first figures under headings: what stands for their day is said. */
function undatedBelow(rows: readonly TableRow[]): number {
  const first = rows.findIndex(({ cells }) => cells.some(isNumber))
  return headingAbove(rows, first) < 0 ? -1 : first
}

/** A row of a bank's board: a currency and a number, without a day. */
function isBoardRow(cells: readonly string[]): boolean {
  return cells.some((cell) => currencyNamed(cell) !== null) && cells.some(isNumber)
}

/** The texts of headings and titles, by which such a sheet is recognised next time. */
export function headingsOf(
  table: readonly TableRow[],
  { heading }: TableLayout,
): readonly string[] {
  const months = /\d+|(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/gi
  const rows = table.slice(0, heading + 1)
  return rows.flatMap(({ cells }) => cells.map((cell) => cell.replace(months, '')))
}

export function isWide(columns: readonly ColumnUse[]): boolean {
  return columns.some((use) => (ratesOfUse(use)?.currency ?? null) !== null)
}

/** The heading that keeps a table from being read by its columns; empty where none does. */
export function unclearHeading({ columns, heading, headings, unused }: TableLayout): string {
  if (columns || heading < 0) return ''
  const unclear = unused.find(({ why }) => why === 'unclear')?.heading
  const unknown = headings.find((each) => each !== '' && !isHeading(each) && !isUnderstood(each))
  return unclear ?? unknown ?? headings.filter(Boolean).join(' ')
}
