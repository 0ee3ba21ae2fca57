import { parse } from 'parse5'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import {
  FURTHER_CURRENCIES,
  type FurtherCurrency,
} from '../../domain/integrations/further-currency.ts'
import { formatRate, rateFromText, type Rate } from '../../domain/money.ts'
import type { RateKind } from '../../domain/series.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import { CBSL_FURTHER_LABELS } from './cbsl-further-labels.ts'
import { elementsOf, textOf, withSingleSpaces, type Element } from './html-elements.ts'
import {
  FeedError,
  withoutContradictions,
  type FeedResponse,
  type FurtherRate,
  type PublishedRate,
} from './rate-feed.ts'

/** The two pages: the indicative rate, and what banks pay and ask for a telegraphic transfer. */
export type CbslPage = 'indicative' | 'tt'

/** What each page calls a currency, in the form and above its table. */
export const CBSL_LABELS: Readonly<Record<Currency, Readonly<Record<CbslPage, string>>>> = {
  USD: { indicative: 'US Dollar', tt: 'United States Dollar' },
  AUD: { indicative: 'Australian Dollar', tt: 'Australian Dollar' },
  CAD: { indicative: 'Canadian Dollar', tt: 'Canadian Dollar' },
  GBP: { indicative: 'Sterling Pound', tt: 'British Pound' },
}

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

interface Table<Code = Currency | FurtherCurrency> {
  readonly currency: Code
  readonly columns: readonly Column[]
  readonly rows: readonly Element[]
}

/** What stands above the tables of each page. */
const HEADINGS: Readonly<Record<CbslPage, ReadonlyMap<string, Currency | FurtherCurrency>>> = {
  indicative: new Map([
    ...CURRENCIES.map((code) => [CBSL_LABELS[code].indicative, code] as const),
    ...FURTHER_CURRENCIES.map(
      (code) => [withSingleSpaces(CBSL_FURTHER_LABELS[code]), code] as const,
    ),
  ]),
  tt: new Map(CURRENCIES.map((code) => [CBSL_LABELS[code].tt, code])),
}

/**
 * The rates in a page of the Central Bank: for each currency a heading and a table whose first row
 * names its columns. What it gives was there in whole; whatever is cut off, doubled, in another
 * place or not believable is left out and told in `refused`. Throws a FeedError with `layout` where
 * a requested currency has no table that can be read.
 */
export function parseCbslPage(html: string, query: CbslQuery): FeedResponse {
  const refused = new Set<string>()
  const given: PublishedRate[] = []
  const tables = tablesOf(html, query.page)
  for (const currency of CURRENCIES) {
    const own = tablesOfCurrency(tables, currency)
    const rows = own.flatMap((table) => table.rows.map((row) => readRow(row, table, query)))
    const rates = rows.flatMap((row) => (typeof row === 'string' ? [] : row))
    if (own.length === 0 || (rows.length > 0 && rates.length === 0))
      throw new FeedError(
        `The CBSL's page has no ${currency} rates that can be read: its layout is unknown`,
        {
          layout: true,
        },
      )
    for (const row of rows) if (typeof row === 'string') refused.add(`The CBSL's page has ${row}`)
    given.push(...rates)
  }
  const { kept, areAll } = withoutContradictions(given)
  if (!areAll) refused.add("The CBSL's page has two rates for one day")
  return { rates: kept, refused: [...refused], further: furtherRates(tables, query) }
}

/**
 * What the tables of further currencies say, without the rows that are not believable: nothing
 * depends on them here.
 */
function furtherRates(tables: readonly Table[], query: CbslQuery): FurtherRate[] {
  const given = FURTHER_CURRENCIES.flatMap((currency) =>
    tablesOfCurrency(tables, currency).flatMap((table) =>
      table.rows.flatMap((row): FurtherRate[] => {
        const cells = cellTexts(row, table, query)
        const rate = typeof cells === 'string' ? 'not a number' : rateIn(cells.textIn('indicative'))
        if (
          typeof cells === 'string' ||
          typeof rate === 'string' ||
          wrongInverse(rate, table, cells)
        )
          return []
        return [{ currency, date: cells.date, rupees: formatRate(rate), units: '1' }]
      }),
    ),
  )
  return withoutContradictions(given).kept
}

const tablesOfCurrency = <Code extends Table['currency']>(
  tables: readonly Table[],
  currency: Code,
) => tables.filter((table): table is Table<Code> => table.currency === currency)

/** The tables that have a currency's heading to themselves and whose columns are known. */
function tablesOf(html: string, page: CbslPage): Table[] {
  const tables: Table[] = []
  let headings: Table['currency'][] = []
  for (const element of elementsOf(parse(html, { sourceCodeLocationInfo: true }), [
    'h2',
    'table',
  ])) {
    if (element.tagName === 'h2') {
      const currency = HEADINGS[page].get(textOf(element))
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
 * Whether the columns are exactly those of a page: beside others, or more values than titles, none
 * could be trusted to be its own.
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

function columnOf(title: string, currency: Table['currency'], page: CbslPage): Column {
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
function readRow(row: Element, table: Table<Currency>, query: CbslQuery): PublishedRate[] | string {
  const cells = cellTexts(row, table, query)
  if (typeof cells === 'string') return cells
  const { currency } = table
  const { date, textIn } = cells
  const rates: PublishedRate[] = []
  for (const kind of REQUIRED[query.page]) {
    const text = kind === 'date' ? '' : textIn(kind)
    if (kind === 'date' || text === '') continue
    const rate = rateIn(text)
    if (typeof rate === 'string' || !isUsual(rate, currency))
      return `no ${currency} rate for ${date}: ${text.slice(0, 20)}`
    rates.push({ currency, kind, date, rate })
  }
  const reason =
    query.page === 'tt'
      ? wrongPair(rates, query)
      : rates[0] && wrongInverse(rates[0].rate, table, cells)
  return reason === undefined ? rates : `${currency} rates for ${date} ${reason}`
}

/** Where the page has the inverse too, with 4 decimals, it has to be that of the rate. */
function wrongInverse(rate: Rate, { columns }: Table, { textIn }: CellTexts): string | undefined {
  if (!columns.includes('inverse')) return undefined
  const inverse = Number(textIn('inverse'))
  return Math.abs(inverse - 10_000 / rate) <= 0.000_1
    ? undefined
    : 'that are not the inverse of each other'
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
  const isNearest = CURRENCIES.every(
    (each) => each === one.currency || distance(each) > distance(one.currency),
  )
  return isNearest && distance(one.currency) <= MAX_SPREAD
    ? undefined
    : 'that are not near its indicative rate'
}

const cellsOf = (row: Element) => elementsOf(row, ['td', 'th'])
