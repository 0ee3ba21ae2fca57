import type { CalendarDate } from '../calendar-date.ts'
import type { Currency } from '../currency.ts'
import { publishers, type RateKind } from '../series.ts'
import {
  findDates,
  findDecimalMark,
  type DateAnswers,
  type DatesFound,
  type DecimalMark,
} from './cells.ts'
import { cellText, headingsAt, turn, type Cell, type Grid } from './table.ts'
import { readCode } from './words.ts'

export type Purpose = 'rates' | 'invoices' | 'holidays'
/** Kinds that a sheet can be imported as; a customs week has its own form. */
export const IMPORT_KINDS = ['indicative', 'tt-buying', 'tt-selling'] as const
export type ImportKind = Exclude<RateKind, 'customs'>
export const UNITS = [1, 100, 1000] as const

const USES = {
  rates: ['none', 'date', 'currency', 'kind', 'publisher', 'units', 'rate'],
  invoices: ['none', 'document', 'date', 'currency', 'rate', 'units', 'amount', 'sign'],
  holidays: ['none', 'date', 'name'],
} as const satisfies Record<Purpose, readonly string[]>
export type ColumnUse = (typeof USES)[Purpose][number]
export const usesFor = (purpose: Purpose): readonly ColumnUse[] => USES[purpose]

export interface Column {
  readonly use: ColumnUse
  /** Named by the heading of a rate column. */
  readonly currency?: Currency | undefined
  readonly kind?: ImportKind | undefined
  /** Set if the heading of a rate column says *buying* or *selling* and nothing else. */
  readonly side?: 'tt-buying' | 'tt-selling' | undefined
  readonly units?: (typeof UNITS)[number] | undefined
}

/** Uses of a column whose distinct values a user explains once. */
const VALUE_USES = ['currency', 'kind', 'publisher', 'sign'] as const
export type ValueUse = (typeof VALUE_USES)[number]

/** The answers of a user about a sheet. */
export interface Mapping extends DateAnswers {
  /** Each column of the file is a day: rows and columns are exchanged first. */
  readonly turned: boolean
  /** Row of the headings; null without headings. */
  readonly heading: number | null
  readonly columns: readonly Column[]
  /** The day of every row of a sheet without a date column. */
  readonly day?: CalendarDate | undefined
  readonly decimalMark?: DecimalMark | undefined
  /** Empty cells repeat the value above. */
  readonly fillDown: boolean
  /** Empty headings repeat the one to the left. */
  readonly fillRight: boolean
  /** Kind of the rate columns that have no kind of their own. */
  readonly kind?: ImportKind | undefined
  /** `tt` if columns of buying and selling rates are TT rates; others are not imported. */
  readonly sides?: 'tt' | 'none' | undefined
  /** A bank, or null for the main series. */
  readonly publisher?: string | null | undefined
  /** Meanings of values, by the use of the column and the value; `none`: not imported. */
  readonly values: Readonly<Record<string, string>>
  /** Rates with more decimals than are kept are rounded. */
  readonly round: boolean
}

/** The sheet as it is read: rows and columns exchanged if each column is a day. */
export interface Sheet {
  readonly grid: Grid
  readonly headings: readonly string[]
  /** Index from 0 of the first row of headings. */
  readonly firstHeading: number
  /** Index from 0 of the first row below the headings. */
  readonly firstRow: number
}

export function viewSheet(file: Grid, { turned, heading, fillRight }: Mapping): Sheet {
  const grid = turned ? turn(file) : file
  const { first, texts } = headingsAt(grid, heading, fillRight)
  return {
    grid,
    headings: texts,
    firstHeading: first,
    firstRow: heading === null ? 0 : heading + 1,
  }
}

export const columnsOf = ({ columns }: Mapping, use: ColumnUse): number[] =>
  columns.flatMap((column, at) => (column.use === use ? at : []))

export function cellsOf({ grid, firstRow }: Sheet, column: number): Cell[] {
  return grid.rows.slice(firstRow).map((row) => row[column] ?? '')
}

/** The questions of a sheet. Answered ones stay, so that the answer can be changed. */
export interface Questions {
  /** There is no column of rates, of dates of invoices or holidays, or of names. */
  readonly missing: readonly ('rate' | 'date' | 'name')[]
  readonly day: boolean
  readonly dates: DatesFound
  /** The first number that may be two, or the mark that the numbers prove. */
  readonly numbers: ReturnType<typeof findDecimalMark>
  /** True if a rate column has neither a kind, a side nor a column of kinds. */
  readonly kind: boolean
  /** Headings of buying or selling columns. */
  readonly sides: readonly string[]
  readonly publisher: boolean
  /** Indexes from 0 of rate columns. */
  readonly columnsWithoutCurrency: readonly number[]
  readonly values: readonly { readonly use: ValueUse; readonly texts: readonly string[] }[]
}

/** Distinct values of a column that are asked about. */
const MAX_VALUES = 60

export function findQuestions(sheet: Sheet, mapping: Mapping, purpose: Purpose): Questions {
  const used = (use: ColumnUse) => columnsOf(mapping, use)
  const isRates = purpose === 'rates'
  const rates = used('rate').map((at) => mapping.columns[at] ?? { use: 'rate' as const })
  const [date] = used('date')
  const hasKinds = used('kind').length > 0
  const texts = (use: ValueUse) => {
    const cells = used(use).flatMap((at) => cellsOf(sheet, at).map(cellText))
    const isOpen = (text: string) => text !== '' && (use !== 'currency' || !readCode(text))
    return [...new Set(cells)].filter(isOpen).slice(0, MAX_VALUES)
  }
  return {
    missing: [
      ...(purpose !== 'holidays' && rates.length === 0 ? ['rate' as const] : []),
      ...(!isRates && date === undefined ? ['date' as const] : []),
      ...(purpose === 'holidays' && used('name').length === 0 ? ['name' as const] : []),
    ],
    day: isRates && date === undefined,
    dates:
      date === undefined
        ? { isContradictory: false, isMixed: false }
        : findDates(cellsOf(sheet, date)),
    numbers: numbersIn(sheet, mapping),
    kind: isRates && !hasKinds && rates.some(({ kind, side }) => !kind && !side),
    sides: !isRates || hasKinds ? [] : sideHeadings(sheet, mapping),
    publisher: isRates && publishers().length > 0 && used('publisher').length === 0,
    columnsWithoutCurrency:
      used('currency').length > 0
        ? []
        : used('rate').filter((at) => !mapping.columns[at]?.currency),
    values: VALUE_USES.map((use) => ({ use, texts: texts(use) })).filter(
      (each) => each.texts.length > 0,
    ),
  }
}

function sideHeadings({ headings }: Sheet, { columns }: Mapping): string[] {
  return columns.flatMap(({ use, side, kind }, at) =>
    use === 'rate' && side && !kind ? (headings[at] ?? '') : [],
  )
}

export function numbersIn(sheet: Sheet, mapping: Mapping): Questions['numbers'] {
  const cells = (use: ColumnUse) => columnsOf(mapping, use).flatMap((at) => cellsOf(sheet, at))
  const found = [
    findDecimalMark(cells('rate'), 'rate'),
    findDecimalMark(cells('amount'), 'amount'),
  ].filter((each) => each !== undefined)
  const proven = found.find((each) => 'mark' in each)
  const ambiguous = found.find((each) => 'ambiguous' in each)
  const isClear = found.every((each) => !('mark' in each) || each.mark === proven?.mark)
  return proven && isClear ? proven : (ambiguous ?? found[0])
}

/** Returns true if a question of the sheet has no answer yet. */
export function isOpen(questions: Questions, mapping: Mapping): boolean {
  const { missing, day, dates, numbers, kind, sides, publisher, columnsWithoutCurrency, values } =
    questions
  return (
    missing.length > 0 ||
    (day && !mapping.day) ||
    (dates.isMixed && !mapping.excelDays) ||
    (dates.ambiguous !== undefined && !dates.proven && !mapping.dateOrder) ||
    (numbers !== undefined && 'ambiguous' in numbers && !mapping.decimalMark) ||
    (kind && !mapping.kind) ||
    (sides.length > 0 && !mapping.sides) ||
    (publisher && mapping.publisher === undefined) ||
    columnsWithoutCurrency.length > 0 ||
    values.some(
      ({ use, texts }) =>
        use !== 'currency' && texts.some((text) => !mapping.values[valueKey(use, text)]),
    )
  )
}

export const valueKey = (use: ValueUse, text: string): string => `${use} ${text}`
