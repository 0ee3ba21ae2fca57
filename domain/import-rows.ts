import type { CalendarDate } from './calendar-date.ts'
import { isCurrency, type Currency } from './currency.ts'
import { readDay, type DateOrder } from './day-text.ts'
import { inputError } from './input-error.ts'
import { rateFromText, type Rate } from './money.ts'
import { readTable, TABLE_LIMITS, TableError, type TableRow } from './pasted-table.ts'
import { isRateKind, type RateKind } from './series.ts'

/** A row of an import as it was understood. Without errors, day, currency and rate are there. */
export interface ReadRow {
  readonly line: number
  readonly given: string
  readonly date: CalendarDate | null
  readonly currency: Currency | null
  /** Null where the row names none. */
  readonly kind: RateKind | null
  readonly rate: Rate | null
  /** The day could be two days; a user has to say which part comes first. */
  readonly ambiguous: boolean
  /** What is wrong, in sentences for a user. */
  readonly errors: readonly string[]
}

interface Columns {
  readonly date: number
  readonly currency: number
  readonly kind: number
  readonly rate: number
}

const HEADINGS: Readonly<Record<keyof Columns, RegExp>> = {
  date: /^(date|day)$/i,
  currency: /^(base[ _]?)?currency$/i,
  kind: /^kind$/i,
  rate: /^((exchange )?rate|rate in lkr|lkr)\b/i,
}

/**
 * Reads a block of rates. A first row of headings says which column is which; without it a cell is what it looks like.
 * `currency` stands for rows that name none. Row by row, so that whoever reads many can let others in between.
 * Throws a TableError at what is beyond `TABLE_LIMITS`.
 */
export function* readImportRows(
  text: string,
  options: { currency?: Currency | undefined; dateOrder?: DateOrder | undefined } = {},
): Generator<ReadRow> {
  let columns: Columns | undefined
  let first = true
  let count = 0
  for (const row of readTable(text)) {
    if (first) columns = columnsOf(row)
    const isHeading = first && columns !== undefined
    first = false
    if (isHeading) continue
    if (++count > TABLE_LIMITS.rows) throw new TableError('rows', row.line)
    yield readRow(row, columns ? byColumn(row, columns) : byLook(row), options)
  }
}

interface Cells {
  readonly date: string
  readonly currency: string
  readonly kind: string
  readonly rate: string
  /** Cells that are none of the four. */
  readonly others: readonly string[]
}

function readRow(
  { line, cells }: TableRow,
  found: Cells,
  options: { currency?: Currency | undefined; dateOrder?: DateOrder | undefined },
): ReadRow {
  const errors: string[] = []
  const day = readDay(found.date, options.dateOrder)
  const ambiguous = 'error' in day && day.error === 'ambiguous'
  if ('error' in day) errors.push(dayError(found.date, day.error))
  const named = found.currency === '' ? (options.currency ?? '') : found.currency.toUpperCase()
  if (named === '') errors.push(inputError('row without currency'))
  else if (!isCurrency(named)) errors.push(inputError('row currency', named))
  const kind = kindOf(found.kind)
  if (found.kind !== '' && kind === undefined) errors.push(inputError('row kind', found.kind))
  const rate = readRate(found.rate)
  if (typeof rate === 'string') errors.push(rate)
  if (found.others.length > 0) errors.push(inputError('row unknown value', found.others.join(' ')))
  return {
    line,
    given: cells.join(' ').slice(0, 200),
    date: 'date' in day ? day.date : null,
    currency: isCurrency(named) ? named : null,
    kind: kind ?? null,
    rate: typeof rate === 'number' ? rate : null,
    ambiguous,
    errors,
  }
}

/** The kind that a cell names, as `tt-selling` or `TT selling`. */
function kindOf(cell: string): RateKind | undefined {
  const kind = cell.toLowerCase().replace(/[ _]/g, '-')
  return isRateKind(kind) ? kind : undefined
}

/** The rate that a cell says, or what is wrong with it. A comma parts thousands or decimals; where it could be both, it is refused. */
export function readRate(text: string): Rate | string {
  const bare = text
    .replace(/^(?:LKR|Rs\.?)\s*/i, '')
    .replace(/LKR$/i, '')
    .trimEnd()
  if (bare === '') return inputError('row without rate')
  if (/^\d{1,3},\d{3}$/.test(bare)) {
    return inputError('row rate ambiguous', bare)
  }
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : /^\d+,\d+$/.test(bare)
      ? bare.replace(',', '.')
      : bare
  const rate = rateFromText(plain)
  return typeof rate === 'string' ? inputError(`rate ${rate}`) : rate
}

/** What is wrong with the text of a day, as an error of the input. */
export function dayError(
  text: string,
  error: 'ambiguous' | 'no such day' | 'short year' | 'not a day',
): string {
  if (text === '') return inputError('row without date')
  switch (error) {
    case 'ambiguous':
      return inputError('row date ambiguous', text)
    case 'no such day':
      return inputError('row no such day', text)
    case 'short year':
      return inputError('row short year', text)
    case 'not a day':
      return inputError('row no date', text.slice(0, 40))
  }
}

/** Which column is which, where the first row says so. */
function columnsOf(row: TableRow | undefined): Columns | undefined {
  const find = (name: keyof Columns) => row?.cells.findIndex((cell) => HEADINGS[name].test(cell)) ?? -1
  const columns = { date: find('date'), currency: find('currency'), kind: find('kind'), rate: find('rate') }
  return columns.date >= 0 && columns.rate >= 0 ? columns : undefined
}

function byColumn({ cells }: TableRow, columns: Columns): Cells {
  const at = (column: number) => cells[column] ?? ''
  return {
    ...{ date: at(columns.date), currency: at(columns.currency), kind: at(columns.kind) },
    ...{ rate: at(columns.rate), others: [] },
  }
}

/** Each cell by what it looks like; LKR beside the rate is no surprise. */
function byLook({ cells }: TableRow): Cells {
  const rest = cells.filter((cell) => cell !== '' && !/^LKR$/i.test(cell))
  const take = (looks: (cell: string) => boolean): string => {
    const index = rest.findIndex(looks)
    return index < 0 ? '' : (rest.splice(index, 1)[0] ?? '')
  }
  const date =
    take((cell) => !('error' in readDay(cell)) || looksLikeDay(cell)) ||
    take((cell) => /[a-z]/i.test(cell) && /\d/.test(cell) && !/^(LKR|Rs)/i.test(cell))
  const currency = take((cell) => /^[a-z]{3}$/i.test(cell))
  const kind = take((cell) => kindOf(cell) !== undefined)
  const rate = take((cell) => /\d/.test(cell)) || take(() => true)
  return { date, currency, kind, rate, others: rest }
}

/** Whether a cell has the form of a day though it names none: three parts, the last a year, a number before it. */
function looksLikeDay(cell: string): boolean {
  const parts = cell.split(/[-/. ]/)
  const [month = '', year = ''] = parts.slice(-2)
  return /^\d{2,4}$/.test(year) && month !== '' && parts.slice(0, -2).some((part) => /\d$/.test(part))
}
