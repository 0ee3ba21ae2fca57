import { ratesOfUse, type ColumnUse } from './column-use.ts'
import { isCurrencyHeading, type Quotes } from './headings.ts'
import { isLong, TableError, type TableRow } from '../pasted-table.ts'
import { unitsOf, type Currency } from '../currency.ts'
import { DEFAULT_KIND, type RateKind } from '../series.ts'
import { isBlank, isNumber, kindOf, readDayCell } from './cell-looks.ts'
import { currencyNamed, isUnderstood, wordsOf } from './rate-words.ts'
import { isWide, unclearHeading, type TableLayout } from './table-layout.ts'
import type { TextBelow } from './text-below.ts'
import { saidBeside, type Beside, type Unclear } from './words-beside.ts'

/** One rate as it stands in a table. */
export interface GivenRate {
  readonly line: number
  readonly text: string
  readonly date: string
  readonly currency: string
  /** As it is written there, or as words beside the rate say; empty where nothing does. */
  readonly kind: string
  readonly rate: string
  /** Whether the row says that it is for as many units as rates of its currency are kept for. */
  readonly isPerUnits: boolean
  /** What was paid at it, of a sheet of invoices; empty where nothing says it. */
  readonly amount: string
  readonly others: readonly string[]
  /** The cell that says that this is no rate of one unit that is kept, such as `Cheque`. */
  readonly against: string
  /** The cell that says buying or selling, of nobody knows what. */
  readonly asked: string
  /** What nobody understands, and might make another figure of the rate. */
  readonly unclear: Unclear | null
}

export interface RateReading {
  readonly layout: TableLayout
  readonly below: TextBelow
  readonly quotes: Quotes | undefined
}

/**
 * The rates that stand in a row. Throws a TableError where one of the cells that are read is too
 * long.
 */
export function givenRates(row: TableRow, reading: RateReading): readonly GivenRate[] {
  const { columns } = reading.layout
  return columns ? byColumn(row, columns, reading) : [byLook(row, reading)]
}

function byColumn(
  { line, cells }: TableRow,
  columns: readonly ColumnUse[],
  { layout, below, quotes }: RateReading,
): GivenRate[] {
  const { title } = layout
  const at = (use: ColumnUse) => cells[columns.indexOf(use)] ?? ''
  const wide = isWide(columns)
  const own = wide ? null : currencyNamed(at('currency').replace(PER_UNITS, ' ').trim())
  const isKept = (cell: string) => own !== null && isPerUnitsOf(own, cell)
  const plain = (cell: string) => (isKept(cell) ? cell.replace(PER_UNITS, ' ').trim() : cell)
  const { isOfInvoices, isChosen } = layout
  const besides = isOfInvoices ? [] : besideRates(cells, columns, layout)
  const isPerUnits = [at('units'), at('currency'), ...besides.map(({ cell }) => cell)].some(isKept)
  const said = saidBeside(
    besides.map((each) => ({ ...each, cell: plain(each.cell) })),
    own,
    isChosen || isOfInvoices,
  )
  const units = otherThanOne(plain(at('units')))
  const isSingle = columns.filter((each) => ratesOfUse(each)).length === 1
  return columns.flatMap((use, index): GivenRate[] => {
    const rates = ratesOfUse(use)
    const rate = cells[index] ?? ''
    if (!rates || (wide && isBlank(rate))) return []
    const date = layout.day || dateFor(cells, columns, index)
    const currency =
      rates.currency ?? codeOf(plain(at('currency'))) ?? title.currency ?? title.other ?? ''
    const named = rates.kind ?? at('kind')
    const {
      kind,
      asked,
      against: none,
    } = named === '' ? said.kind(title, quotes) : { kind: named, asked: '', against: '' }
    refuseLong(line, [date, currency, kind, rate])
    const text =
      wide || !isSingle
        ? [date, wide ? '' : at('currency'), layout.headings[index] || currency, rate]
            .filter(Boolean)
            .join(' ')
        : cells.join(' ')
    const inverse = isInverse(at('currency'), rate) ? at('currency') : ''
    const against =
      units ||
      said.against ||
      none ||
      said.contradiction(kind || DEFAULT_KIND) ||
      inverse ||
      otherCurrency(currency, layout) ||
      remarkOn(kind, layout, below)
    return [
      {
        ...{ line, text, date, currency, kind, rate, isPerUnits, against },
        amount: at('amount'),
        others: [],
        // Of what is no rate nobody is asked besides.
        asked: against === '' ? asked : '',
        unclear: said.unclear,
      },
    ]
  })
}

function besideRates(
  cells: readonly string[],
  columns: readonly ColumnUse[],
  { headings }: TableLayout,
): readonly Beside[] {
  return cells.flatMap((cell, index) => {
    const heading = headings[index] ?? ''
    const use = columns[index] ?? 'none'
    if (cell === '' || (use !== 'none' && use !== 'currency')) return []
    return [{ cell, heading, isCurrency: use === 'currency' || isCurrencyHeading(heading) }]
  })
}

/** LKR/USD is written for both; a figure below 1 says that it is dollars for a rupee. */
const isInverse = (currency: string, rate: string) =>
  /^(?:lkr|rs|rupees?)(?![a-z]{1,2}(?![a-z]))/i.test(currency) && Number(rate) < 1

/** The title of another currency, in which the row's one then has its price. */
function otherCurrency(currency: string, { title, isChosen }: TableLayout): string {
  const over = title.currency ?? title.other
  return isChosen || over === null || over === currency ? '' : title.text
}

/** What a remark below the table says against a rate. */
function remarkOn(kind: string, { isChosen }: TableLayout, { remark }: TextBelow): string {
  const isOpen = remark && !isChosen && (kind === '' || remark.otherFigure !== null)
  return isOpen ? remark.text : ''
}

/** A sheet with several tables side by side has a date for each: the nearest to the left. */
function dateFor(cells: readonly string[], columns: readonly ColumnUse[], index: number): string {
  const left = columns.lastIndexOf('date', index)
  return cells[left < 0 ? columns.indexOf('date') : left] ?? ''
}

/** A cell of the currency, as our code where it names one of ours in any way. */
function codeOf(cell: string): string | undefined {
  return cell === '' ? undefined : (currencyNamed(cell) ?? cell)
}

/** For how many units a rate is: `100`, `(per 100)`, `1,000 units`. */
const PER_UNITS = /\(?(?<![\d.,])(?:per ?)?(100|1,?000)(?:\.0+)?(?![\d.,])(?: ?units?)?\)?/i

const isPerUnitsOf = (currency: Currency, cell: string) =>
  unitsOf(currency) > 1 && Number(PER_UNITS.exec(cell)?.[1]?.replace(',', '')) === unitsOf(currency)

const otherThanOne = (cell: string) => (/^(?:1(?:\.0+)?)?$/.test(cell) ? '' : cell)

/** Each cell by what it looks like; LKR beside the rate is no surprise. */
function byLook({ line, cells }: TableRow, { layout, below, quotes }: RateReading): GivenRate {
  refuseLong(line, cells)
  const { title, unused, asked: headings } = layout
  const rest = cells.filter((cell) => cell !== '' && !/^LKR$/i.test(cell))
  const take = (looks: (cell: string) => boolean): string => {
    const index = rest.findIndex(looks)
    return index < 0 ? '' : (rest.splice(index, 1)[0] ?? '')
  }
  const date =
    take((cell) => !('error' in readDayCell(cell)) || looksLikeDay(cell)) ||
    take((cell) => /[a-z]/i.test(cell) && /\d/.test(cell) && !/^(LKR|Rs)/i.test(cell))
  const named =
    take((cell) => /^[a-z]{3}$/i.test(cell)) || take((cell) => currencyNamed(cell) !== null)
  const currency = codeOf(named) ?? title.currency ?? title.other ?? ''
  const own: RateKind | undefined = kindOf(take((cell) => kindOf(cell) !== undefined))
  const rate = take((cell) => /\d/.test(cell)) || take(() => true)
  const amount = layout.isOfInvoices ? take(isNumber) : ''
  const beside = [named, ...rest].map((cell) => ({ cell, heading: '', isCurrency: cell === named }))
  const said = saidBeside(beside, null, true)
  const {
    kind,
    asked,
    against: none,
  } = own ? { kind: own, asked: '', against: '' } : said.kind(title, quotes)
  const others = kind === '' || own ? rest : rest.filter((cell) => !isAboutKind(cell))
  const heading = unclearHeading(layout)
  const isBelowOne = Number(rate) < 1 && cells.some((cell) => /^(?:LKR|Rs\.?)$/i.test(cell))
  // What a heading says against the figures below it holds for all of them.
  const against =
    said.against ||
    none ||
    (isBelowOne ? rate : '') ||
    (title.otherFigure === null ? '' : title.text) ||
    (heading === '' ? (unused[0]?.heading ?? '') : '') ||
    otherCurrency(currency, layout) ||
    remarkOn(kind, layout, below)
  return {
    line,
    text: cells.join(' '),
    date,
    currency,
    kind,
    rate,
    isPerUnits: false,
    amount,
    others,
    against,
    asked: against === '' ? asked || (headings[0] ?? '') : '',
    unclear: heading === '' ? null : { code: 'row heading unclear', text: heading },
  }
}

function isAboutKind(cell: string): boolean {
  const { side, isTransfer, kind } = wordsOf(cell)
  return isUnderstood(cell) && (side !== null || isTransfer || kind !== null)
}

function refuseLong(line: number, cells: readonly string[]): void {
  if (cells.some(isLong)) throw new TableError('characters', line)
}

/**
 * Whether a cell has the form of a day though it names none: three parts, the last a year, a number
 * before it.
 */
function looksLikeDay(cell: string): boolean {
  const parts = cell.split(/[-/. ]/)
  const [month = '', year = ''] = parts.slice(-2)
  return (
    /^\d{2,4}$/.test(year) && month !== '' && parts.slice(0, -2).some((part) => /\d$/.test(part))
  )
}
