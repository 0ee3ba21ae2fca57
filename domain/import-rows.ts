import type { CalendarDate } from './calendar-date.ts'
import type { ColumnUse } from './imports/column-use.ts'
import { isCurrency, unitsOf, type Currency } from './currency.ts'
import { orderProvenBy, type DateOrder, type DayText } from './day-text.ts'
import { isAside } from './imports/aside-rows.ts'
import { givenRates, type GivenRate, type RateReading } from './imports/given-rates.ts'
import type { Unclear } from './imports/words-beside.ts'
import type { HeadingOptions, Unused } from './imports/headings.ts'
import { withDaysBelow, withRowsOfDays } from './imports/table-shape.ts'
import { inputError } from './input-error.ts'
import { rateFromText, roundedRate, type Rate } from './money.ts'
import { MAX_ASIDE, readTable, TABLE_LIMITS, TableError, type TableRow } from './pasted-table.ts'
import type { RateKind } from './series.ts'
import { bareNumber, kindOf, readDayCell } from './imports/cell-looks.ts'
import { layoutOf, type TableLayout } from './imports/table-layout.ts'
import { wordsOf } from './imports/rate-words.ts'
import { readTextBelow, type TextBelow } from './imports/text-below.ts'

/** A rate of an import as it was understood. Without errors, day, currency and rate are there. */
export interface ReadRow {
  readonly line: number
  readonly given: string
  readonly date: CalendarDate | null
  readonly currency: Currency | null
  /** A currency that is not kept, whose rate the row has; null for a rate of ours. */
  readonly otherCurrency: string | null
  /** Null where the row names none. */
  readonly kind: RateKind | null
  readonly rate: Rate | null
  /** The rate as given, where it has more decimals than are kept. */
  readonly decimals: string | null
  /** What was paid at it, as it is written in a sheet of invoices; empty otherwise. */
  readonly amount: string
  /** The day could be two days; a user has to say which part comes first. */
  readonly ambiguous: boolean
  /** Whether a time of day was left out. */
  readonly timed: boolean
  /** What is wrong, as codes. */
  readonly errors: readonly string[]
}

export interface ImportOptions extends HeadingOptions {
  /** For rows that name no currency. */
  readonly currency?: Currency | undefined
  /**
   * Which part of a date such as 03/04/2026 comes first; without it what other dates of the table
   * prove.
   */
  readonly dateOrder?: DateOrder | undefined
  /** What each column holds; without it as the headings say. */
  readonly columns?: readonly ColumnUse[] | undefined
  /**
   * Whether rates with more than 4 decimals are rounded, half away from zero, instead of refused.
   */
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
  /** Columns that look like rates and are none that are kept, by their headings. */
  readonly unused: readonly { readonly heading: string; readonly why: Unused }[]
  /** Headings that say buying or selling without a kind: a user has to answer what they are. */
  readonly asked: readonly string[]
  /**
   * The order of day and month that a date proves and others were read by; null where none was
   * open.
   */
  readonly order: {
    readonly order: DateOrder
    readonly line: number
    readonly given: string
  } | null
}

/**
 * Reads a table of rates: one a row, or a column for each currency. Yields between rows, so that
 * others get their turn. Throws a TableError beyond `TABLE_LIMITS`.
 */
export function* readImport(
  text: string,
  options: ImportOptions = {},
): Generator<undefined, ReadImport> {
  const given: TableRow[] = []
  for (const row of readTable(text, { keepLong: true })) {
    if (given.push(row) > TABLE_LIMITS.rows + MAX_ASIDE) throw new TableError('rows', row.line)
    yield
  }
  const shaped = yield* withRowsOfDays(given)
  const layout = layoutOf(shaped, options)
  const table = yield* withDaysBelow(shaped, layout.columns)
  const below = yield* readTextBelow(table, layout)
  const read = yield* ratesIn(table, { layout, below, quotes: options.quotes }, options)
  return { table, layout, ...read }
}

function* ratesIn(
  table: readonly TableRow[],
  reading: RateReading,
  options: ImportOptions,
): Generator<undefined, Omit<ReadImport, 'table' | 'layout'>> {
  const { layout, below } = reading
  const hasRates = layout.firstData >= 0
  const given: GivenRate[] = []
  // Headings that speak against every column are no reason to guess what the cells look like.
  const isRefused =
    !layout.columns &&
    (layout.asked.length > 0 || layout.unused.some(({ why }) => why !== 'unclear'))
  const skipped: TableRow[] = []
  for (const [index, row] of table.entries()) {
    const isTitle = index < layout.heading
    if (index === layout.heading) continue
    else if (isTitle || (hasRates && isAside(row, layout))) skipped.push(row)
    else if (!isRefused) given.push(...ofSection(givenRates(row, reading), index, below))
    if (given.length > TABLE_LIMITS.rows) throw new TableError('rows', row.line)
    yield
  }
  const order = options.dateOrder === undefined ? yield* provenOrder(given) : null
  const rows: ReadRow[] = []
  for (const each of given) {
    rows.push(readRow(each, options, order?.order))
    yield
  }
  const asked = new Set([...layout.asked, ...given.flatMap((each) => each.asked || [])])
  return { rows, skipped, order, unused: layout.unused, asked: [...asked] }
}

function ofSection(
  rates: readonly GivenRate[],
  index: number,
  { section, sectionText }: TextBelow,
): readonly GivenRate[] {
  if (index < section) return rates
  const unclear = { code: 'row other table', text: sectionText } as const
  return rates.map((each) => ({ ...each, unclear, asked: '', against: '', others: [] }))
}

/** The order that unambiguous dates of a table prove; null where they contradict each other. */
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
  const units = isCurrency(named) && !found.isPerUnits ? unitsOf(named) : 1
  const { rate, decimals } = rateOfCell(found.rate, units, options.round)
  if (typeof rate === 'string') errors.push(rate)
  if (found.against !== '') errors.push(inputError('row other figure', found.against.slice(0, 40)))
  if (found.asked !== '') errors.push(inputError('row side', found.asked.slice(0, 40)))
  if (found.others.length > 0) errors.push(inputError('row unknown value', found.others.join(' ')))
  return {
    line: found.line,
    given: found.text.slice(0, 200),
    date: 'date' in day ? day.date : null,
    currency: isCurrency(named) ? named : null,
    otherCurrency: found.unclear || isCurrency(named) ? null : otherCurrencyIn(named),
    kind: kind ?? null,
    rate: typeof rate === 'number' ? rate : null,
    decimals,
    amount: found.amount,
    ambiguous: isAmbiguous(day),
    timed: day.timed ?? false,
    // What stands in the way of reading a row at all is said alone.
    errors: found.unclear ? [unclearError(found.unclear)] : errors,
  }
}

/** The one currency that a cell names, where it is none of ours. */
function otherCurrencyIn(named: string): string | null {
  const { foreign, other } = wordsOf(named)
  return foreign === 1 ? other : null
}

function rateOfCell(
  cell: string,
  units: number,
  round = false,
): { rate: Rate | string; decimals: string | null } {
  const rate = readRate(cell, units)
  if (rate !== inputError('rate too many decimals')) return { rate, decimals: null }
  const plain = plainNumber(cell)
  const rounded = roundedRate(plain, units)
  if (typeof rounded === 'string') return { rate: inputError(`rate ${rounded}`), decimals: null }
  return { rate: round ? rounded : rate, decimals: plain }
}

/**
 * The rate of so many units that a cell says for one, or what is wrong with it. A comma that could
 * part thousands or decimals is refused.
 */
export function readRate(text: string, units = 1): Rate | string {
  const bare = bareNumber(text)
  if (bare === '') return inputError('row without rate')
  if (/^\d{1,3},\d{3}$/.test(bare)) return inputError('row rate ambiguous', bare)
  const rate = rateFromText(plainNumber(text), units)
  return typeof rate === 'string' ? inputError(`rate ${rate}`) : rate
}

function plainNumber(text: string): string {
  const bare = bareNumber(text)
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare)) return bare.replaceAll(',', '')
  return /^\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare
}

function unclearError({ code, text, heading = '' }: Unclear): string {
  const given = text.slice(0, 60)
  if (code !== 'row cell unclear') return inputError(code, given)
  return inputError(code, given, heading.slice(0, 60))
}

const DAY_ERRORS = {
  ambiguous: 'row date ambiguous',
  'no such day': 'row no such day',
  'short year': 'row short year',
  'not a day': 'row no date',
} as const

export function dayError(text: string, error: keyof typeof DAY_ERRORS): string {
  if (text === '') return inputError('row without date')
  return inputError(DAY_ERRORS[error], error === 'not a day' ? text.slice(0, 40) : text)
}
