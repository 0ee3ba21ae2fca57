import type { CalendarDate } from '../calendar-date.ts'
import { isCurrency, TARGET_CURRENCY, unitsOf, type Currency } from '../currency.ts'
import { inputError } from '../input-error.ts'
import { toWire } from '../money.ts'
import { isPublisher, publishers, type RateKind } from '../series.ts'
import {
  findDates,
  findDecimalMark,
  keptRate,
  otherWeekday,
  plainNumber,
  readAmountCell,
  readDayCell,
  type DateAnswers,
  type DatesFound,
  type DecimalMark,
} from './cells.ts'
import { kindNamed, LEFT_ASIDE, namesOtherCurrency, readCode } from './words.ts'
import { cellText, columnName, headingsAt, isEmpty, turn, type Cell, type Grid } from './table.ts'

/** What a sheet is read for. */
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
  /** Of a rate column whose heading names its currency. */
  readonly currency?: Currency | undefined
  readonly kind?: ImportKind | undefined
  /** Of a rate column whose heading says *buying* or *selling* and nothing else. */
  readonly side?: 'tt-buying' | 'tt-selling' | undefined
  readonly units?: (typeof UNITS)[number] | undefined
}

/** Uses of a column whose distinct values a user explains once. */
const VALUE_USES = ['currency', 'kind', 'publisher', 'sign'] as const
export type ValueUse = (typeof VALUE_USES)[number]

/** What a user confirms of a sheet. */
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
  /** Whether columns of buying and selling rates are TT rates; others are not imported. */
  readonly sides?: 'tt' | 'none' | undefined
  /** A bank, or null for the main series. */
  readonly publisher?: string | null | undefined
  /** What the values of a column mean, by its use and the value; `none`: not imported. */
  readonly values: Readonly<Record<string, string>>
  /** Rates with more decimals than are kept are rounded. */
  readonly round: boolean
}

/** What one cell or row of a sheet gives. Without a problem it can be imported or checked. */
export interface Line {
  /** The rate's cell, such as `C7`, or the row's first cell of a list of holidays. */
  readonly cell: string
  /** Line of the text or row of the sheet, from 1. */
  readonly row: number
  readonly given: string
  readonly date?: CalendarDate
  readonly currency?: Currency
  readonly kind?: ImportKind
  readonly publisher?: string
  /** Rupees for as many units as rates of the currency are kept for. */
  readonly rate?: number
  /** An error code of `inputError`. */
  readonly problem?: string
  /** Whether the cell is left aside on purpose and is not an error. */
  readonly isUnused?: boolean
  readonly document?: string
  readonly amount?: number
  readonly name?: string
}

/** The sheet as it is read: rows and columns exchanged if each column is a day. */
export interface Sheet {
  readonly grid: Grid
  readonly headings: readonly string[]
  /** First row of the headings, and first row below them. */
  readonly firstHeading: number
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

const columnsOf = ({ columns }: Mapping, use: ColumnUse): number[] =>
  columns.flatMap((column, at) => (column.use === use ? at : []))

function cellsOf({ grid, firstRow }: Sheet, column: number): Cell[] {
  return grid.rows.slice(firstRow).map((row) => row[column] ?? '')
}

/** What a sheet leaves open. An entry that is answered stays, so that the answer can be changed. */
export interface Questions {
  /** There is no column of rates, of dates of invoices or holidays, or of names. */
  readonly missing: readonly ('rate' | 'date' | 'name')[]
  readonly day: boolean
  readonly dates: DatesFound
  /** The first number that may be two, or the mark that the numbers prove. */
  readonly numbers: ReturnType<typeof findDecimalMark>
  /** Whether rate columns have neither a kind, a side nor a column of kinds. */
  readonly kind: boolean
  /** Headings of buying or selling columns. */
  readonly sides: readonly string[]
  readonly publisher: boolean
  /** Rate columns without a currency. */
  readonly currencies: readonly number[]
  readonly values: readonly { readonly use: ValueUse; readonly texts: readonly string[] }[]
}

/** How many distinct values of a column are asked about. */
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
    currencies:
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

function numbersIn(sheet: Sheet, mapping: Mapping): Questions['numbers'] {
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

/** Whether a question of the sheet has no answer yet. */
export function isOpen(questions: Questions, mapping: Mapping): boolean {
  const { missing, day, dates, numbers, kind, sides, publisher, currencies, values } = questions
  return (
    missing.length > 0 ||
    (day && !mapping.day) ||
    (dates.isMixed && !mapping.excelDays) ||
    (dates.ambiguous !== undefined && !dates.proven && !mapping.dateOrder) ||
    (numbers !== undefined && 'ambiguous' in numbers && !mapping.decimalMark) ||
    (kind && !mapping.kind) ||
    (sides.length > 0 && !mapping.sides) ||
    (publisher && mapping.publisher === undefined) ||
    currencies.length > 0 ||
    values.some(
      ({ use, texts }) =>
        use !== 'currency' && texts.some((text) => !mapping.values[valueKey(use, text)]),
    )
  )
}

export const valueKey = (use: ValueUse, text: string): string => `${use} ${text}`

/** Reads the rows of a sheet one by one, so that a page can pause between them. */
export interface LineReader {
  readonly firstRow: number
  readonly rows: number
  /** The lines of a row: one for each rate, or one that says why it has none. */
  readonly read: (row: number) => readonly Line[]
}

export function lineReader(file: Grid, mapping: Mapping, purpose: Purpose): LineReader {
  const sheet = viewSheet(file, mapping)
  const reading: Reading = {
    sheet,
    mapping,
    purpose,
    at: (use) => columnsOf(mapping, use)[0],
    rates: columnsOf(mapping, 'rate'),
    names: columnsOf(mapping, 'name'),
    dates: answersFor(sheet, mapping),
    mark: mapping.decimalMark ?? provenMark(numbersIn(sheet, mapping)),
    width: sheet.headings.findLastIndex((text) => text !== '') + 1,
    above: new Map(),
  }
  const { rows } = sheet.grid
  return {
    firstRow: sheet.firstRow,
    rows: rows.length,
    read: (row) => readRow(rows[row] ?? [], row, reading),
  }
}

/** Every used cell of a sheet, as a line of its own or in the line of its row's rate. */
export function readLines(file: Grid, mapping: Mapping, purpose: Purpose): Line[] {
  const { firstRow, rows, read } = lineReader(file, mapping, purpose)
  return Array.from({ length: Math.max(rows - firstRow, 0) }, (_, at) => read(firstRow + at)).flat()
}

interface Reading {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly purpose: Purpose
  readonly at: (use: ColumnUse) => number | undefined
  readonly rates: readonly number[]
  readonly names: readonly number[]
  readonly dates: DateAnswers & { readonly isUnanswered: boolean }
  readonly mark: DecimalMark | undefined
  /** Columns with a heading. */
  readonly width: number
  /** The last values of columns whose empty cells repeat them. */
  readonly above: Map<number, Cell>
}

const provenMark = (numbers: Questions['numbers']) =>
  numbers && 'mark' in numbers ? numbers.mark : undefined

function answersFor(sheet: Sheet, mapping: Mapping): Reading['dates'] {
  const [column] = columnsOf(mapping, 'date')
  const found = column === undefined ? undefined : findDates(cellsOf(sheet, column))
  const { excelDays, dateOrder = found?.proven } = mapping
  return { excelDays, dateOrder, isUnanswered: found?.isMixed === true && !excelDays }
}

const FILLED: readonly ColumnUse[] = ['date', 'currency', 'kind', 'publisher', 'units']

function readRow(given: readonly Cell[], index: number, reading: Reading): Line[] {
  const { sheet, mapping, rates, purpose, above } = reading
  const { columns, turned } = mapping
  const row = columns.map(({ use }, column) => {
    const cell = given[column] ?? ''
    if (!mapping.fillDown || !FILLED.includes(use)) return cell
    if (!isEmpty(cell)) above.set(column, cell)
    return above.get(column) ?? cell
  })
  const isUsed = (column: number) => columns[column]?.use !== 'none' && !isEmpty(given[column])
  const usedColumns = columns.flatMap((_, column) => (isUsed(column) ? column : []))
  const [first] = usedColumns
  if (first === undefined) return []
  const line = (column: number): Line => ({
    cell: turned ? `${columnName(index)}${column + 1}` : `${columnName(column)}${index + 1}`,
    row: turned ? column + 1 : index + 1,
    given: cellText(given[column]).slice(0, 200),
  })
  const wrongRow = wrongWidth(given, reading)
  const isRepeated = (column: number) =>
    typeof given[column] === 'string' &&
    given[column] === sheet.grid.rows[mapping.heading ?? -1]?.[column]
  if (purpose === 'holidays') {
    if (usedColumns.every(isRepeated)) return [aside(line(first), 'row nothing')]
    return [readHoliday(row, line(first), reading)]
  }
  const filled = rates.filter((column) => isUsed(column))
  if (filled.length === 0 || filled.every(isRepeated))
    return [
      {
        ...aside(line(first), 'row nothing'),
        given: usedColumns
          .map((column) => cellText(given[column]))
          .join(' ')
          .slice(0, 200),
      },
    ]
  return filled.map((column) =>
    wrongRow === undefined
      ? readRate(row, column, line(column), reading)
      : { ...line(column), problem: wrongRow },
  )
}

const aside = (line: Line, code: 'row nothing' | 'row no rate'): Line => ({
  ...line,
  problem: inputError(code),
  isUnused: true,
})

/** Text that is split at commas or semicolons has more cells than headings if a number has one. */
function wrongWidth(row: readonly Cell[], { sheet, width }: Reading): string | undefined {
  const { delimiter = '\t' } = sheet.grid
  const cells = row.findLastIndex((cell) => !isEmpty(cell)) + 1
  return width > 0 && cells > width && ',;'.includes(delimiter)
    ? inputError('row more cells', String(cells), String(width))
    : undefined
}

/** A cell that says on purpose that there is no rate. */
const NO_RATE = /^(?:[-–—.]+|n\/?a|nil)$/i

function readRate(row: readonly Cell[], column: number, line: Line, reading: Reading): Line {
  const { mapping, purpose, sheet } = reading
  const cell = row[column] ?? ''
  if (typeof cell === 'string' && NO_RATE.test(cell)) return aside(line, 'row no rate')
  const use = mapping.columns[column] ?? { use: 'rate' as const }
  const day = readDate(row, reading)
  const named = readCurrency(row, use, reading)
  const series: { kind?: ImportKind; publisher?: string } | Problem =
    purpose === 'rates' ? readSeries(row, use, reading) : {}
  if ('problem' in named && named.isUnused) return { ...line, ...named }
  if ('problem' in series && series.isUnused) return { ...line, ...series }
  const found: Line = {
    ...line,
    ...('date' in day && { date: day.date }),
    ...('currency' in named && { currency: named.currency }),
    ...(!('problem' in series) && series),
    ...documentIn(row, reading),
  }
  const wrong = (problem: string): Line => ({ ...found, problem })
  if ('problem' in day) return wrong(day.problem)
  if ('problem' in named) return wrong(named.problem)
  if ('problem' in series) return wrong(series.problem)
  const { currency } = named
  const next = row[column + 1]
  const isSplit =
    sheet.grid.delimiter === ',' &&
    mapping.columns[column + 1]?.use === 'none' &&
    [cell, next].every((each) => typeof each === 'string' && /^\d{1,4}$/.test(each))
  if (isSplit) return wrong(inputError('row split number', `${cellText(cell)},${cellText(next)}`))
  const number = plainNumber(cell, typeof cell === 'number' ? '.' : reading.mark)
  if ('error' in number) return wrong(number.error)
  const units = readUnits(row, use, reading)
  if (units === undefined) return wrong(inputError('row units'))
  const rate = keptRate(number.text, units, unitsOf(currency), mapping.round)
  if (typeof rate !== 'number') return wrong(rate.error)
  const other =
    purpose === 'rates' ? findContradiction(row, { currency, ...series }, reading) : undefined
  if (other) return wrong(other)
  return purpose === 'invoices'
    ? { ...found, rate: toWire(rate), ...amountIn(row, currency, reading) }
    : { ...found, rate: toWire(rate) }
}

type Problem = { readonly problem: string; readonly isUnused?: boolean }

function readDate(row: readonly Cell[], reading: Reading): { date: CalendarDate } | Problem {
  const { at, mapping, dates, sheet } = reading
  const column = at('date')
  if (column === undefined)
    return mapping.day ? { date: mapping.day } : { problem: inputError('row without date') }
  const cell = row[column] ?? ''
  const text = cellText(cell).slice(0, 40)
  if (text === '') return { problem: inputError('row without date') }
  const day = readDayCell(cell, dates)
  if ('error' in day)
    return {
      problem:
        day.error === 'ambiguous'
          ? inputError('row date ambiguous', text)
          : day.error === 'no such day'
            ? inputError('row no such day', text)
            : day.error === 'short year'
              ? inputError('row short year', text)
              : inputError('row no date', text),
    }
  if (dates.isUnanswered) return { problem: inputError('row excel days', text) }
  const weekday = otherWeekday(row, day.date)
  if (weekday) return { problem: inputError('row other weekday', day.date, weekday) }
  return sheet ? { date: day.date } : day
}

/** Rates of other currencies than the installation's are not imported, and invoices not checked. */
function readCurrency(
  row: readonly Cell[],
  { currency: own }: Column,
  { at, mapping }: Reading,
): { currency: Currency } | Problem {
  if (own) return { currency: own }
  const column = at('currency')
  const text = column === undefined ? '' : cellText(row[column]).trim()
  if (text === '') return { problem: inputError('row without currency') }
  const chosen = mapping.values[valueKey('currency', text)]
  if (isCurrency(chosen)) return { currency: chosen }
  const read = readCode(text)
  if (!read) return { problem: inputError('row not imported', text.slice(0, 40)), isUnused: true }
  const { code, to = TARGET_CURRENCY } = read
  if (to !== TARGET_CURRENCY)
    return { problem: inputError('row pair', `${code}/${to}`), isUnused: true }
  return isCurrency(code)
    ? { currency: code }
    : { problem: inputError('row currency', code), isUnused: true }
}

function readSeries(
  row: readonly Cell[],
  { kind: own, side }: Column,
  { at, mapping }: Reading,
): { kind: ImportKind; publisher?: string } | Problem {
  const valueOf = (use: 'kind' | 'publisher') => {
    const column = at(use)
    const text = column === undefined ? undefined : cellText(row[column])
    return text === undefined ? undefined : { text, chosen: mapping.values[valueKey(use, text)] }
  }
  const unused = (text: string) => ({
    problem: inputError('row not imported', text.slice(0, 40)),
    isUnused: true,
  })
  const inRow = valueOf('kind')
  if (inRow?.chosen === 'none') return unused(inRow.text)
  if (side && !own && !inRow && mapping.sides === 'none') return unused(side)
  const chosen = IMPORT_KINDS.find((each) => each === inRow?.chosen)
  if (own && chosen && own !== chosen) return { problem: inputError('row kind', inRow?.text ?? '') }
  const ofSide = mapping.sides === 'tt' ? side : undefined
  const kind = own ?? (inRow ? chosen : side ? ofSide : mapping.kind)
  if (!kind) return { problem: inputError('row kind open', inRow?.text ?? '') }
  const bank = valueOf('publisher')
  if (bank?.chosen === 'none') return unused(bank.text)
  const publisher = bank ? bank.chosen : (mapping.publisher ?? 'main')
  const isUnanswered = publishers().length > 0 && !bank && mapping.publisher === undefined
  if (publisher === undefined || isUnanswered) return { problem: inputError('row publisher open') }
  return { kind, ...(isPublisher(publisher) && { publisher }) }
}

function readUnits(row: readonly Cell[], { units = 1 }: Column, { at }: Reading) {
  const column = at('units')
  if (column === undefined) return units
  return UNITS.find((each) => String(each) === cellText(row[column]))
}

/** The problem of a rate in whose row an unused cell names another currency or another kind. */
function findContradiction(
  row: readonly Cell[],
  { currency, kind }: { readonly currency: Currency; readonly kind?: ImportKind },
  { mapping }: Reading,
): string | undefined {
  for (const [column, cell] of row.entries()) {
    const text = cellText(cell)
    if (mapping.columns[column]?.use !== 'none' || text.length > 30) continue
    if (namesOtherCurrency(text, currency)) return inputError('row other currency', text)
    const named = kindNamed(text)
    const other = named.kind ?? named.side
    if (kind && ((other && other !== kind) || LEFT_ASIDE.test(text)))
      return inputError('row kind', text)
  }
  return undefined
}

function documentIn(row: readonly Cell[], { at }: Reading): { document?: string } {
  const column = at('document')
  const text = column === undefined ? '' : cellText(row[column]).slice(0, 100)
  return text === '' ? {} : { document: text }
}

function amountIn(
  row: readonly Cell[],
  currency: Currency,
  { at, mapping, mark }: Reading,
): { amount?: number } | Problem {
  const column = at('amount')
  const cell = column === undefined ? '' : (row[column] ?? '')
  if (!/\d/.test(cellText(cell))) return {}
  const read = readAmountCell(cell, currency, mark)
  if ('error' in read) return { problem: read.error }
  const signColumn = at('sign')
  const sign = signColumn === undefined ? '' : cellText(row[signColumn])
  const side = sign === '' ? 'debit' : mapping.values[valueKey('sign', sign)]
  if (side === undefined) return { problem: inputError('row sign open', sign.slice(0, 40)) }
  const amount = Number(read.text)
  return { amount: side === 'credit' ? -Math.abs(amount) : amount }
}

function readHoliday(row: readonly Cell[], line: Line, reading: Reading): Line {
  const name = reading.names
    .map((column) => cellText(row[column]))
    .filter(Boolean)
    .join(', ')
  const day = readDate(row, reading)
  const given = row.map(cellText).filter(Boolean).join(' ').slice(0, 200)
  return { ...line, given, ...(name !== '' && { name }), ...day }
}
