import type { CalendarDate } from '../calendar-date.ts'
import { isCurrency, TARGET_CURRENCY, unitsOf, type Currency } from '../currency.ts'
import { inputError } from '../input-error.ts'
import { toWire } from '../money.ts'
import { isPublisher, publishers } from '../series.ts'
import {
  keptRate,
  otherWeekday,
  plainNumber,
  readAmountCell,
  readDayCell,
  readRupeesCell,
  type DateAnswers,
  type DecimalMark,
} from './cells.ts'
import {
  columnsOf,
  IMPORT_KINDS,
  UNITS,
  valueKey,
  type Column,
  type ColumnUse,
  type ImportKind,
  type Mapping,
  type Purpose,
  type Sheet,
} from './mapping.ts'
import { cellText, isEmpty, type Cell } from './table.ts'
import { kindNamed, LEFT_ASIDE, namesOtherCurrency, readCode } from './words.ts'

export interface Line {
  /** The rate's cell, such as `C7`, or the first cell of a holiday's row. */
  readonly cell: string
  readonly row: number
  readonly given: string
  readonly date?: CalendarDate
  readonly currency?: Currency
  readonly kind?: ImportKind
  readonly publisher?: string
  /** Rupees for `unitsOf` the currency. */
  readonly rate?: number
  /** An error code of `inputError`. */
  readonly problem?: string
  /** Left aside on purpose. */
  readonly isUnused?: boolean
  readonly document?: string
  readonly amount?: number
  /** Cents of rupees. */
  readonly booked?: number
  readonly name?: string
}

export type Part = Partial<Line>

export interface Reading {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly purpose: Purpose
  readonly dates: DateAnswers & { readonly isUnanswered: boolean; readonly isOf1904: boolean }
  readonly mark: DecimalMark | undefined
  /** The number of columns that have a heading. */
  readonly width: number
  readonly above: Map<number, Cell>
  /** By column, a heading repeated further down. Rates below another heading are refused. */
  readonly otherHeadings: Map<number, string>
}

type Code = Parameters<typeof inputError>

export const problem = (...[code, ...values]: Code): Part => ({
  problem: inputError(code, ...(values.map((text) => text.slice(0, 40)) as typeof values)),
})

export const unused = (...code: Code): Part => ({ ...problem(...code), isUnused: true })

/** Returns undefined if no column has this use. */
export function cellIn(
  row: readonly Cell[],
  use: ColumnUse,
  { mapping }: Reading,
): Cell | undefined {
  const at = mapping.columns.findIndex((column) => column.use === use)
  return at < 0 ? undefined : (row[at] ?? '')
}

export function rateIn(
  row: readonly Cell[],
  at: number,
  currency: Currency,
  reading: Reading,
): Part {
  const { mapping, mark } = reading
  const cell = row[at] ?? ''
  const number = plainNumber(cell, typeof cell === 'number' ? '.' : mark)
  if ('error' in number) return { problem: number.error }
  const units = readUnits(cellIn(row, 'units', reading) ?? String(mapping.columns[at]?.units ?? 1))
  if (units === undefined) return problem('row units')
  const rate = keptRate(number.text, units, unitsOf(currency), mapping.round)
  return typeof rate === 'number' ? { rate: toWire(rate) } : { problem: rate.error }
}

/** `100`, `per 100`, `1 unit`; an empty cell is one unit. */
function readUnits(cell: Cell): (typeof UNITS)[number] | undefined {
  const text = cellText(cell)
    .replaceAll(/^(?:per|for) |units?$|,/gi, '')
    .trim()
  return UNITS.find((each) => String(each) === (text || '1'))
}

export function readCurrency(
  row: readonly Cell[],
  { currency: own }: Column,
  reading: Reading,
): Part {
  const text = cellText(cellIn(row, 'currency', reading)).trim()
  if (own && (text === '' || readCode(text)?.code === own)) return { currency: own }
  if (own) return problem('row other currency', text)
  if (text === '') return problem('row without currency')
  const chosen = reading.mapping.values[valueKey('currency', text)]
  if (isCurrency(chosen)) return { currency: chosen }
  const read = readCode(text)
  if (!read) return unused('row not imported', text)
  const { code, to = TARGET_CURRENCY } = read
  if (to !== TARGET_CURRENCY) return unused('row pair', `${code}/${to}`)
  return isCurrency(code) ? { currency: code } : unused('row currency', code)
}

export function readSeries(
  row: readonly Cell[],
  { kind: own, side }: Column,
  reading: Reading,
): Part {
  const { values, sides, kind: main, publisher: bank = '' } = reading.mapping
  const [kindCell, bankCell] = [cellIn(row, 'kind', reading), cellIn(row, 'publisher', reading)]
  const kindText = cellText(kindCell)
  const chosen = values[valueKey('kind', kindText)]
  if (chosen === 'none') return unused('row not imported', kindText)
  const inRow = IMPORT_KINDS.find((each) => each === chosen)
  if (kindCell === undefined && side && !own && sides === 'none')
    return unused('row not imported', side)
  if (own && contradicts(kindText, own, inRow)) return problem('row other kind', kindText)
  const usual = side ? (sides === 'tt' ? side : undefined) : main
  // Only the user's answer gives a value of a column of kinds a meaning.
  const kind = kindText === '' ? (own ?? (kindCell === undefined ? usual : undefined)) : inRow
  if (!kind) return problem('row kind open', kindText)
  const publisher =
    bankCell !== undefined
      ? values[valueKey('publisher', cellText(bankCell))]
      : publishers().length > 0
        ? bank
        : 'main'
  if (publisher === 'none') return unused('row not imported', cellText(bankCell))
  if (!publisher) return problem('row publisher open')
  return { kind, ...(isPublisher(publisher) && { publisher }) }
}

function contradicts(text: string, kind: ImportKind, chosen?: ImportKind): boolean {
  const { kind: named, side } = kindNamed(text)
  const other = chosen ?? named ?? side
  return other !== undefined && other !== kind
}

export function otherSeriesIn(
  row: readonly Cell[],
  { currency, kind }: Line,
  reading: Reading,
): Part {
  const { mapping, sheet } = reading
  for (const [column, cell] of row.entries()) {
    const text = cellText(cell)
    const { use = 'none' } = mapping.columns[column] ?? {}
    if (!['none', 'currency'].includes(use) || text.length > 30) continue
    if (use === 'none' && currency && namesOtherCurrency(text, currency))
      return problem('row other currency', text)
    // A document's status may be *Draft*.
    const isStatus = /status|state/i.test(sheet.headings[column] ?? '')
    if (kind && !isStatus && (LEFT_ASIDE.test(text) || contradicts(text, kind)))
      return problem('row other kind', text)
  }
  return {}
}

const DAY_PROBLEMS = {
  ambiguous: 'row date ambiguous',
  'no such day': 'row no such day',
  'short year': 'row short year',
  'not a day': 'row no date',
} as const

export function readDate(row: readonly Cell[], reading: Reading): Part {
  const { mapping, dates } = reading
  const cell = cellIn(row, 'date', reading)
  if (cell === undefined && mapping.day) return { date: mapping.day }
  if (cell === undefined || isEmpty(cell)) return problem('row without date')
  const day = readDayCell(cell, dates)
  if ('error' in day) return problem(DAY_PROBLEMS[day.error], cellText(cell))
  if (dates.isUnanswered) return problem('row excel days', cellText(cell))
  const weekday = otherWeekday(row, day.date)
  return weekday ? problem('row other weekday', day.date, weekday) : { date: day.date }
}

export function documentIn(row: readonly Cell[], reading: Reading): Part {
  const document = cellText(cellIn(row, 'document', reading)).slice(0, 100)
  return document === '' ? {} : { document }
}

export function amountIn(row: readonly Cell[], currency: Currency, reading: Reading): Part {
  const cell = cellIn(row, 'amount', reading)
  if (cell === undefined || !/\d/.test(cellText(cell))) return {}
  const read = readAmountCell(cell, currency, reading.mark)
  if ('error' in read) return { problem: read.error }
  const sign = cellText(cellIn(row, 'sign', reading))
  const side = sign === '' ? 'debit' : reading.mapping.values[valueKey('sign', sign)]
  if (side === undefined) return problem('row sign open', sign)
  const amount = Number(read.text)
  return { amount: side === 'credit' ? -Math.abs(amount) : amount }
}

/** Rupees in the books or, if their cell is empty, the rate. */
export function bookedIn(
  row: readonly Cell[],
  currency: Currency,
  amount: number,
  reading: Reading,
): Part {
  const cell = cellIn(row, 'booked', reading) ?? ''
  const [rateColumn] = columnsOf(reading.mapping, 'rate')
  if (isEmpty(cell))
    return rateColumn === undefined || isEmpty(row[rateColumn])
      ? problem('row without booked')
      : rateIn(row, rateColumn, currency, reading)
  const read = readRupeesCell(cell, reading.mark)
  if ('error' in read) return { problem: read.error }
  const { cents } = read
  if (amount === 0 || cents === 0 || amount < 0 === cents < 0) return { booked: cents }
  return reading.mapping.bookedSigns === 'without'
    ? { booked: amount < 0 ? -Math.abs(cents) : Math.abs(cents) }
    : problem('row booked sign', cellText(cell))
}
