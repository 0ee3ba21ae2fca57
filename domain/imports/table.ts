import type { CalendarDate } from '../calendar-date.ts'
import { decimalNumber } from '../money.ts'

/** A spreadsheet's day is without its time. An empty cell is `''`. */
export type Cell =
  | string
  | number
  | { readonly day: CalendarDate; readonly error?: never }
  | { readonly error: string; readonly day?: never }

/** Empty rows stay, so that an index is the sheet's row number less one. */
export interface Grid {
  readonly rows: readonly (readonly Cell[])[]
  /** Set for a grid that was read from text. */
  readonly delimiter?: string
  /** Serial numbers of days count from 1 January 1904. */
  readonly isOf1904?: boolean
}

export const GRID_LIMITS = { rows: 10_100, columns: 200, characters: 2000 } as const
/** Rates, invoices or holidays in one request. */
export const MAX_LINES = 10_000
export const IMPORT_BYTES = {
  file: 4_194_304,
  unpacked: 33_554_432,
  request: 2_097_152,
} as const

export const isEmpty = (cell: Cell | undefined): boolean => cell === undefined || cell === ''

export function cellText(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell
  // Spreadsheets calculate with 15 digits and store 17: 329.64 as 329.64000000000004.
  if (typeof cell === 'number') return decimalNumber(Number(cell.toPrecision(15)))
  return cell === undefined ? '' : (cell.day ?? cell.error)
}

export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

export function turn({ rows, ...grid }: Grid): Grid {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return {
    ...grid,
    rows: Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? '')),
  }
}

export function widthOf({ rows }: Grid): number {
  return rows.reduce((most, row) => {
    let width = row.length
    while (width > most && isEmpty(row[width - 1])) width--
    return Math.max(most, width)
  }, 0)
}

/**
 * Joins row `at` with the rows directly above it that have several texts and neither numbers nor
 * days. `fillRight`: an empty heading repeats the one to its left.
 */
export function headingsAt(
  { rows }: Grid,
  at: number | null,
  fillRight: boolean,
): { readonly first: number; readonly texts: readonly string[] } {
  if (at === null) return { first: 0, texts: [] }
  let first = at
  while (first > 0 && isHeadingRow(rows[first - 1] ?? [])) first--
  const parts = rows.slice(first, at + 1).map((row, index, all) => {
    const texts = row.map((cell) => cellText(cell).replaceAll(/\s+/g, ' '))
    const isFilled = fillRight && (index < all.length - 1 || all.length === 1)
    return isFilled ? texts.map((text, column) => text || leftOf(texts, column)) : texts
  })
  const width = parts.reduce((most, part) => Math.max(most, part.length), 0)
  const texts = Array.from({ length: width }, (_, column) =>
    [...new Set(parts.map((part) => part[column] ?? ''))].filter(Boolean).join(' '),
  )
  return { first, texts }
}

function isHeadingRow(row: readonly Cell[]): boolean {
  const cells = row.filter((cell) => !isEmpty(cell))
  const isText = cells.every((cell) => typeof cell === 'string' && !/^[\d.,:/-]+$/.test(cell))
  return isText && new Set(cells).size > 1 && !cells.some((cell) => cellText(cell).length > 60)
}

const leftOf = (texts: readonly string[], column: number) =>
  texts.slice(0, column).findLast((text) => text !== '') ?? ''
