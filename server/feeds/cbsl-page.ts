import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { rateFromText, SCALE, type Rate } from '../../domain/money.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import type { RateKind } from '../../domain/series.ts'
import {
  FeedError,
  withoutContradictions,
  type PublishedRate,
  type ReadRates,
} from './rate-feed.ts'
import { scanPage, singleSpaces, type Row } from './page-tables.ts'

export type CbslPage = 'indicative' | 'tt'

/** Spellings of the pages' forms, double spaces included. */
const CBSL_LABELS: Readonly<Record<CbslPage, Readonly<Partial<Record<Currency, string>>>>> = {
  tt: {
    USD: 'United States Dollar',
    AUD: 'Australian Dollar',
    CAD: 'Canadian Dollar',
    GBP: 'British Pound',
  },
  indicative: {
    AED: 'UAE  Dirham',
    AUD: 'Australian Dollar',
    BDT: 'Bangladesh Taka',
    BHD: 'Bahrain Dinar',
    BND: 'Brunei Dollar',
    BRL: 'Brazil Real',
    CAD: 'Canadian Dollar',
    CHF: 'Swiss Franc',
    CNY: 'Chinese Yuan (Renminbi)',
    CZK: 'Czechoslovak Koruna',
    DKK: 'Danish Kroner',
    EGP: 'Egypt Pound',
    EUR: 'Euro',
    GBP: 'Sterling Pound',
    GHS: 'Ghana Cedi',
    HKD: 'Hong Kong Dollar',
    HUF: 'Hungary Forint',
    IDR: 'Indonesian Rupiah',
    INR: 'Indian Rupee',
    IRR: 'Iran Rial',
    JOD: 'Jordan Dinar',
    JPY: 'Japanese Yen',
    KES: 'Kenya Shillings',
    KRW: 'Korean Won',
    KWD: 'Kuwait Dinar',
    MMK: 'Myanmar  Kyat',
    MOP: 'Macau Pataca',
    MUR: 'Mauritius Rupee',
    MVR: 'Maldivian Rufiya',
    MYR: 'Malaysia  Ringgit',
    NGN: 'Nigeria Naira',
    NOK: 'Norwegian Kroner',
    NPR: 'Nepal Rupee',
    NZD: 'New Zealand Dollar',
    OMR: 'Oman Rial',
    PGK: 'Papua New Guinea Kina',
    PHP: 'Philippines Peso',
    PKR: 'Pakistan Rupee',
    PLN: 'Poland Zloty',
    QAR: 'Qatar Riyal',
    RON: 'New Romania Leu',
    RUB: 'Russia Rouble',
    SAR: 'Saudi Arabian Riyal',
    SBD: 'Solomon Island Dollar',
    SCR: 'Seychelles Rupee',
    SEK: 'Swedish Kroner',
    SGD: 'Singapore Dollar',
    THB: 'Thailand Baht',
    TWD: 'Taiwan Dollar',
    USD: 'US Dollar',
    VND: 'Vietnam Dong',
    ZAR: 'South African Rand',
    ZMW: 'Zambia Kwacha (New)',
  },
}

export const currenciesOn = (page: CbslPage): readonly Currency[] =>
  currencies().filter((each) => CBSL_LABELS[page][each] !== undefined)

export const labelOn = (page: CbslPage, currency: Currency): string =>
  CBSL_LABELS[page][currency] ?? ''

export interface CbslQuery {
  readonly page: CbslPage
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** Identifies tables of `tt`, whose columns name no currency. */
  readonly indicative: (currency: Currency, date: CalendarDate) => Rate | undefined
}

/** On 20 July 2026 the spread was 2.8 %. */
const MAX_SPREAD = 0.08

type Column = RateKind | 'date' | 'inverse' | undefined

interface Table {
  readonly currency: Currency
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

/** Share of missing currencies that means another layout. */
const MOST_MISSING = 0.25

/**
 * Lists refused rows in `refused`. Throws a FeedError `unknown layout` if a quarter of the tables
 * is missing.
 */
export function parseCbslPage(html: string, query: CbslQuery): ReadRates {
  const refused = new Set<string>()
  const published: PublishedRate[] = []
  const tables = parseTables(html, query.page)
  const missing: Currency[] = []
  const requested = currenciesOn(query.page)
  for (const currency of requested) {
    const ownTables = tables.filter((table) => table.currency === currency)
    const rows = ownTables.flatMap((table) => table.rows.map((row) => parseRow(row, table, query)))
    const rates = rows.flatMap((row) => (typeof row === 'string' ? [] : row))
    if (ownTables.length === 0 || (rows.length > 0 && rates.length === 0)) missing.push(currency)
    for (const row of rows) if (typeof row === 'string') refused.add(`The CBSL's page has ${row}`)
    published.push(...rates)
  }
  const none = `The CBSL's page has no ${missing.join(', ')} rates that can be read`
  if (missing.length > 0 && missing.length >= requested.length * MOST_MISSING)
    throw new FeedError(`${none}: its layout is unknown`, { publisherError: 'unknown layout' })
  if (missing.length > 0) refused.add(none)
  const { kept, areAll } = withoutContradictions(published)
  if (!areAll) refused.add("The CBSL's page has two rates for one day")
  return { rates: kept, refused: [...refused] }
}

function parseTables(html: string, page: CbslPage): Table[] {
  const known = new Map(currenciesOn(page).map((each) => [singleSpaces(labelOn(page, each)), each]))
  const tables: Table[] = []
  let headings: (Currency | undefined)[] = []
  for (const part of scanPage(html)) {
    if (typeof part === 'string') {
      headings.push(known.get(part))
      continue
    }
    const nearest = new Set(headings.slice(headings.lastIndexOf(undefined) + 1))
    const [currency, ...ambiguous] = nearest
    headings = []
    const [head, ...rows] = part
    if (currency === undefined || ambiguous.length > 0 || !head) continue
    const columns = head.map(({ text }) => findColumn(singleSpaces(text), currency, page))
    if (isKnown(columns, page) && rows.every((row) => row.length <= columns.length))
      tables.push({ currency, columns, rows })
  }
  return tables
}

/** Any other column is refused, because values could be misplaced. */
function isKnown(columns: readonly Column[], page: CbslPage): boolean {
  const inverse = columns.includes('inverse') ? ['inverse' as const] : []
  const known = [...REQUIRED[page], ...inverse]
  return columns.length === known.length && known.every((column) => columns.includes(column))
}

const REQUIRED = {
  indicative: ['date', 'indicative'],
  tt: ['date', 'tt-buying', 'tt-selling'],
} as const

function findColumn(title: string, currency: Currency, page: CbslPage): Column {
  if (title === 'Date') return 'date'
  if (page === 'indicative') {
    if (title === `1 ${currency} -> ${TARGET_CURRENCY}`) return 'indicative'
    return title === `1 ${TARGET_CURRENCY} -> ${currency}` ? 'inverse' : undefined
  }
  const side = /^(Buy|Sell)(?:ing)?(?: Rate)?(?: \(LKR\))?$/i.exec(title)?.[1]?.toLowerCase()
  if (side === undefined) return undefined
  return side === 'buy' ? 'tt-buying' : 'tt-selling'
}

interface RowTexts {
  readonly date: CalendarDate
  readonly textIn: (column: Column) => string
}

function rowTexts(cells: Row, { currency, columns }: Table, query: CbslQuery): RowTexts | string {
  if (cells.length !== columns.length || cells.some(({ isWhole }) => !isWhole))
    return `a row of ${currency} rates with other columns than its table`
  const textIn = (column: Column) => singleSpaces(cells[columns.indexOf(column)]?.text ?? '')
  const date = textIn('date')
  if (!isCalendarDate(date)) return `a ${currency} rate of no day`
  if (date < query.from || date > query.to)
    return `a ${currency} rate of a day that was not requested: ${date}`
  return { date, textIn }
}

/** The page writes four decimals; fewer mean a cut value. */
const readPerUnit = (text: string) =>
  /^\d{1,4}\.\d{4}$/.test(text) ? rateFromText(text) : 'not a number'

function parseRow(row: Row, table: Table, query: CbslQuery): PublishedRate[] | string {
  const texts = rowTexts(row, table, query)
  if (typeof texts === 'string') return texts
  const { currency } = table
  const { date, textIn } = texts
  const rates: PublishedRate[] = []
  for (const kind of REQUIRED[query.page]) {
    const text = kind === 'date' ? '' : textIn(kind)
    if (kind === 'date' || text === '') continue
    const perUnit = readPerUnit(text)
    const units = unitsOf(currency)
    if (typeof perUnit === 'string' || !isUsual((perUnit * units) as Rate, currency))
      return `no ${currency} rate for ${date}: ${text.slice(0, 20)}`
    const inverse = table.columns.includes('inverse') ? Number(textIn('inverse')) : undefined
    if (inverse !== undefined && isOtherInverse(perUnit, inverse))
      return `${currency} rates for ${date} that are not the inverse of each other`
    rates.push({ currency, kind, date, rate: rateOfUnits(perUnit, inverse, units) })
  }
  const reason = query.page === 'tt' ? wrongPair(rates, query) : undefined
  return reason === undefined ? rates : `${currency} rates for ${date} ${reason}`
}

/** Both are rounded to 4 decimals. */
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

function wrongPair(rates: readonly PublishedRate[], { indicative }: CbslQuery): string | undefined {
  const [one, other] = rates
  if (!one) return undefined
  if (other && other.rate <= one.rate)
    return 'with a buying rate that is not below the selling rate'
  if (other && (other.rate - one.rate) / one.rate > MAX_SPREAD) return 'with a spread above 8 %'
  const middle = ((other ?? one).rate + one.rate) / 2
  const distance = (currency: Currency) =>
    Math.abs(middle - (indicative(currency, one.date) ?? Infinity)) / middle
  const isNearest = currenciesOn('tt').every(
    (each) => each === one.currency || distance(each) > distance(one.currency),
  )
  return isNearest && distance(one.currency) <= MAX_SPREAD
    ? undefined
    : 'that are not near its indicative rate'
}
