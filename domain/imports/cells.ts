import {
  addDays,
  FIRST_DAY,
  dayInColombo,
  isCalendarDate,
  weekdayName,
  type CalendarDate,
} from '../calendar-date.ts'
import { orderProvenBy, readDay, type DateOrder, type DayText } from '../day-text.ts'
import { inputError } from '../input-error.ts'
import { rateFromText, roundedRate, type Rate } from '../money.ts'
import { withoutRupees } from '../typed-number.ts'
import { cellText, type Cell } from './table.ts'

/** The decimal mark of a sheet's numbers: `1,234.56` or `1.234,56`. */
export type DecimalMark = '.' | ','

export interface DateAnswers {
  readonly dateOrder?: DateOrder | undefined
  /** `swapped`: a US Excel read 03/04 as 4 March and stored that as a real day. */
  readonly excelDays?: 'swapped' | 'right' | undefined
}

/** A column of days is read by its answers and by the epoch of its workbook. */
interface DayReading extends DateAnswers {
  readonly isOf1904?: boolean | undefined
}

const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?$/i
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/
const WEEKDAY = /^((?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?)\.?$/i
const LEADING_WEEKDAY = /^((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)[,.]?\s+/i
/** Serial numbers of the days from 2000 to 2063. */
const SERIALS = [36_526, 59_900] as const
/** Days from the first day of serial numbers to that of a workbook of 1904. */
const DAYS_TO_1904 = 1462

/**
 * Returns the day of a spreadsheet's serial number. Sums of hours end microseconds before midnight,
 * so the last millisecond belongs to the next day.
 */
export function serialDay(serial: number, isOf1904 = false): CalendarDate {
  const days = Math.floor(serial + 0.001 / 86_400) + (isOf1904 ? DAYS_TO_1904 : 0)
  return addDays(FIRST_DAY, days - 2)
}

function dayText(text: string): string {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact) return compact.slice(1).join('-')
  if (INSTANT.test(text)) {
    const instant = new Date(text.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
    return Number.isNaN(instant.getTime()) ? text : dayInColombo(instant)
  }
  return text
    .replace(TIME, '')
    .replaceAll('–', '-')
    .replace(/^(\d{1,2})[/-]?([A-Za-z]{3,9})[/-]?(\d{2,4})$/, '$1 $2 $3')
}

export function readDayCell(cell: Cell, answers: DayReading = {}): DayText {
  const { isOf1904 = false } = answers
  if (typeof cell === 'number') {
    const counted = cell + (isOf1904 ? DAYS_TO_1904 : 0)
    if (counted >= SERIALS[0] && counted < SERIALS[1]) return { date: serialDay(cell, isOf1904) }
    return readDay(dayText(String(cell)))
  }
  if (typeof cell === 'object') {
    if (cell.day === undefined) return { error: 'not a day' }
    return { date: answers.excelDays === 'swapped' ? swapped(cell.day) : cell.day }
  }
  if (cell.length > 64) return { error: 'not a day' }
  const serial = /^\d{5}(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined
  return serial === undefined
    ? readDay(dayText(cell), answers.dateOrder)
    : readDayCell(serial, answers)
}

function swapped(day: CalendarDate): CalendarDate {
  const text = `${day.slice(0, 5)}${day.slice(8)}-${day.slice(5, 7)}`
  return isCalendarDate(text) ? text : day
}

export const isDay = (cell: Cell): boolean => {
  const day = readDayCell(cell)
  return 'date' in day || day.error !== 'not a day'
}

/** Excel may have swapped day and month of real days that stand beside days as text. */
export function findDates(cells: readonly Cell[]) {
  const orders = new Set<DateOrder>()
  let ambiguous: string | undefined
  let [real, texts] = [false, false]
  // A sheet repeats each day for every currency.
  for (const cell of new Set(cells)) {
    if (typeof cell === 'object' && cell.day !== undefined) real = true
    if (typeof cell !== 'string' || cell === '') continue
    const text = dayText(cell)
    const day = readDay(text)
    const order = orderProvenBy(text)
    if (order) orders.add(order)
    if ('date' in day || day.error !== 'not a day') texts = true
    if ('error' in day && day.error === 'ambiguous') ambiguous ??= cell
  }
  const [proven, other] = orders
  return {
    // By a day such as 13/10/2026.
    proven: other ? undefined : proven,
    isContradictory: other !== undefined,
    ambiguous,
    isMixed: real && texts,
  }
}

/** Returns a weekday in a cell or before a date if it is not that of `date`. */
export function otherWeekday(cells: readonly Cell[], date: CalendarDate): string | undefined {
  for (const cell of cells) {
    if (typeof cell !== 'string') continue
    const [, weekday] = WEEKDAY.exec(cell) ?? LEADING_WEEKDAY.exec(cell) ?? []
    if (!weekday || (cell !== weekday && !WEEKDAY.test(cell) && !isDay(cell))) continue
    if (weekday.slice(0, 3).toLowerCase() !== weekdayName(date).toLowerCase()) return weekday
  }
  return undefined
}

/** For a cell that says that there is no figure. */
export const isNone = (cell: Cell | undefined): boolean =>
  typeof cell === 'string' && /^(?:[-–—.]+|n\/?a|nil)$/i.test(cell)

export const isWeekday = (cell: Cell): boolean => typeof cell === 'string' && WEEKDAY.test(cell)

const MAX_NUMBER = 64
const PLAIN = /^\d+(?:\.\d*)?$|^\.\d+$/
const WITH_POINT = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/
const WITH_COMMA = /^\d{1,3}(?:[. ]\d{3})*(?:,\d*)?$|^\d+,\d*$/

/** Drops a unit of rupees and makes Swiss grouping, `1'075.50`, the usual one. */
export const bareNumber = (text: string) =>
  withoutRupees(text).replaceAll(/(?<=\d)['’](?=\d{3})/g, ',')

function possibleMarks(text: string): readonly DecimalMark[] {
  const marks: DecimalMark[] = []
  if (PLAIN.test(text) || WITH_POINT.test(text)) marks.push('.')
  if (WITH_COMMA.test(text) && !/^\d+$/.test(text)) marks.push(',')
  return marks
}

/**
 * Returns the decimal mark that the texts of a sheet prove, or the first text that may be two
 * numbers if none proves one.
 */
export function findDecimalMark(
  rates: readonly Cell[],
  amounts: readonly Cell[],
): { readonly mark?: DecimalMark; readonly ambiguous?: string } {
  let ambiguous: string | undefined
  const proven = new Map<DecimalMark, string>()
  for (const [at, cell] of [...rates, ...amounts].entries()) {
    if (typeof cell !== 'string' || cell.length > MAX_NUMBER) continue
    const { text } = readSign(bareNumber(cell))
    const marks = possibleMarks(text)
    const [mark] = marks
    if (marks.length === 1 && mark && /[.,]/.test(text)) proven.set(mark, cell)
    // A plain 330.105 is a rate unless another cell has a decimal comma; 1.250 may be thousands.
    if (marks.length === 2 && (at >= rates.length || !PLAIN.test(text))) ambiguous ??= cell
  }
  const [mark, other] = proven.keys()
  if (mark && !other) return { mark }
  ambiguous = other ? proven.get(',') : ambiguous
  return ambiguous === undefined ? {} : { ambiguous }
}

/** Returns the number without its grouping, such as `1437.50`, or an error code. */
export function plainNumber(cell: Cell, mark?: DecimalMark): { text: string } | { error: string } {
  const given = cellText(cell)
  if (typeof cell === 'object')
    return { error: inputError(cell.day ? 'row rate a day' : 'row cell error', given) }
  if (given.length > MAX_NUMBER) return { error: inputError('row no number', given.slice(0, 40)) }
  const text = bareNumber(given)
  if (/^[-−(]\s*\d/.test(text)) return { error: inputError('rate not above zero') }
  const marks = possibleMarks(text)
  if (marks.length === 0) return { error: inputError('row no number', given.slice(0, 40)) }
  if (mark === undefined && !PLAIN.test(text))
    return { error: inputError('row number format', given.slice(0, 40)) }
  if (!marks.includes(mark ?? '.') && !/^\d+$/.test(text))
    return {
      error: inputError(mark ? 'row other number format' : 'row number format', given.slice(0, 40)),
    }
  const bare =
    mark === ',' ? text.replaceAll(/[. ]/g, '').replace(',', '.') : text.replaceAll(',', '')
  return { text: bare }
}

/**
 * Converts a decimal text for `units` into a rate for `kept` units. `round` rounds excess digits
 * half away from zero.
 */
export function keptRate(
  text: string,
  units: number,
  kept: number,
  round = false,
): Rate | { readonly error: string } {
  const exact = rateFromText(text, kept)
  const read = exact === 'too many decimals' && round ? roundedRate(text, kept) : exact
  if (typeof read === 'string') return { error: inputError(`rate ${read}`) }
  const rate = read / units
  if (Number.isInteger(rate)) return rate as Rate
  if (!round) return { error: inputError('rate too many decimals') }
  return rate < 0.5 ? { error: inputError('rate not above zero') } : (Math.round(rate) as Rate)
}

/** Reads the sign of a number: `-500`, `(500)`, `500-` and `500 Cr` are below zero. */
function readSign(given: string): { readonly text: string; readonly isNegative: boolean } {
  const isCredit = /cr\.?$/i.test(given)
  const text = given.replace(/[cd]r\.?$/i, '').trim()
  const isInBrackets = text.startsWith('(') && text.endsWith(')')
  if (isInBrackets) return { text: text.slice(1, -1).trim(), isNegative: true }
  const isSigned = /^[-−]|[-−]$/.test(text)
  return {
    text: isSigned ? text.replace(/^[-−]|[-−]$/, '').trim() : text,
    isNegative: isCredit || isSigned,
  }
}

/** Undefined for a cell without a number and for zero. */
export function isBelowZero(cell: Cell | undefined): boolean | undefined {
  const text = cellText(cell)
  return /[1-9]/.test(text) && typeof cell !== 'object' ? readSign(text).isNegative : undefined
}

/** Returns rupees in cents, rounded half away from zero, or an error code. */
export function readRupeesCell(
  cell: Cell,
  mark?: DecimalMark,
): { readonly cents: number } | { readonly error: string } {
  const given = cellText(cell)
  const error = inputError('row booked', given.slice(0, 40))
  if (typeof cell === 'object' || given.length > MAX_NUMBER) return { error }
  const { text, isNegative } = readSign(withoutRupees(given))
  const read = plainNumber(text, typeof cell === 'number' ? '.' : mark)
  if ('error' in read) return /format/.test(read.error) ? read : { error }
  const [whole = '', fraction = ''] = read.text.split('.')
  const cents = Number(whole) * 100 + Math.round(Number(fraction.padEnd(3, '0').slice(0, 3)) / 10)
  if (!Number.isSafeInteger(cents * 100)) return { error }
  return { cents: isNegative ? -cents : cents }
}

/**
 * Returns a signed decimal text or an error code. A code or symbol of another currency is an error.
 */
export function readAmountCell(
  cell: Cell,
  currency: string,
  mark?: DecimalMark,
): { text: string } | { error: string } {
  const given = cellText(cell)
  const error = inputError('row amount', given.slice(0, 40))
  if (typeof cell === 'object' || given.length > MAX_NUMBER) return { error }
  const own = currency.endsWith('D') ? [currency, '$'] : [currency]
  const bare = own.reduce(
    (text, each) =>
      text.startsWith(each)
        ? text.slice(each.length)
        : text.endsWith(each)
          ? text.slice(0, -each.length)
          : text,
    given,
  )
  const { text, isNegative } = readSign(bare.trim())
  if (withoutRupees(text) !== text) return { error }
  // The decimal mark is that of texts only.
  const read = plainNumber(text, typeof cell === 'number' ? '.' : mark)
  if ('error' in read) return /format/.test(read.error) ? read : { error }
  if (!/^\d{1,15}(?:\.\d{0,4}0*)?$/.test(read.text)) return { error }
  return { text: (isNegative ? '-' : '') + read.text }
}
