import type { CalendarDate } from '../calendar-date.ts'
import { isCurrency, TARGET_CURRENCY, unitsOf, type Currency } from '../currency.ts'
import { inputError } from '../input-error.ts'
import { toWire } from '../money.ts'
import { isPublisher, publishers } from '../series.ts'
import {
  isNone,
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
  /** Currency and amount, as written, of a row that has no rate or value for a reason. */
  readonly openAmount?: string
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

/** A line's row and, of a rate, its column. */
interface Place extends Reading {
  readonly row: readonly Cell[]
  readonly at?: number
}

type ReadFact = (place: Place) => Part
type ReadFigure = (place: Place, currency: Currency, found: Line) => Part

type Code = Parameters<typeof inputError>

export const problem = (...[code, ...values]: Code): Part => ({
  problem: inputError(code, ...(values.map((text) => text.slice(0, 40)) as typeof values)),
})

export const unused = (...code: Code): Part => ({ ...problem(...code), isUnused: true })

/** Returns undefined if no column has this use. */
function cellIn({ mapping, row }: Place, use: ColumnUse): Cell | undefined {
  const [at] = columnsOf(mapping, use)
  return at === undefined ? undefined : (row[at] ?? '')
}

const textIn = (place: Place, use: ColumnUse) => cellText(cellIn(place, use))

const columnOf = ({ mapping, at = -1 }: Place): Column => mapping.columns[at] ?? { use: 'none' }

const readName: ReadFact = ({ mapping, row }) => {
  const names = columnsOf(mapping, 'name').map((column) => cellText(row[column]))
  const name = names.filter(Boolean).join(', ')
  return name === '' ? {} : { name }
}

const readDocument: ReadFact = (place) => {
  const document = textIn(place, 'document').slice(0, 100)
  return document === '' ? {} : { document }
}

/** Reads a cell that says that there is no rate. */
const readNoRate: ReadFact = ({ row, at = -1 }) => (isNone(row[at]) ? unused('row no rate') : {})

const readCurrency: ReadFact = (place) => {
  const { currency: own } = columnOf(place)
  const text = textIn(place, 'currency').trim()
  if (own && (text === '' || readCode(text)?.code === own)) return { currency: own }
  if (own) return problem('row other currency', text)
  if (text === '') return problem('row without currency')
  const chosen = place.mapping.values[valueKey('currency', text)]
  if (isCurrency(chosen)) return { currency: chosen }
  const read = readCode(text)
  if (!read) return unused('row not imported', text)
  const { code, to = TARGET_CURRENCY } = read
  if (to !== TARGET_CURRENCY) return unused('row pair', `${code}/${to}`)
  return isCurrency(code) ? { currency: code } : unused('row currency', code)
}

const readSeries: ReadFact = (place) => {
  const { kind: own, side } = columnOf(place)
  const { values, sides, kind: main, publisher: bank = '' } = place.mapping
  const [kindCell, bankCell] = [cellIn(place, 'kind'), cellIn(place, 'publisher')]
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

const DAY_PROBLEMS = {
  ambiguous: 'row date ambiguous',
  'no such day': 'row no such day',
  'short year': 'row short year',
  'not a day': 'row no date',
} as const

const readDate: ReadFact = (place) => {
  const { mapping, dates, row } = place
  const cell = cellIn(place, 'date')
  if (cell === undefined && mapping.day) return { date: mapping.day }
  if (cell === undefined || isEmpty(cell)) return problem('row without date')
  const day = readDayCell(cell, dates)
  if ('error' in day) return problem(DAY_PROBLEMS[day.error], cellText(cell))
  if (dates.isUnanswered) return problem('row excel days', cellText(cell))
  const weekday = otherWeekday(row, day.date)
  return weekday ? problem('row other weekday', day.date, weekday) : { date: day.date }
}

const findSplitNumber: ReadFigure = ({ row, at = -1, sheet, mapping }) => {
  const cells = [row[at], row[at + 1]]
  const isSplit =
    sheet.grid.delimiter === ',' &&
    mapping.columns[at + 1]?.use === 'none' &&
    cells.every((each) => typeof each === 'string' && /^\d{1,4}$/.test(each))
  return isSplit ? problem('row split number', cells.map(cellText).join(',')) : {}
}

const readRate: ReadFigure = (place, currency) => {
  const { row, at = -1, mapping, mark } = place
  const cell = row[at] ?? ''
  const number = plainNumber(cell, typeof cell === 'number' ? '.' : mark)
  if ('error' in number) return { problem: number.error }
  const units = readUnits(cellIn(place, 'units') ?? String(columnOf(place).units ?? 1))
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

/** Finds another currency or kind beside a rate. */
const readOtherSeries: ReadFigure = ({ row, mapping, sheet }, currency, { kind }) => {
  for (const [column, cell] of row.entries()) {
    const text = cellText(cell)
    const { use = 'none' } = mapping.columns[column] ?? {}
    if (!['none', 'currency'].includes(use) || text.length > 30) continue
    if (use === 'none' && namesOtherCurrency(text, currency))
      return problem('row other currency', text)
    // A document's status may be *Draft*.
    const isStatus = /status|state/i.test(sheet.headings[column] ?? '')
    if (kind && !isStatus && (LEFT_ASIDE.test(text) || contradicts(text, kind)))
      return problem('row other kind', text)
  }
  return {}
}

const readAmount: ReadFigure = (place, currency) => {
  const cell = cellIn(place, 'amount')
  if (cell === undefined || isEmpty(cell) || isNone(cell)) return {}
  const read = readAmountCell(cell, currency, place.mark)
  if ('error' in read) return { problem: read.error }
  const sign = textIn(place, 'sign')
  const side = sign === '' ? 'debit' : place.mapping.values[valueKey('sign', sign)]
  if (side === undefined) return problem('row sign open', sign)
  const amount = Number(read.text)
  return { amount: side === 'credit' ? -Math.abs(amount) : amount }
}

/** Reads rupees in the books or, if their cell is empty, the rate. */
const readBooked: ReadFigure = (place, currency, found) => {
  const { amount } = found
  if (amount === undefined) return problem('row without amount')
  const { mapping, mark, row } = place
  const cell = cellIn(place, 'booked') ?? ''
  const [rateColumn] = columnsOf(mapping, 'rate')
  if (isEmpty(cell))
    return rateColumn === undefined || isEmpty(row[rateColumn])
      ? problem('row without booked')
      : readRate({ ...place, at: rateColumn }, currency, found)
  const read = readRupeesCell(cell, mark)
  if ('error' in read) return { problem: read.error }
  const { cents } = read
  if (amount === 0 || cents === 0 || amount < 0 === cents < 0) return { booked: cents }
  return mapping.bookedSigns === 'without'
    ? { booked: amount < 0 ? -Math.abs(cents) : Math.abs(cents) }
    : problem('row booked sign', cellText(cell))
}

/** A row with an amount is not left aside silently. Rupees need no rate. */
export const readOpenAmount: ReadFact = (place) => {
  const [currency, amount] = [textIn(place, 'currency'), textIn(place, 'amount')]
  const isRupees = readCode(currency)?.code === TARGET_CURRENCY
  if (currency === '' || isRupees || !/\d/.test(amount)) return {}
  return { isUnused: false, openAmount: `${currency} ${amount}`.slice(0, 60) }
}

interface Readers {
  /** If several facts have a problem, the last of these counts. */
  readonly facts: readonly ReadFact[]
  /** Read up to the first problem, if the facts have none. */
  readonly figures: readonly ReadFigure[]
}

const READERS: Readonly<Record<Purpose, Readers>> = {
  rates: {
    facts: [readSeries, readCurrency, readNoRate, readDate],
    figures: [findSplitNumber, readRate, readOtherSeries],
  },
  invoices: {
    facts: [readDocument, readCurrency, readNoRate, readDate],
    figures: [findSplitNumber, readRate, readAmount],
  },
  fill: { facts: [readDocument, readCurrency, readDate], figures: [readAmount] },
  balances: { facts: [readDocument, readCurrency], figures: [readAmount, readBooked] },
  holidays: { facts: [readName, readDate], figures: [] },
}

export function readParts(line: Line, place: Place): Line {
  const found = readFound(line, place)
  return found.problem === undefined ? found : { ...found, ...readOpenAmount(place) }
}

function readFound(line: Line, place: Place): Line {
  const { facts, figures } = READERS[place.purpose]
  const parts = facts.map((read) => read(place))
  const aside = parts.findLast(({ isUnused }) => isUnused)
  let found = parts.reduce<Line>((sum, part) => ({ ...sum, ...part }), line)
  if (aside) return { ...found, ...aside }
  for (const read of figures) {
    const { currency } = found
    if (found.problem !== undefined || !currency) return found
    found = { ...found, ...read(place, currency, found) }
  }
  return found
}
