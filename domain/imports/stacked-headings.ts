import type { TableRow } from '../pasted-table.ts'
import { wordsOf } from './rate-words.ts'

/** The words over one column, from the uppermost row of headings to the lowest. */
export interface StackedHeading {
  readonly texts: readonly string[]
  readonly lowest: string
  /**
   * Whether the upper words come from columns to the left that say buying or selling, and this one
   * does not.
   */
  readonly isCarriedOver: boolean
}

/** The last row, and the rows of several texts right above it. */
export function headingBlock(rows: readonly TableRow[]): readonly TableRow[] {
  let first = rows.length - 1
  while (first > 0 && rows.length - first < 3) {
    const [above, below] = [rows[first - 1], rows[first]]
    if (!above || !below || below.line - above.line > 1) break
    if (above.cells.filter(isWord).length < 2) break
    first--
  }
  return rows.slice(Math.max(0, first))
}

/** Whether a cell is neither empty nor a figure or a day. */
function isWord(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/\d{4}/.test(cell)
}

/** The words over each column of a block; `isAlone` says of which none goes on to the right. */
export function stackedHeadings(
  block: readonly TableRow[],
  isAlone: (text: string) => boolean,
): readonly StackedHeading[] {
  const rows = block.map(({ cells }, at) => filledRight(cells, block.slice(at + 1), isAlone))
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, index) => {
    const filled = rows.map((row) => row[index] ?? { text: '', from: index })
    const lowest = block.at(-1)?.cells[index] ?? ''
    const carried = filled.find(({ from }) => from !== index)
    const begun = block.at(-1)?.cells[carried?.from ?? index] ?? ''
    return {
      texts: filled.map(({ text }) => text).filter(Boolean),
      lowest,
      isCarriedOver: carried !== undefined && saysSide(begun) && !saysSide(lowest),
    }
  })
}

function saysSide(text: string): boolean {
  const { side, isTransfer, kind } = wordsOf(text)
  return side !== null || isTransfer || kind !== null
}

interface FilledCell {
  readonly text: string
  /** The column that it is written in. */
  readonly from: number
}

/** A merged heading over each of its columns: as far as the rows below have headings too. */
function filledRight(
  cells: readonly string[],
  below: readonly TableRow[],
  isAlone: (text: string) => boolean,
): readonly FilledCell[] {
  let last: FilledCell = { text: '', from: 0 }
  const width =
    below.length === 0 ? cells.length : Math.max(...below.map((row) => row.cells.length))
  return Array.from({ length: width }, (_, index) => {
    const own = { text: cells[index] ?? '', from: index }
    if (own.text !== '') last = isAlone(own.text) ? { text: '', from: index } : own
    const goesOn = own.text === '' && below.some((row) => (row.cells[index] ?? '') !== '')
    return goesOn ? { text: last.text, from: last.text === '' ? index : last.from } : own
  })
}
