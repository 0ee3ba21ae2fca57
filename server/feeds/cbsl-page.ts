import { parse } from 'parse5'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { type Rate, rateFromText, SCALE } from '../../domain/money.ts'
import type { RateKind } from '../../domain/series.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import { CBSL_LABELS, currenciesOf, type CbslPage } from './cbsl-labels.ts'
import { elementsOf, textOf, withSingleSpaces, type Element } from './html-elements.ts'
import {
  FeedError,
  withoutContradictions,
  type FeedResponse,
  type PublishedRate,
} from './rate-feed.ts'

/** What was requested. */
export interface CbslQuery {
  readonly page: CbslPage
  readonly from: CalendarDate
  readonly to: CalendarDate
  /**
   * The indicative rate of a day, which tells whose table of the page `tt` it is: its columns name
   * no currency.
   */
  readonly indicative: (currency: Currency, date: CalendarDate) => Rate | undefined
}

/** More than this between buying and selling is no bank's: on 20 July 2026 it was 2.8 %. */
const MAX_SPREAD = 0.08

/** What a column holds; undefined: nothing that is known. */
type Column = RateKind | 'date' | 'inverse' | undefined

interface Table {
  readonly currency: Currency
  readonly columns: readonly Column[]
  readonly rows: readonly Element[]
}

/** What stands above the tables that were requested. */
const headingsOf = (page: CbslPage): ReadonlyMap<string, Currency> =>
  new Map(currenciesOf(page).map((each) => [withSingleSpaces(CBSL_LABELS[page][each] ?? ''), each]))

/** A page without so many of the requested currencies, as a share, is laid out in another way. */
const MOST_MISSING = 0.25

/**
 * The rates in a page of the Central Bank: a heading and a table for each currency. What is cut
 * off, doubled, misplaced or not believable is left out and listed in `refused`. Throws a FeedError
 * with `layout` where a quarter of the currencies has no readable table.
 */
export function parseCbslPage(html: string, query: CbslQuery): FeedResponse {
  const refused = new Set<string>()
  const given: PublishedRate[] = []
  const tables = tablesOf(html, query.page)
  const missing: Currency[] = []
  const requested = currenciesOf(query.page)
  for (const currency of requested) {
    const own = tables.filter((table) => table.currency === currency)
    const rows = own.flatMap((table) => table.rows.map((row) => readRow(row, table, query)))
    const rates = rows.flatMap((row) => (typeof row === 'string' ? [] : row))
    if (own.length === 0 || (rows.length > 0 && rates.length === 0)) missing.push(currency)
    for (const row of rows) if (typeof row === 'string') refused.add(`The CBSL's page has ${row}`)
    given.push(...rates)
  }
  const none = `The CBSL's page has no ${missing.join(', ')} rates that can be read`
  if (missing.length > 0 && missing.length >= requested.length * MOST_MISSING)
    throw new FeedError(`${none}: its layout is unknown`, { layout: true })
  if (missing.length > 0) refused.add(none)
  const { kept, areAll } = withoutContradictions(given)
  if (!areAll) refused.add("The CBSL's page has two rates for one day")
  return { rates: kept, refused: [...refused] }
}

/** The tables that have a currency's heading to themselves and whose columns are known. */
function tablesOf(html: string, page: CbslPage): Table[] {
  const tables: Table[] = []
  const known = headingsOf(page)
  let headings: Currency[] = []
  for (const element of elementsOf(parse(html, { sourceCodeLocationInfo: true }), [
    'h2',
    'table',
  ])) {
    if (element.tagName === 'h2') {
      const currency = known.get(textOf(element))
      // Below the heading of something else is no currency's table.
      headings = currency === undefined ? [] : [...headings, currency]
      continue
    }
    const [currency, ...others] = new Set(headings)
    headings = []
    if (currency === undefined || others.length > 0) continue
    const [head, ...rows] = elementsOf(element, ['tr'])
    const columns = elementsOf(head, ['th', 'td']).map((cell) =>
      columnOf(textOf(cell), currency, page),
    )
    if (isKnown(columns, page) && rows.every((row) => cellsOf(row).length <= columns.length))
      tables.push({ currency, columns, rows })
  }
  return tables
}

/**
 * Whether the columns are exactly those of a page: otherwise no value could be trusted to be its
 * own.
 */
function isKnown(columns: readonly Column[], page: CbslPage): boolean {
  const inverse = columns.includes('inverse') ? ['inverse' as const] : []
  const known = [...REQUIRED[page], ...inverse]
  return columns.length === known.length && known.every((column) => columns.includes(column))
}

const REQUIRED = {
  indicative: ['date', 'indicative'],
  tt: ['date', 'tt-buying', 'tt-selling'],
} as const

function columnOf(title: string, currency: Currency, page: CbslPage): Column {
  if (title === 'Date') return 'date'
  if (page === 'indicative') {
    if (title === `1 ${currency} -> ${TARGET_CURRENCY}`) return 'indicative'
    return title === `1 ${TARGET_CURRENCY} -> ${currency}` ? 'inverse' : undefined
  }
  const side = /^(Buy|Sell)(?:ing)?(?: Rate)?(?: \(LKR\))?$/i.exec(title)?.[1]?.toLowerCase()
  if (side === undefined) return undefined
  return side === 'buy' ? 'tt-buying' : 'tt-selling'
}

/** A row's day, and the text of each of its columns. */
interface CellTexts {
  readonly date: CalendarDate
  readonly textIn: (column: Column) => string
}

/** What stands in a row, or what is wrong with it. */
function cellTexts(
  row: Element,
  { currency, columns }: Table,
  query: CbslQuery,
): CellTexts | string {
  const cells = cellsOf(row)
  // A cell without its end may be half of what was sent.
  const isWhole =
    cells.length === columns.length && cells.every((cell) => cell.sourceCodeLocation?.endTag)
  if (!isWhole || cells.some((cell) => cell.attrs.some(({ name }) => name === 'colspan')))
    return `a row of ${currency} rates with other columns than its table`
  const textIn = (column: Column) => {
    const cell = cells[columns.indexOf(column)]
    return cell ? textOf(cell) : ''
  }
  const date = textIn('date')
  if (!isCalendarDate(date)) return `a ${currency} rate of no day`
  if (date < query.from || date > query.to)
    return `a ${currency} rate of a day that was not requested: ${date}`
  return { date, textIn }
}

/** Four decimals always: a value with fewer has lost some. */
const rateIn = (text: string) =>
  /^\d{1,4}\.\d{4}$/.test(text) ? rateFromText(text) : 'not a number'

/** The rates of a row, none where it is of no requested day; or what is wrong with it. */
function readRow(row: Element, table: Table, query: CbslQuery): PublishedRate[] | string {
  const cells = cellTexts(row, table, query)
  if (typeof cells === 'string') return cells
  const { currency } = table
  const { date, textIn } = cells
  const rates: PublishedRate[] = []
  for (const kind of REQUIRED[query.page]) {
    const text = kind === 'date' ? '' : textIn(kind)
    if (kind === 'date' || text === '') continue
    const perUnit = rateIn(text)
    if (typeof perUnit === 'string' || !isUsual(perUnit, currency))
      return `no ${currency} rate for ${date}: ${text.slice(0, 20)}`
    const inverse = inverseIn(table, cells)
    if (inverse !== undefined && isOtherInverse(perUnit, inverse))
      return `${currency} rates for ${date} that are not the inverse of each other`
    rates.push({ currency, kind, date, rate: rateOfUnits(perUnit, inverse, unitsOf(currency)) })
  }
  const reason = query.page === 'tt' ? wrongPair(rates, query) : undefined
  return reason === undefined ? rates : `${currency} rates for ${date} ${reason}`
}

/** What the page says that a rupee is worth in the currency; undefined where it says nothing. */
const inverseIn = ({ columns }: Table, { textIn }: CellTexts): number | undefined =>
  columns.includes('inverse') ? Number(textIn('inverse')) : undefined

/** The inverse, with 4 decimals as the rate has them, has to be that of the rate. */
function isOtherInverse(perUnit: Rate, inverse: number): boolean {
  const rupees = perUnit / SCALE
  const rounding = 0.000_1 + 0.000_05 / rupees ** 2
  return !(Math.abs(inverse - 1 / rupees) <= rounding)
}

/** Below a rupee the inverse has more digits than the rate. */
function rateOfUnits(perUnit: Rate, inverse: number | undefined, units: number): Rate {
  if (perUnit >= SCALE || inverse === undefined) return (perUnit * units) as Rate
  return Math.round((units * SCALE * SCALE) / Math.round(inverse * SCALE)) as Rate
}

/** What is wrong with what banks pay and ask; one of the two may be missing. */
function wrongPair(rates: readonly PublishedRate[], { indicative }: CbslQuery): string | undefined {
  const [one, other] = rates
  if (!one) return undefined
  if (other && other.rate <= one.rate)
    return 'with a buying rate that is not below the selling rate'
  if (other && (other.rate - one.rate) / one.rate > MAX_SPREAD) return 'with a spread above 8 %'
  const middle = ((other ?? one).rate + one.rate) / 2
  const distance = (currency: Currency) =>
    Math.abs(middle - (indicative(currency, one.date) ?? Infinity)) / middle
  const isNearest = currenciesOf('tt').every(
    (each) => each === one.currency || distance(each) > distance(one.currency),
  )
  return isNearest && distance(one.currency) <= MAX_SPREAD
    ? undefined
    : 'that are not near its indicative rate'
}

const cellsOf = (row: Element) => elementsOf(row, ['td', 'th'])
