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
  type DateAnswers,
  type DecimalMark,
} from './cells.ts'
import {
  columnsOf,
  datesIn,
  IMPORT_KINDS,
  numbersIn,
  UNITS,
  valueKey,
  viewSheet,
  type Column,
  type ColumnUse,
  type ImportKind,
  type Mapping,
  type Purpose,
  type Sheet,
} from './mapping.ts'
import { cellText, isEmpty, type Cell, type Grid } from './table.ts'
import { currencyNamed, kindNamed, LEFT_ASIDE, namesOtherCurrency, readCode } from './words.ts'

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
  readonly name?: string
}

type Part = Partial<Line>

interface Reading {
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

/** Yields the lines of each row, so that a page can pause between rows. */
export function* readLines(file: Grid, mapping: Mapping, purpose: Purpose): Generator<Line[]> {
  const sheet = viewSheet(file, mapping)
  const dates = datesIn(sheet, mapping)
  const { excelDays, dateOrder = dates.proven, decimalMark } = mapping
  const reading: Reading = {
    ...{ sheet, mapping, purpose },
    dates: {
      excelDays,
      dateOrder,
      isUnanswered: dates.isMixed && !excelDays,
      isOf1904: file.isOf1904 ?? false,
    },
    mark: decimalMark ?? numbersIn(sheet, mapping).mark,
    width: sheet.headings.findLastIndex((text) => text !== '') + 1,
    above: new Map(),
    otherHeadings: new Map(),
  }
  for (const [at, row] of sheet.grid.rows.slice(sheet.firstRow).entries()) {
    yield readRow(row, sheet.firstRow + at, reading)
    noteOtherHeadings(row, reading)
  }
}

type Code = Parameters<typeof inputError>

const problem = (...[code, ...values]: Code): Part => ({
  problem: inputError(code, ...(values.map((text) => text.slice(0, 40)) as typeof values)),
})
const unused = (...code: Code): Part => ({ ...problem(...code), isUnused: true })

/** Returns undefined if no column has this use. */
function cellIn(row: readonly Cell[], use: ColumnUse, { mapping }: Reading): Cell | undefined {
  const at = mapping.columns.findIndex((column) => column.use === use)
  return at < 0 ? undefined : (row[at] ?? '')
}

const FILLED: readonly ColumnUse[] = ['date', 'currency', 'kind', 'publisher', 'units']

function readRow(given: readonly Cell[], index: number, reading: Reading): Line[] {
  const { sheet, mapping, purpose, above, otherHeadings } = reading
  const { columns, turned, heading } = mapping
  const row = columns.map(({ use }, column) => {
    const cell = given[column] ?? ''
    if (!mapping.fillDown || !FILLED.includes(use)) return cell
    if (!isEmpty(cell)) above.set(column, cell)
    return above.get(column) ?? cell
  })
  const used = columns.flatMap(({ use }, at) => (use === 'none' || isEmpty(given[at]) ? [] : at))
  const [first] = used
  if (first === undefined) return []
  const line = (column: number): Line => ({
    cell: turned
      ? sheet.rowLabel(index) + sheet.columnLabel(column)
      : sheet.columnLabel(column) + sheet.rowLabel(index),
    row: turned ? column + 1 : index + 1,
    given: cellText(given[column]).slice(0, 200),
  })
  const isHoliday = purpose === 'holidays'
  const main = isHoliday ? used : used.filter((column) => columns[column]?.use === 'rate')
  const isRepeated = (column: number) =>
    typeof given[column] === 'string' && given[column] === sheet.grid.rows[heading ?? -1]?.[column]
  const texts = used.map((column) => cellText(given[column])).join(' ')
  if (main.every(isRepeated))
    return [{ ...line(first), given: texts.slice(0, 200), ...unused('row nothing') }]
  if (isHoliday) return [readHoliday(row, line(first), reading)]
  const wrongRow = wrongWidth(given, reading)
  return main.map((column) => {
    const other = otherHeadings.get(column)
    const wrong = other === undefined ? wrongRow : problem('row other heading', other)
    return wrong ? { ...line(column), ...wrong } : readRate(row, column, line(column), reading)
  })
}

/** An unquoted decimal comma splits a number and so adds a cell. */
function wrongWidth(row: readonly Cell[], { sheet, width }: Reading): Part | undefined {
  const { delimiter = '\t' } = sheet.grid
  const cells = row.findLastIndex((cell) => !isEmpty(cell)) + 1
  return width > 0 && cells > width && ',;'.includes(delimiter)
    ? problem('row more cells', String(cells), String(width))
    : undefined
}

function noteOtherHeadings(row: readonly Cell[], { sheet, mapping, otherHeadings }: Reading): void {
  for (const column of columnsOf(mapping, 'rate')) {
    const [text, heading = ''] = [row[column], sheet.headings[column]]
    if (typeof text !== 'string' || !/[a-z]{3}/i.test(text) || heading.endsWith(text)) continue
    const isHeading = currencyNamed(text) !== undefined || Object.keys(kindNamed(text)).length > 0
    if (isHeading && heading !== '' && !otherHeadings.has(column)) otherHeadings.set(column, text)
  }
}

/** A cell that says that there is no rate. */
const NO_RATE = /^(?:[-–—.]+|n\/?a|nil)$/i

function readRate(row: readonly Cell[], at: number, line: Line, reading: Reading): Line {
  const { mapping, purpose, sheet, mark } = reading
  const [cell = '', next] = row.slice(at)
  if (typeof cell === 'string' && NO_RATE.test(cell)) return { ...line, ...unused('row no rate') }
  const column = mapping.columns[at] ?? { use: 'rate' }
  const named = readCurrency(row, column, reading)
  const series = purpose === 'rates' ? readSeries(row, column, reading) : {}
  const aside = [named, series].find(({ isUnused }) => isUnused)
  if (aside) return { ...line, ...aside }
  // If several parts have a problem, the last of these counts.
  const found: Line = {
    ...{ ...line, ...documentIn(row, reading), ...series, ...named },
    ...readDate(row, reading),
  }
  const { currency } = found
  if (found.problem !== undefined || !currency) return found
  const isSplit =
    sheet.grid.delimiter === ',' &&
    mapping.columns[at + 1]?.use === 'none' &&
    [cell, next].every((each) => typeof each === 'string' && /^\d{1,4}$/.test(each))
  if (isSplit)
    return { ...found, ...problem('row split number', `${cellText(cell)},${cellText(next)}`) }
  const number = plainNumber(cell, typeof cell === 'number' ? '.' : mark)
  if ('error' in number) return { ...found, problem: number.error }
  const units = readUnits(cellIn(row, 'units', reading) ?? String(column.units ?? 1))
  if (units === undefined) return { ...found, ...problem('row units') }
  const rate = keptRate(number.text, units, unitsOf(currency), mapping.round)
  if (typeof rate !== 'number') return { ...found, problem: rate.error }
  const more =
    purpose === 'invoices' ? amountIn(row, currency, reading) : otherSeriesIn(row, found, reading)
  return { ...found, rate: toWire(rate), ...more }
}

/** `100`, `per 100`, `1 unit`; an empty cell is one unit. */
function readUnits(cell: Cell): (typeof UNITS)[number] | undefined {
  const text = cellText(cell)
    .replaceAll(/^(?:per|for) |units?$|,/gi, '')
    .trim()
  return UNITS.find((each) => String(each) === (text || '1'))
}

function readCurrency(row: readonly Cell[], { currency: own }: Column, reading: Reading): Part {
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

function readSeries(row: readonly Cell[], { kind: own, side }: Column, reading: Reading): Part {
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

function otherSeriesIn(row: readonly Cell[], { currency, kind }: Line, reading: Reading): Part {
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

function readDate(row: readonly Cell[], reading: Reading): Part {
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

function documentIn(row: readonly Cell[], reading: Reading): Part {
  const document = cellText(cellIn(row, 'document', reading)).slice(0, 100)
  return document === '' ? {} : { document }
}

function amountIn(row: readonly Cell[], currency: Currency, reading: Reading): Part {
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

function readHoliday(row: readonly Cell[], line: Line, reading: Reading): Line {
  const names = columnsOf(reading.mapping, 'name').map((column) => cellText(row[column]))
  const name = names.filter(Boolean).join(', ')
  const given = row.map(cellText).filter(Boolean).join(' ').slice(0, 200)
  return { ...line, given, ...(name !== '' && { name }), ...readDate(row, reading) }
}
