import { isReadable, ratesOfUse, ratesUnderHeading, type ColumnUse } from './column-use.ts'
import { dayOfMoment, readDay, type DateOrder, type DayText } from '../day-text.ts'
import type { TableRow } from '../pasted-table.ts'
import { isRateKind, type RateKind } from '../series.ts'

/** How the rows of a sheet are read. */
export interface TableLayout {
  /** What each column holds; null where each row is read by what its cells look like. */
  readonly columns: readonly ColumnUse[] | null
  /** Index of the row of headings; -1 without one. */
  readonly heading: number
  /** Index of the first row with a day and a number; -1 without one. */
  readonly firstData: number
}

/** How far down a heading is looked for: below titles, addresses and remarks. */
export const HEADING_ROWS = 30

const HEADINGS: readonly (readonly [RegExp, ColumnUse])[] = [
  [/^(?:(?:value |rate |trade |effective )?date|day|datum|දිනය|திகதி|தேதி)$/i, 'date'],
  [/^(?:base[ _]?)?currency$/i, 'currency'],
  [/^kind$/i, 'kind'],
]
const RATE = /^(?:(?:exchange )?rate|rate in lkr|lkr)\b/i

/**
 * How a table is read: by `chosen`, one use for each column; else by its row of headings, wherever it is within the first
 * rows; else by what its cells look like. Only the first `HEADING_ROWS` rows are looked at.
 */
export function layoutOf(table: readonly TableRow[], chosen?: readonly ColumnUse[]): TableLayout {
  const rows = table.slice(0, HEADING_ROWS)
  const firstData = rows.findIndex((row) => holdsRate(row.cells))
  const known = rows
    .map((_, index) => ({ heading: index, columns: columnsUnder(rows, index, firstData) }))
    .find(({ columns }) => columns !== undefined)
  const heading = known?.heading ?? headingAbove(rows, firstData)
  return { columns: chosen ?? known?.columns ?? null, heading, firstData }
}

/** The texts of the row of headings, by which the same kind of sheet is known the next time; none without such a row. */
export function headingsOf(table: readonly TableRow[], { heading }: TableLayout): readonly string[] {
  return table[heading]?.cells ?? []
}

/** Whether there are a day and, in another cell, a number. */
export function holdsRate(cells: readonly string[]): boolean {
  const day = cells.findIndex(isDay)
  return day >= 0 && cells.some((cell, index) => index !== day && isNumber(cell))
}

/** Whether a cell has the form of a day, if only of one that could be two or does not exist. */
export function isDay(cell: string): boolean {
  const day = readDayCell(cell)
  return 'date' in day || day.error !== 'not a day'
}

/** The day of a cell, its time of day left out. */
export function readDayCell(cell: string, order?: DateOrder): DayText & { readonly timed?: true } {
  // Most cells of a hostile table are spared the patterns by this one.
  if (!/\d/.test(cell)) return { error: 'not a day' }
  const day = readDay(cell, order)
  if ('date' in day || day.error !== 'not a day') return day
  const moment = dayOfMoment(cell)
  return moment === undefined ? day : { ...readDay(moment, order), timed: true }
}

/** Whether a cell is written as a number, if only of one that no rate can be. */
export function isNumber(cell: string): boolean {
  return /^-?(?:\d[\d.,]*|\.\d+)$/.test(bareNumber(cell))
}

/** A number without the rupees before or behind it. */
export function bareNumber(cell: string): string {
  return cell
    .replace(/^(?:LKR|Rs\.?)\s*/i, '')
    .replace(/LKR$/i, '')
    .trimEnd()
}

/** The kind that a cell names, as `tt-selling` or `TT selling`. */
export function kindOf(cell: string): RateKind | undefined {
  const kind = cell.toLowerCase().replace(/[ _]/g, '-')
  return isRateKind(kind) ? kind : undefined
}

/** What the columns hold by the headings in a row; undefined where it is no such row. */
function columnsUnder(rows: readonly TableRow[], index: number, firstData: number): ColumnUse[] | undefined {
  const cells = rows[index]?.cells ?? []
  if (cells.some((cell) => isNumber(cell))) return undefined
  const uses = withRate(cells.map(useUnder))
  const isLong = uses.includes('date') && uses.includes('rate')
  const named = uses.map((use, at) => (isOfLayout(use, isLong) && !isRepeated(uses, at) ? use : 'none'))
  if (!isLong && new Set(named.filter(ratesOfUse)).size > 1 && !named.includes('date')) {
    // The currencies alone tell that this is the heading, in whatever language the date's is.
    const date = firstData > index ? rows[firstData]?.cells.findIndex(isDay) : undefined
    if (date !== undefined && named[date] === 'none') named[date] = 'date'
  }
  return isReadable(named) ? named : undefined
}

function useUnder(heading: string): ColumnUse {
  const text = heading.trim()
  const aside = HEADINGS.find(([name]) => name.test(text))?.[1]
  return aside ?? ratesUnderHeading(text) ?? (RATE.test(text) ? 'rate' : 'none')
}

/** Beside a column of currencies, the only one with rates has those of every row, whichever currency its heading names. */
function withRate(uses: readonly ColumnUse[]): readonly ColumnUse[] {
  const isOnly = uses.filter(ratesOfUse).length === 1 && !uses.includes('rate')
  return uses.includes('currency') && isOnly ? uses.map((use) => (ratesOfUse(use) ? 'rate' : use)) : uses
}

function isOfLayout(use: ColumnUse, isLong: boolean): boolean {
  return use === 'date' || (ratesOfUse(use) ? !isLong : isLong)
}

/** Whether a use that only one column can have is that of an earlier one. */
function isRepeated(uses: readonly ColumnUse[], at: number): boolean {
  const use = uses[at]
  return use !== undefined && !ratesOfUse(use) && uses.indexOf(use) < at
}

/** The row above the first one with rates, where it has several cells and none is a day or a number. */
function headingAbove(rows: readonly TableRow[], firstData: number): number {
  const cells = rows[firstData - 1]?.cells ?? []
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 1 && !filled.some((cell) => isDay(cell) || isNumber(cell)) ? firstData - 1 : -1
}
