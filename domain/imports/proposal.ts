import { isCurrency, TARGET_CURRENCY } from '../currency.ts'
import { publishers } from '../series.ts'
import { bareNumber, isDay, isNone, isWeekday } from './cells.ts'
import { valueKey, viewSheet, type Column, type Mapping, type Purpose } from './mapping.ts'
import { cellText, isEmpty, turn, type Cell, type Grid } from './table.ts'
import { publisherNamed } from './own-files.ts'
import { currencyNamed, kindNamed, NOT_A_DAY, NOT_A_RATE, readCode } from './words.ts'

const SAMPLE = 50
const NUMBER = /^[\d.,]*\d$/
const isNumberText = (text: string) => NUMBER.test(bareNumber(text))

type Form = Partial<Pick<Mapping, 'turned' | 'heading' | 'fillRight' | 'fillDown'>>

/** Proposes a use of each column, for the user to confirm. */
export function proposeMapping(file: Grid, purpose: Purpose, form: Form = {}): Mapping {
  const upright = proposeColumns(file, purpose, { ...form, turned: form.turned ?? false })
  if (purpose !== 'rates' || form.turned !== undefined) return upright
  const hasDays = upright.columns.some(({ use }) => use === 'date')
  const isAcross = !hasDays && (file.rows[upright.heading ?? -1] ?? []).some(isDay)
  return isAcross ? proposeColumns(file, purpose, { ...form, turned: true }) : upright
}

const isText = (cell: Cell) => typeof cell === 'string' && !isNumberText(cell) && !isDay(cell)
const isNumber = (cell: Cell) =>
  typeof cell === 'number' || (typeof cell === 'string' && isNumberText(cell))

function proposeColumns(file: Grid, purpose: Purpose, form: Form): Mapping {
  const { turned = false, fillRight = false, fillDown = false } = form
  const { rows } = turned ? turn(file) : file
  const found = Math.max(
    rows.findIndex((row) => isData(row, purpose)),
    0,
  )
  const above = rows.slice(0, found).findLastIndex((row) => !row.every(isEmpty))
  const heading = form.heading === undefined ? (above < 0 ? null : above) : form.heading
  const { headings, firstRow } = viewSheet(file, { turned, heading, fillRight })
  const data = rows.slice(heading === null ? found : firstRow)
  const { columns } = proposeUses(
    takeSample(data.slice(0, SAMPLE), headings),
    purpose,
    heading === null,
  )
  const values = proposeValues(data, columns, headings)
  return { turned, heading, columns, fillDown, fillRight, round: purpose !== 'rates', values }
}

type Sample = ReturnType<typeof takeSample>

function takeSample(rows: readonly (readonly Cell[])[], headings: readonly string[]) {
  const width = Math.max(headings.length, ...rows.map((row) => row.length))
  const cells = Array.from({ length: width }, (_, at) =>
    rows.map((row) => row[at] ?? '').filter((cell) => !isEmpty(cell)),
  )
  const columns = Array.from({ length: width }, (): Column => ({ use: 'none' }))
  const words = (at: number) => headings[at] ?? ''
  const mostly = (at: number, is: (cell: Cell) => boolean) => {
    const filled = cells[at] ?? []
    return filled.length > 0 && filled.filter(is).length * 2 >= filled.length
  }
  // A serial number is a day only under a heading that says so.
  const isSerial = (cell: Cell) => /^\d{5}(?:\.\d+)?$/.test(cellText(cell))
  const isDate = (at: number) =>
    !NOT_A_DAY.test(words(at)) &&
    mostly(at, (cell) => isDay(cell) && (!isSerial(cell) || /date|day/i.test(words(at))))
  const take = (use: Column['use'], fits: (at: number) => boolean, prefers = /^$/) => {
    const free = columns.flatMap((column, at) => (column.use === 'none' && fits(at) ? at : []))
    const at = free.find((each) => prefers.test(words(each))) ?? free[0]
    if (at !== undefined) columns[at] = { use }
    return at !== undefined
  }
  return { columns, words, mostly, isDate, take }
}

const RUPEES = /lkr|rs\b|rup/i
const AMOUNT = /amount|fcy|balance|outstanding|open/i
const DOCUMENT = /invoice|document|\bdoc\b|bill|voucher|\bref|\bno\.?$/i

const hasDigit = (cell: Cell) => /\d/.test(cellText(cell))
const isName = (cell: Cell) => isText(cell) && !isWeekday(cell)
const isForeign = (cell: Cell) =>
  ![undefined, TARGET_CURRENCY].includes(readCode(cellText(cell))?.code)
const isCurrencyName = (cell: Cell) => isText(cell) && isCurrency(currencyNamed(cellText(cell)))

function proposeUses(sample: Sample, purpose: Purpose, isBare: boolean): Sample {
  const { take, words, mostly, isDate } = sample
  const is = (...purposes: readonly Purpose[]) => purposes.includes(purpose)
  const isDocumentDate = is('invoices', 'fill') ? /invoice|document|bill/i : /^(?:value )?date/i
  if (!is('balances')) take('date', isDate, isDocumentDate)
  if (is('holidays')) take('name', (at) => mostly(at, isName), /name|holiday|occasion/i)
  else if (!take('currency', (at) => mostly(at, isForeign), /from|base|main|ccy|^currency/i))
    take('currency', (at) => mostly(at, isCurrencyName))
  if (is('rates')) proposeRates(sample, isBare)
  if (is('rates', 'holidays')) return sample
  const isSign = (cell: Cell) => /^(?:dr|cr|debit|credit)$/i.test(cellText(cell))
  if (!is('fill')) take('sign', (at) => mostly(at, isSign))
  if (is('balances')) {
    const isBooked = (at: number) => !/rate/i.test(words(at)) && mostly(at, hasDigit)
    if (!take('booked', (at) => RUPEES.test(words(at)) && isBooked(at), /book|carry/i))
      take('booked', (at) => /book|carrying/i.test(words(at)) && isBooked(at))
  }
  const isWhole = (cell: Cell) => !/[.,]/.test(cellText(cell))
  if (isBare) take('document', (at) => at === 0 && mostly(at, isWhole))
  const isAmount = (at: number) => AMOUNT.test(words(at)) && !RUPEES.test(words(at))
  take('amount', (at) => isAmount(at) && mostly(at, hasDigit))
  take('document', (at) => DOCUMENT.test(words(at)) && !/amount|date|rate/i.test(words(at)))
  const isRate = is('balances') ? /rate/i : isBare ? /^/ : /rate|booked|used/i
  if (!is('fill')) take('rate', (at) => isRate.test(words(at)) && mostly(at, isNumber))
  if (isBare) take('amount', (at) => mostly(at, isNumber))
  if (isBare && is('balances')) take('booked', (at) => mostly(at, isNumber))
  return sample
}

function proposeRates(sample: Sample, isBare: boolean): void {
  const { columns, words, mostly, isDate, take } = sample
  const isKind = (cell: Cell) => Object.keys(kindNamed(cellText(cell))).length > 0
  take('kind', (at) => mostly(at, (cell) => isText(cell) && isKind(cell)))
  if (publishers().length > 0)
    take('publisher', (at) => /^(?:bank|publisher)\b/i.test(words(at)) && mostly(at, isText))
  take('units', (at) => /^units?$/i.test(words(at)))
  const hasCurrencies = columns.some(({ use }) => use === 'currency')
  for (const [at, { use }] of columns.entries()) {
    // A second column of days to the right of a rate begins another table.
    if (use === 'none' && isDate(at) && columns.slice(0, at).some((each) => each.use === 'rate'))
      break
    const currency = currencyNamed(words(at))
    const isRate =
      use === 'none' &&
      mostly(at, (cell) => isNumber(cell) || typeof cell === 'object') &&
      !NOT_A_RATE.test(words(at)) &&
      currency !== 'none'
    const isNamedRate = isBare || /rate|buy|sell|\btt|price|lkr/i.test(words(at))
    if (!isRate || (currency === undefined && !(hasCurrencies && isNamedRate))) continue
    const named = currency && !hasCurrencies && { currency }
    columns[at] = { use: 'rate', ...named, ...kindNamed(words(at)) }
  }
  leaveOutRivals(columns)
}

/** Two columns of the same rate may be those of two banks: the user chooses. */
function leaveOutRivals(columns: Column[]): void {
  const series = ({ currency, kind, side }: Column) => [currency, kind, side].join()
  const rates = columns.filter(({ use }) => use === 'rate')
  for (const [at, column] of columns.entries()) {
    const isRival = rates.some((each) => each !== column && series(each) === series(column))
    if (column.use === 'rate' && isRival) columns[at] = { use: 'none' }
  }
}

function isData(row: readonly Cell[], purpose: Purpose): boolean {
  const filled = row.filter((cell) => !isEmpty(cell))
  if (purpose === 'holidays' || purpose === 'fill') return filled.some(isDay)
  const isFigure = (cell: Cell) =>
    (isNumber(cell) && /\d{2}|[.,]\d/.test(cellText(cell))) ||
    (typeof cell === 'object' && cell.error !== undefined)
  if (filled.some(isNone) && filled.some(isDay)) return true
  return filled.some(isFigure) && filled.some((cell) => isDay(cell) || !isFigure(cell))
}

function proposeValues(
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  headings: readonly string[],
): Mapping['values'] {
  const values: Record<string, string> = {}
  for (const [at, { use }] of columns.entries()) {
    if (use !== 'currency' && use !== 'kind' && use !== 'publisher' && use !== 'sign') continue
    for (const text of new Set(rows.map((row) => cellText(row[at])))) {
      const value =
        use === 'kind'
          ? kindNamed(text).kind
          : use === 'currency'
            ? currencyNamed(text)
            : use === 'publisher'
              ? publisherNamed(text, headings)
              : /^(?:(c)|d)(?:r|redit|ebit)$/i.test(text) && (/^c/i.test(text) ? 'credit' : 'debit')
      if (text !== '' && value) values[valueKey(use, text)] = value
    }
  }
  return values
}
