import type { CalendarDate } from '../calendar-date.ts'
import { currencies, isCurrency, type Currency } from '../currency.ts'
import { DATE_ORDERS } from '../day-text.ts'
import { publishers, type RateKind } from '../series.ts'
import {
  findDates,
  findDecimalMark,
  isBelowZero,
  type DateAnswers,
  type DecimalMark,
} from './cells.ts'
import { cellText, columnName, headingsAt, turn, type Cell, type Grid } from './table.ts'
import { readCode } from './words.ts'

export type Purpose = 'rates' | 'fill' | 'invoices' | 'balances' | 'holidays'
/** A customs week has its own form. */
export const IMPORT_KINDS = ['indicative', 'tt-buying', 'tt-selling'] as const
export type ImportKind = Exclude<RateKind, 'customs'>
export const UNITS = [1, 10, 100, 1000] as const

const USES = {
  rates: ['none', 'date', 'currency', 'kind', 'publisher', 'units', 'rate'],
  fill: ['none', 'document', 'date', 'currency', 'amount'],
  invoices: ['none', 'document', 'date', 'currency', 'rate', 'units', 'amount', 'sign'],
  balances: ['none', 'document', 'currency', 'amount', 'sign', 'booked', 'rate', 'units'],
  holidays: ['none', 'date', 'name'],
} as const satisfies Record<Purpose, readonly string[]>
export type ColumnUse = (typeof USES)[Purpose][number]
export const usesFor = (purpose: Purpose): readonly ColumnUse[] =>
  USES[purpose].filter((use) => use !== 'publisher' || publishers().length > 0)

export interface Column {
  readonly use: ColumnUse
  readonly currency?: Currency | undefined
  readonly kind?: ImportKind | undefined
  /** The heading says *buying* or *selling* without *TT*. */
  readonly side?: 'tt-buying' | 'tt-selling' | undefined
  readonly units?: (typeof UNITS)[number] | undefined
}

export interface Mapping extends DateAnswers {
  /** Each column of the file is a day: rows and columns are exchanged. */
  readonly turned: boolean
  readonly heading: number | null
  readonly columns: readonly Column[]
  readonly day?: CalendarDate | undefined
  readonly decimalMark?: DecimalMark | undefined
  /** Empty cells repeat the value above. */
  readonly fillDown: boolean
  /** Empty headings repeat the one to the left. */
  readonly fillRight: boolean
  /** For rate columns without a kind of their own. */
  readonly kind?: ImportKind | undefined
  /** `tt`: columns of buying and selling rates are TT rates; `none`: they are not imported. */
  readonly sides?: 'tt' | 'none' | undefined
  /** Booked rupees without a sign have that of their amount; `wrong` leaves such rows out. */
  readonly bookedSigns?: 'without' | 'wrong' | undefined
  /** A bank, or `main` for the main series. */
  readonly publisher?: string | undefined
  /** Meanings of values, by `valueKey`; `none`: not imported. */
  readonly values: Readonly<Record<string, string>>
  readonly round: boolean
}

export interface Sheet {
  readonly grid: Grid
  readonly headings: readonly string[]
  readonly firstHeading: number
  readonly firstRow: number
  readonly columnLabel: (at: number) => string
  readonly rowLabel: (at: number) => string
}

type Layout = Pick<Mapping, 'turned' | 'heading' | 'fillRight'>

export function viewSheet(file: Grid, { turned, heading, fillRight }: Layout): Sheet {
  const grid = turned ? turn(file) : file
  const { first, texts } = headingsAt(grid, heading, fillRight)
  const number = (at: number) => String(at + 1)
  return {
    grid,
    headings: texts,
    firstHeading: first,
    firstRow: heading === null ? 0 : heading + 1,
    columnLabel: turned ? number : columnName,
    rowLabel: turned ? columnName : number,
  }
}

export const columnsOf = ({ columns }: Pick<Mapping, 'columns'>, use: ColumnUse): number[] =>
  columns.flatMap((column, at) => (column.use === use ? at : []))

export const cellsOf = ({ grid, firstRow }: Sheet, columns: readonly number[]): Cell[] =>
  columns.flatMap((at) => grid.rows.slice(firstRow).map((row) => row[at] ?? ''))

const VALUE_USES = ['currency', 'kind', 'publisher', 'sign'] as const
type ValueUse = (typeof VALUE_USES)[number]

export const valueKey = (use: ValueUse, text: string): string => `${use} ${text}`

type Answer =
  'bookedSigns' | 'excelDays' | 'dateOrder' | 'decimalMark' | 'sides' | 'kind' | 'publisher'

/** Something that a sheet leaves open. An answered question stays, so that it can be changed. */
export interface Question {
  readonly name: string
  readonly about: Answer | 'currencyOf' | `value ${ValueUse}`
  /** Fills the question's text: a column, headings or a cell. */
  readonly given: string
  readonly choices: readonly string[]
  readonly answer: string | undefined
  readonly change: (choice: string) => Partial<Mapping>
}

type Missing = 'rate' | 'date' | 'name' | 'currency' | 'amount' | 'booked'

interface Questions {
  readonly missing: readonly Missing[]
  /** There is no date column, so the user gives one day for all rates. */
  readonly needsDay: boolean
  readonly questions: readonly Question[]
}

const NEEDED = {
  rates: ['rate'],
  fill: ['date', 'currency'],
  invoices: ['rate', 'date'],
  balances: ['currency', 'amount', 'booked'],
  holidays: ['date', 'name'],
} as const satisfies Record<Purpose, readonly Missing[]>

export function findQuestions(sheet: Sheet, mapping: Mapping, purpose: Purpose): Questions {
  const has = (use: ColumnUse) => columnsOf(mapping, use).length > 0
  return {
    missing: NEEDED[purpose].filter((use) => !has(use) && !(use === 'booked' && has('rate'))),
    needsDay: purpose === 'rates' && !has('date'),
    questions: [
      ...(purpose === 'balances' ? questionOnSigns(sheet, mapping) : []),
      ...(purpose === 'balances' ? [] : questionsOnCurrencies(sheet, mapping)),
      ...questionsOnCells(sheet, mapping),
      ...(purpose === 'rates' ? questionsOnSeries(sheet, mapping) : []),
      ...VALUE_USES.flatMap((use) => questionsOnValues(sheet, mapping, use)),
    ],
  }
}

const ask = (
  mapping: Mapping,
  about: Answer,
  choices: readonly string[],
  given = '',
): Question => ({
  name: about,
  about,
  given,
  choices,
  answer: mapping[about],
  change: (choice) => ({ [about]: choice }),
})

function questionsOnCurrencies({ columnLabel }: Sheet, mapping: Mapping): Question[] {
  const { columns } = mapping
  if (columnsOf(mapping, 'currency').length > 0) return []
  const open = columnsOf(mapping, 'rate').filter((at) => !columns[at]?.currency)
  return open.map((at) => ({
    name: `currency ${at}`,
    about: 'currencyOf',
    given: columnLabel(at),
    choices: currencies(),
    answer: undefined,
    change: (choice) => ({
      columns: columns.map((column, each) =>
        each === at && isCurrency(choice) ? { ...column, currency: choice } : column,
      ),
    }),
  }))
}

/** Asked if booked rupees have another sign than their amount. */
function questionOnSigns(sheet: Sheet, mapping: Mapping): Question[] {
  const [amount, booked] = [columnsOf(mapping, 'amount')[0], columnsOf(mapping, 'booked')[0]]
  if (amount === undefined || booked === undefined) return []
  const [sign] = columnsOf(mapping, 'sign')
  const rows = sheet.grid.rows.slice(sheet.firstRow)
  const odd = rows.find((row) => {
    const text = cellText(row[sign ?? -1])
    const isCredit = text !== '' && mapping.values[valueKey('sign', text)] === 'credit'
    const [below, bookedBelow] = [isBelowZero(row[amount]), isBelowZero(row[booked])]
    return below !== undefined && bookedBelow !== undefined && (below || isCredit) !== bookedBelow
  })
  return odd ? [ask(mapping, 'bookedSigns', ['without', 'wrong'], cellText(odd[booked]))] : []
}

function questionsOnCells(sheet: Sheet, mapping: Mapping): Question[] {
  const dates = datesIn(sheet, mapping)
  const { ambiguous } = numbersIn(sheet, mapping)
  const order = ask(mapping, 'dateOrder', DATE_ORDERS, dates.ambiguous ?? '03/04/2026')
  return [
    ...(dates.isMixed ? [ask(mapping, 'excelDays', ['swapped', 'right'])] : []),
    ...(dates.ambiguous !== undefined || dates.isContradictory
      ? [{ ...order, answer: order.answer ?? dates.proven }]
      : []),
    ...(ambiguous === undefined ? [] : [ask(mapping, 'decimalMark', ['.', ','], ambiguous)]),
  ]
}

function questionsOnSeries({ headings }: Sheet, mapping: Mapping): Question[] {
  const hasKinds = columnsOf(mapping, 'kind').length > 0
  const isOpen = ({ use, kind }: Column) => use === 'rate' && !kind && !hasKinds
  const sides = mapping.columns.flatMap((column, at) =>
    isOpen(column) && column.side ? (headings[at] ?? '') : [],
  )
  const isBankOpen = publishers().length > 0 && columnsOf(mapping, 'publisher').length === 0
  return [
    ...(sides.length > 0
      ? [ask(mapping, 'sides', ['tt', 'none'], sides.slice(0, 4).join(', '))]
      : []),
    ...(mapping.columns.some((column) => isOpen(column) && !column.side)
      ? [ask(mapping, 'kind', IMPORT_KINDS)]
      : []),
    ...(isBankOpen ? [ask(mapping, 'publisher', publisherChoices())] : []),
  ]
}

const MAX_VALUES = 60
const publisherChoices = () => ['main', ...publishers().map(({ id }) => id)]

function questionsOnValues(sheet: Sheet, mapping: Mapping, use: ValueUse): Question[] {
  const { values } = mapping
  const texts = new Set(cellsOf(sheet, columnsOf(mapping, use)).map(cellText))
  const isOpen = (text: string) => text !== '' && (use !== 'currency' || !readCode(text))
  const choices = {
    currency: ['none', ...currencies()],
    kind: [...IMPORT_KINDS, 'none'],
    publisher: [...publisherChoices(), 'none'],
    sign: ['debit', 'credit'],
  }[use]
  return [...texts]
    .filter(isOpen)
    .slice(0, MAX_VALUES)
    .map((text) => {
      const name = valueKey(use, text)
      return {
        name,
        about: `value ${use}`,
        given: text,
        choices,
        // A name that is not recognised is no currency of ours until the user says which.
        answer: values[name] ?? (use === 'currency' ? 'none' : undefined),
        change: (choice) => ({ values: { ...values, [name]: choice } }),
      }
    })
}

export const datesIn = (sheet: Sheet, mapping: Mapping) =>
  findDates(cellsOf(sheet, columnsOf(mapping, 'date').slice(0, 1)))

export const numbersIn = (sheet: Sheet, mapping: Mapping) =>
  findDecimalMark(
    cellsOf(sheet, columnsOf(mapping, 'rate')),
    cellsOf(sheet, [...columnsOf(mapping, 'amount'), ...columnsOf(mapping, 'booked')]),
  )
