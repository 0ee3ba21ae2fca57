import { ratesOfUse, type ColumnUse } from './column-use.ts'
import { isLong, TableError, type TableRow } from '../pasted-table.ts'
import { isDay, isNumber, kindOf, readDayCell, type TableLayout } from './table-layout.ts'

/** One rate as it stands in a table. */
export interface GivenRate {
  readonly line: number
  readonly text: string
  readonly date: string
  readonly currency: string
  readonly kind: string
  readonly rate: string
  /** Cells that are none of these. */
  readonly others: readonly string[]
}

/** What stands where the date would, in a row below a table that sums it up. */
const SUMMARY = /^(?:average|avg|mean|median|total|sum|min|max|high|low|change|std)/i

/** Whether a row of a table with rates is a title, a remark, a sum or a day without any rate. */
export function isAside({ cells }: TableRow, { columns }: TableLayout): boolean {
  if (!columns) return !cells.some((cell) => isDay(cell) || isNumber(cell))
  const date = cells[columns.indexOf('date')] ?? ''
  if (SUMMARY.test(date)) return true
  const own = cells.filter((_, index) => {
    const use = columns[index] ?? 'none'
    return use === 'rate' || ratesOfUse(use) !== undefined
  })
  if (own.some(isNumber)) return false
  const hasDay = isDay(date)
  return hasDay && columns.includes('rate') ? false : !hasDay || !own.some((cell) => /\d/.test(cell))
}

/** The rates that stand in a row. Throws a TableError where one of the cells that are read is too long. */
export function givenRates(row: TableRow, { columns }: TableLayout): readonly GivenRate[] {
  return columns ? byColumn(row, columns) : [byLook(row)]
}

/** A cell of a sheet with a column for each currency that says that there is no rate. */
const BLANK = /^(?:[-–—*]|n\.?\/?a\.?|nil)?$/i

function byColumn({ line, cells }: TableRow, columns: readonly ColumnUse[]): GivenRate[] {
  const at = (use: ColumnUse) => cells[columns.indexOf(use)] ?? ''
  const date = at('date')
  const row = (more: Pick<GivenRate, 'text' | 'currency' | 'kind' | 'rate'>): GivenRate => {
    refuseLong(line, [date, more.currency, more.kind, more.rate])
    return { line, date, others: [], ...more }
  }
  if (columns.includes('rate'))
    return [row({ text: cells.join(' '), currency: at('currency'), kind: at('kind'), rate: at('rate') })]
  return columns.flatMap((use, index) => {
    const rates = ratesOfUse(use)
    const rate = cells[index] ?? ''
    if (!rates || BLANK.test(rate)) return []
    return [row({ text: `${date} ${use} ${rate}`, currency: rates.currency, kind: rates.kind ?? '', rate })]
  })
}

/** Each cell by what it looks like; LKR beside the rate is no surprise. */
function byLook({ line, cells }: TableRow): GivenRate {
  refuseLong(line, cells)
  const rest = cells.filter((cell) => cell !== '' && !/^LKR$/i.test(cell))
  const take = (looks: (cell: string) => boolean): string => {
    const index = rest.findIndex(looks)
    return index < 0 ? '' : (rest.splice(index, 1)[0] ?? '')
  }
  const date =
    take((cell) => !('error' in readDayCell(cell)) || looksLikeDay(cell)) ||
    take((cell) => /[a-z]/i.test(cell) && /\d/.test(cell) && !/^(LKR|Rs)/i.test(cell))
  const currency = take((cell) => /^[a-z]{3}$/i.test(cell))
  const kind = take((cell) => kindOf(cell) !== undefined)
  const rate = take((cell) => /\d/.test(cell)) || take(() => true)
  return { line, text: cells.join(' '), ...{ date, currency, kind, rate, others: rest } }
}

function refuseLong(line: number, cells: readonly string[]): void {
  if (cells.some(isLong)) throw new TableError('characters', line)
}

/** Whether a cell has the form of a day though it names none: three parts, the last a year, a number before it. */
function looksLikeDay(cell: string): boolean {
  const parts = cell.split(/[-/. ]/)
  const [month = '', year = ''] = parts.slice(-2)
  return /^\d{2,4}$/.test(year) && month !== '' && parts.slice(0, -2).some((part) => /\d$/.test(part))
}
