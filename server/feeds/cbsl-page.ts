import { Parser } from 'htmlparser2'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { rateFromText, SCALE, type Rate } from '../../domain/money.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import { seriesOf } from '../../domain/series.ts'
import { FeedError } from './publisher-requests.ts'
import type { PublishedRate, ReadRates } from './rate-feed.ts'

export type CbslPage = 'indicative' | 'tt'

const parseLabels = (text: string) =>
  new Map(text.split(/,\s/).map((each) => [each.slice(0, 3) as Currency, each.slice(4)]))

/** Spellings of the pages' forms, double spaces included. */
const LABELS: Readonly<Record<CbslPage, ReadonlyMap<Currency, string>>> = {
  tt: parseLabels(
    'USD=United States Dollar, AUD=Australian Dollar, CAD=Canadian Dollar, GBP=British Pound',
  ),
  indicative:
    parseLabels(`AED=UAE  Dirham, AUD=Australian Dollar, BDT=Bangladesh Taka, BHD=Bahrain Dinar, BND=Brunei Dollar,
BRL=Brazil Real, CAD=Canadian Dollar, CHF=Swiss Franc, CNY=Chinese Yuan (Renminbi),
CZK=Czechoslovak Koruna, DKK=Danish Kroner, EGP=Egypt Pound, EUR=Euro, GBP=Sterling Pound,
GHS=Ghana Cedi, HKD=Hong Kong Dollar, HUF=Hungary Forint, IDR=Indonesian Rupiah, INR=Indian Rupee,
IRR=Iran Rial, JOD=Jordan Dinar, JPY=Japanese Yen, KES=Kenya Shillings, KRW=Korean Won,
KWD=Kuwait Dinar, MMK=Myanmar  Kyat, MOP=Macau Pataca, MUR=Mauritius Rupee, MVR=Maldivian Rufiya,
MYR=Malaysia  Ringgit, NGN=Nigeria Naira, NOK=Norwegian Kroner, NPR=Nepal Rupee,
NZD=New Zealand Dollar, OMR=Oman Rial, PGK=Papua New Guinea Kina, PHP=Philippines Peso,
PKR=Pakistan Rupee, PLN=Poland Zloty, QAR=Qatar Riyal, RON=New Romania Leu, RUB=Russia Rouble,
SAR=Saudi Arabian Riyal, SBD=Solomon Island Dollar, SCR=Seychelles Rupee, SEK=Swedish Kroner,
SGD=Singapore Dollar, THB=Thailand Baht, TWD=Taiwan Dollar, USD=US Dollar, VND=Vietnam Dong,
ZAR=South African Rand, ZMW=Zambia Kwacha (New)`),
}

export const currenciesOn = (page: CbslPage): readonly Currency[] =>
  currencies().filter((each) => LABELS[page].has(each))

export const labelOn = (page: CbslPage, currency: Currency): string =>
  LABELS[page].get(currency) ?? ''

export interface CbslQuery {
  readonly page: CbslPage
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** Identifies tables of `tt`, whose columns name no currency. */
  readonly indicative: (currency: Currency, date: CalendarDate) => Rate | undefined
}

/** Share of missing currencies that means another layout. */
const MOST_MISSING = 0.25

/** Throws a FeedError `unknown layout` if a quarter of the tables is missing. */
export function parseCbslPage(html: string, query: CbslQuery): ReadRates {
  const refused = new Set<string>()
  const refusedDays: CalendarDate[] = []
  const published: PublishedRate[] = []
  const tables = findTables(html, query.page)
  const missing: Currency[] = []
  const requested = currenciesOn(query.page)
  for (const currency of requested) {
    const rows = tables.get(currency)?.map((row) => parseRow(row, currency, query))
    const rates = rows?.flatMap((row) => (typeof row === 'string' ? [] : row)) ?? []
    if (!rows || (rows.length > 0 && rates.length === 0)) missing.push(currency)
    for (const row of rows ?? [])
      if (typeof row === 'string') {
        refused.add(`The CBSL's page has ${row}`)
        const day = /\d{4}-\d\d-\d\d/.exec(row)?.[0]
        if (isCalendarDate(day) && day >= query.from && day <= query.to) refusedDays.push(day)
      }
    published.push(...rates)
  }
  const none = `The CBSL's page has no ${missing.join(', ')} rates that can be read`
  if (missing.length > 0 && missing.length >= requested.length * MOST_MISSING)
    throw new FeedError(`${none}: its layout is unknown`, 'unknown layout')
  if (missing.length > 0) refused.add(none)
  return { rates: published, refused: [...refused], refusedDays }
}

/** The rows below the known titles, by the headings above each table. */
function findTables(html: string, page: CbslPage): ReadonlyMap<Currency, readonly Row[]> {
  const known = new Map(currenciesOn(page).map((each) => [singleSpaces(labelOn(page, each)), each]))
  const tables = new Map<Currency, Row[]>()
  let headings: (Currency | undefined)[] = []
  for (const part of scanPage(html)) {
    if (typeof part === 'string') {
      headings.push(known.get(part))
      continue
    }
    const nearest = new Set(headings.slice(headings.lastIndexOf(undefined) + 1))
    const [currency, ...ambiguous] = nearest
    headings = []
    const [head = [], ...rows] = part
    if (currency === undefined || ambiguous.length > 0) continue
    const titles = head.map(({ text }) => singleSpaces(text)).join('|')
    // With other columns, values could be misplaced.
    if (titles === titlesOn(page, currency))
      tables.set(currency, [...(tables.get(currency) ?? []), ...rows])
  }
  return tables
}

const titlesOn = (page: CbslPage, currency: Currency) =>
  page === 'tt'
    ? 'Date|Buy Rate (LKR)|Sell Rate (LKR)'
    : `Date|1 ${currency} -> ${TARGET_CURRENCY}|1 ${TARGET_CURRENCY} -> ${currency}`

function parseRow(row: Row, currency: Currency, query: CbslQuery): PublishedRate[] | string {
  if (row.length !== 3 || row.some(({ isWhole }) => !isWhole))
    return `a row of ${currency} rates with other columns than its table`
  const [date, ...values] = row.map(({ text }) => singleSpaces(text)) as [string, string, string]
  if (!isCalendarDate(date)) return `a ${currency} rate of no day`
  if (date < query.from || date > query.to)
    return `a ${currency} rate of a day that was not requested: ${date}`
  const read =
    query.page === 'tt' ? readTt(values, currency, date, query) : readIndicative(values, currency)
  if (typeof read === 'string') return `${currency} rates for ${date} ${read}`
  return read.map((each) => ({ ...each, date }))
}

type ValueRate = Omit<PublishedRate, 'date'>

/** The page writes four decimals; fewer mean a cut value. Undefined: not usual. */
function readPerUnit(text: string, currency: Currency): Rate | undefined {
  const perUnit = /^\d{1,4}\.\d{4}$/.test(text) ? rateFromText(text) : 'not a number'
  if (typeof perUnit === 'string') return undefined
  return isUsual((perUnit * unitsOf(currency)) as Rate, currency) ? perUnit : undefined
}

function readIndicative(
  values: readonly [string, string],
  currency: Currency,
): ValueRate[] | string {
  const [text, inverseText] = values
  if (text === '') return []
  const perUnit = readPerUnit(text, currency)
  if (perUnit === undefined) return `that cannot be read: ${text.slice(0, 20)}`
  const inverse = Number(inverseText)
  const rupees = perUnit / SCALE
  // Both are rounded to 4 decimals.
  const rounding = 0.000_1 + 0.000_05 / rupees ** 2
  if (!(Math.abs(inverse - 1 / rupees) <= rounding)) return 'that are not the inverse of each other'
  const units = unitsOf(currency)
  // Below a rupee the inverse has more digits than the rate.
  const rate = perUnit >= SCALE ? perUnit * units : Math.round((units * SCALE) / inverse)
  return [{ ...seriesOf(currency), rate: rate as Rate }]
}

/** On 20 July 2026 the spread was 2.8 %. */
const MAX_SPREAD = 0.08

function readTt(
  values: readonly [string, string],
  currency: Currency,
  date: CalendarDate,
  { indicative }: CbslQuery,
): ValueRate[] | string {
  const rates: ValueRate[] = []
  for (const [index, kind] of (['tt-buying', 'tt-selling'] as const).entries()) {
    const text = values[index] ?? ''
    if (text === '') continue
    const rate = readPerUnit(text, currency)
    if (rate === undefined) return `that cannot be read: ${text.slice(0, 20)}`
    rates.push({ ...seriesOf(currency, kind), rate })
  }
  const [one, other = one] = rates
  if (!one || !other) return []
  if (other !== one && other.rate <= one.rate)
    return 'with a buying rate that is not below the selling rate'
  if ((other.rate - one.rate) / one.rate > MAX_SPREAD) return 'with a spread above 8 %'
  const middle = (other.rate + one.rate) / 2
  const distance = (each: Currency) =>
    Math.abs(middle - (indicative(each, date) ?? Infinity)) / middle
  const isNearest = currenciesOn('tt').every(
    (each) => each === currency || distance(each) > distance(currency),
  )
  return isNearest && distance(currency) <= MAX_SPREAD
    ? rates
    : 'that are not near its indicative rate'
}

interface Cell {
  text: string
  isWhole: boolean
}
export type Row = readonly Cell[]
/** 55 currencies of 60 days have 14,000. */
const MOST_ELEMENTS = 25_000
const MOST_DEPTH = 100

/** Linear time for any page. Leaves out nested tables. Throws a FeedError above the limits. */
export function scanPage(html: string): (string | Row[])[] {
  const parts: (string | Row[])[] = []
  let [left, depth, tables] = [MOST_ELEMENTS, 0, 0]
  let table: Row[] | undefined
  let heading: string | undefined
  let row: Cell[] | undefined
  let cell: Cell | undefined
  const count = () => {
    if (left-- === 0 || depth > MOST_DEPTH)
      throw new FeedError("The CBSL's page is too large: its layout is unknown", 'unknown layout')
  }
  const addText = (text: string) => {
    if (cell) cell.text += text
    else if (heading !== undefined) heading += text
  }
  const parser = new Parser({
    onattribute: count,
    onopentag(name, attributes) {
      depth++
      count()
      addText(' ')
      if (name === 'table') {
        table = ++tables === 1 && heading === undefined ? [] : undefined
        row = cell = heading = undefined
      } else if (name === 'h2') {
        heading = tables === 0 ? '' : undefined
        if (tables > 0) table = undefined
      } else if (name === 'tr') {
        row = []
        cell = undefined
        table?.push(row)
      } else if (name === 'td' || name === 'th') {
        const spans = 'colspan' in attributes || 'rowspan' in attributes
        cell = { text: '', isWhole: !spans }
        if (row) row.push(cell)
        else table = undefined
      }
    },
    ontext: addText,
    onclosetag(name, isImplied) {
      depth--
      addText(' ')
      if (name === 'td' || name === 'th') {
        // The cell may be cut.
        if (isImplied && cell) cell.isWhole = false
        cell = undefined
      } else if (name === 'tr') row = undefined
      else if (name === 'h2') {
        if (heading !== undefined) parts.push(singleSpaces(heading))
        heading = undefined
      } else if (name === 'table') {
        if (--tables === 0 && table) parts.push(table)
        if (tables > 0) table = undefined
      }
    },
  })
  parser.end(html)
  return parts
}

export const singleSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()
