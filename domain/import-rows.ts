import type { CalendarDate } from './calendar-date.ts'
import type { ColumnUse } from './imports/column-use.ts'
import { isCurrency, type Currency } from './currency.ts'
import { orderProvenBy, type DateOrder, type DayText } from './day-text.ts'
import { givenRates, isAside, type GivenRate } from './imports/given-rates.ts'
import { inputError } from './input-error.ts'
import { rateFromText, roundedRate, type Rate } from './money.ts'
import { readTable, TABLE_LIMITS, TableError, type TableRow } from './pasted-table.ts'
import type { RateKind } from './series.ts'
import {
  bareNumber,
  holdsRate,
  kindOf,
  layoutOf,
  readDayCell,
  type TableLayout,
} from './imports/table-layout.ts'

/** A rate of an import as it was understood. Without errors, day, currency and rate are there. */
export interface ReadRow {
  readonly line: number
  readonly given: string
  readonly date: CalendarDate | null
  readonly currency: Currency | null
  /** Null where the row names none. */
  readonly kind: RateKind | null
  readonly rate: Rate | null
  /** The rate as it was given, where it has more decimals than are kept; `rate` is then there only if they are rounded. */
  readonly decimals: string | null
  /** The day could be two days; a user has to say which part comes first. */
  readonly ambiguous: boolean
  /** Whether a time of day was left out. */
  readonly timed: boolean
  /** What is wrong, as codes. */
  readonly errors: readonly string[]
}

export interface ImportOptions {
  /** For rows that name no currency. */
  readonly currency?: Currency | undefined
  /** Which part of a date such as 03/04/2026 comes first; without it what other dates of the table prove. */
  readonly dateOrder?: DateOrder | undefined
  /** What each column holds; without it as the headings say. */
  readonly columns?: readonly ColumnUse[] | undefined
  /** Whether rates with more than 4 decimals are rounded, half away from zero, instead of refused. */
  readonly round?: boolean | undefined
}

/** A table as it was understood. */
export interface ReadImport {
  readonly table: readonly TableRow[]
  readonly layout: TableLayout
  /** Each rate; a row of a sheet with a column for each currency has several. */
  readonly rows: readonly ReadRow[]
  /** Titles, remarks and days without a rate. */
  readonly skipped: readonly TableRow[]
  /** The order of day and month that a date proves and others were read by; null where none was open. */
  readonly order: { readonly order: DateOrder; readonly line: number; readonly given: string } | null
}

/** Rows beside those with rates: titles, headings, remarks. */
const MAX_ASIDE = 1000

/**
 * Reads a table of rates: a row for each rate, or a column for each currency. Yields between the rows, so that whoever reads
 * many can let others in between. Throws a TableError at what is beyond `TABLE_LIMITS`.
 */
export function* readImport(text: string, options: ImportOptions = {}): Generator<undefined, ReadImport> {
  const table: TableRow[] = []
  let hasRates = false
  for (const row of readTable(text, { cutLong: true })) {
    if (table.push(row) > TABLE_LIMITS.rows + MAX_ASIDE) throw new TableError('rows', row.line)
    hasRates ||= holdsRate(row.cells)
    yield
  }
  const layout = layoutOf(table, options.columns)
  const given: GivenRate[] = []
  const skipped: TableRow[] = []
  for (const [index, row] of table.entries()) {
    const isTitle = index < layout.heading && !holdsRate(row.cells)
    if (index === layout.heading) continue
    else if (isTitle || (hasRates && isAside(row, layout))) skipped.push(row)
    else given.push(...givenRates(row, layout))
    if (given.length > TABLE_LIMITS.rows) throw new TableError('rows', row.line)
    yield
  }
  const order = options.dateOrder === undefined ? yield* provenOrder(given) : null
  const rows: ReadRow[] = []
  for (const each of given) {
    rows.push(readRow(each, options, order?.order))
    yield
  }
  return { table, layout, rows, skipped, order }
}

/** The order that the dates of a table prove, where it settles one that could be two days; null where they contradict each other. */
function* provenOrder(given: readonly GivenRate[]): Generator<undefined, ReadImport['order']> {
  let proof: ReadImport['order'] = null
  let isOpen = false
  for (const { line, date } of given) {
    yield
    const order = orderProvenBy(date)
    if (proof && order && proof.order !== order) return null
    if (order) proof ??= { order, line, given: date }
    else if (!isOpen) isOpen = isAmbiguous(readDayCell(date))
  }
  return isOpen ? proof : null
}

function isAmbiguous(day: DayText): boolean {
  return 'error' in day && day.error === 'ambiguous'
}

function readRow(found: GivenRate, options: ImportOptions, proven: DateOrder | undefined): ReadRow {
  const errors: string[] = []
  const day = readDayCell(found.date, options.dateOrder ?? proven)
  if ('error' in day) errors.push(dayError(found.date, day.error))
  const named = found.currency === '' ? (options.currency ?? '') : found.currency.toUpperCase()
  if (named === '') errors.push(inputError('row without currency'))
  else if (!isCurrency(named)) errors.push(inputError('row currency', named))
  const kind = kindOf(found.kind)
  if (found.kind !== '' && kind === undefined) errors.push(inputError('row kind', found.kind))
  const { rate, decimals } = rateOfCell(found.rate, options.round)
  if (typeof rate === 'string') errors.push(rate)
  if (found.others.length > 0) errors.push(inputError('row unknown value', found.others.join(' ')))
  return {
    line: found.line,
    given: found.text.slice(0, 200),
    date: 'date' in day ? day.date : null,
    currency: isCurrency(named) ? named : null,
    kind: kind ?? null,
    rate: typeof rate === 'number' ? rate : null,
    ...{ decimals, ambiguous: isAmbiguous(day), timed: day.timed ?? false, errors },
  }
}

/** The rate of a cell, rounded on request, or what is wrong with it. */
function rateOfCell(cell: string, round = false): { rate: Rate | string; decimals: string | null } {
  const rate = readRate(cell)
  if (rate !== inputError('rate too many decimals')) return { rate, decimals: null }
  const plain = plainNumber(cell)
  const rounded = roundedRate(plain)
  if (typeof rounded === 'string') return { rate: inputError(`rate ${rounded}`), decimals: null }
  return { rate: round ? rounded : rate, decimals: plain }
}

/** The rate that a cell says, or what is wrong with it. A comma parts thousands or decimals; where it could be both, it is refused. */
export function readRate(text: string): Rate | string {
  const bare = bareNumber(text)
  if (bare === '') return inputError('row without rate')
  if (/^\d{1,3},\d{3}$/.test(bare)) return inputError('row rate ambiguous', bare)
  const rate = rateFromText(plainNumber(text))
  return typeof rate === 'string' ? inputError(`rate ${rate}`) : rate
}

function plainNumber(text: string): string {
  const bare = bareNumber(text)
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare)) return bare.replaceAll(',', '')
  return /^\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare
}

const DAY_ERRORS = {
  ambiguous: 'row date ambiguous',
  'no such day': 'row no such day',
  'short year': 'row short year',
  'not a day': 'row no date',
} as const

/** What is wrong with the text of a day, as an error of the input. */
export function dayError(text: string, error: keyof typeof DAY_ERRORS): string {
  if (text === '') return inputError('row without date')
  return inputError(DAY_ERRORS[error], error === 'not a day' ? text.slice(0, 40) : text)
}
