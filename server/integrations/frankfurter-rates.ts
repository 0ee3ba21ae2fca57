import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import type * as contract from '../../contract/rates/frankfurter-api.ts'
import { addDays, calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { isPublisher } from '../../domain/series.ts'
import { ApiError, invalid } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { RateSnapshot } from '../rates/public-responses.ts'
import {
  currencyCode,
  currencyCodes,
  newestPairRate,
  pairRatesFromTo,
  pairRatesOfOneDay,
  spanOf,
  type CurrencyCode,
  type DividedPeriod,
  type PairRate,
  type PairSource,
} from './pair-rates.ts'
import { t } from '../../text/sentences.ts'

/** Days of one response: five years of four pairs are 0.3 MB. */
const MAX_DAYS = 1827
/** How far before its first day a range begins where that day has no rate. */
const MOST_DAYS_BEFORE = 14

type V1 = typeof contract.frankfurterDay

/** The rates of a day, or of each day of a range, as v1 says them. */
export async function ratesOfDays(
  { book, today }: RateSnapshot,
  { params, query }: CheckedInput<V1>,
): Promise<ResponseBody<V1>> {
  const { base, quotes } = pairsOf(query)
  const { amount = 1 } = query
  const byQuote = (pairs: readonly PairRate[]) =>
    Object.fromEntries(pairs.map(({ quote, rate }) => [quote, times(rate, amount)]))
  const [first = '', last] = params.date.replace(/latest|current/, today).split('..')
  const date = calendarDateOf(first)
  if (last === undefined) {
    const pairs = pairRatesOfOneDay({ book }, base, quotes, notAfter(today, date))
    if (!pairs[0]) throw notFound()
    return { amount, base, date: pairs[0].date, rates: byQuote(pairs) }
  }
  const to = last === '' ? today : calendarDateOf(last)
  const period = { from: date, to, group: 'day' } as const
  const pairs = await runInSlices(ratesFromTo({ book }, today, base, quotes, period))
  const days = Map.groupBy(pairs, (pair) => pair.date)
  const [start_date, end_date] = [pairs[0]?.date, pairs.at(-1)?.date]
  if (!start_date || !end_date) throw notFound()
  const rates = Object.fromEntries([...days].map(([day, each]) => [day, byQuote(each)]))
  return { amount, base, start_date, end_date, rates }
}

/** A rate for an amount, to as many digits as it has itself. */
const times = (rate: number, amount: number) =>
  amount === 1 ? rate : Number((rate * amount).toPrecision(12))

/** The pairs that a request of v1 asks for; 404 for a base that is not known. */
function pairsOf(query: CheckedInput<V1>['query']) {
  const base = currencyCode(query.from ?? query.base ?? TARGET_CURRENCY)
  if (base === undefined) throw notFound()
  const listed = (query.to ?? query.symbols)?.toUpperCase().split(',')
  if (listed?.length === 1 && listed[0] === base)
    throw invalid({ symbols: [t.frankfurterText.samePair] })
  const quotes = currencyCodes().filter((code) => listed?.includes(code) ?? true)
  return { base, quotes: quotes.filter((code) => code !== base) }
}

export function rateOfPair(
  { book, today }: RateSnapshot,
  { params, query }: CheckedInput<typeof contract.frankfurterRate>,
): ResponseBody<typeof contract.frankfurterRate> {
  const [base, quote] = [knownCode(params.base), knownCode(params.quote)]
  const source = sourceOf(book, query.providers)
  const date = notAfter(today, query.date)
  const rate = source && base && quote && newestPairRate(source, base, quote, date)
  if (!rate) throw notFound()
  return query.expand ? withProvider(source, rate) : rate
}

type Rates = typeof contract.frankfurterRates

/** The rates of pairs, as v2 says them; as work for `runInSlices`. */
export function* ratesOfPairs(
  { book, today }: RateSnapshot,
  query: CheckedInput<Rates>['query'],
): Generator<undefined, ResponseBody<Rates>> {
  const base = knownCode(query.base ?? TARGET_CURRENCY)
  const listed = query.quotes?.split(',').map((code) => knownCode(code))
  const quotes = currencyCodes().filter((code) => listed?.includes(code) ?? true)
  const { date, from, to = today, group = 'day' } = query
  if (date !== undefined && (from ?? query.to) !== undefined)
    throw invalid({ date: [t.frankfurterText.conflictingDates] })
  const source = sourceOf(book, query.providers)
  if (!source || !base) return []
  // As in the original, `to` alone says nothing.
  const rates =
    from === undefined
      ? newestRates(source, base, quotes, notAfter(today, date))
      : yield* ratesFromTo(source, today, base, quotes, { from, to, group })
  return query.expand ? rates.map((each) => withProvider(source, each)) : rates
}

/** The newest rate of each pair; what the base is worth in itself is said as of the newest of them. */
function newestRates(
  source: PairSource,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): PairRate[] {
  const others = quotes.filter((code) => code !== base)
  const rates = others.flatMap((quote) => newestPairRate(source, base, quote, date) ?? [])
  if (others.length === quotes.length) return rates
  const [day] = rates
    .map((each) => each.date)
    .sort()
    .reverse()
  const own = newestPairRate(source, base, base, day ?? date)
  if (own && (day !== undefined || others.length === 0)) rates.push(own)
  return rates.sort((one, other) => (one.quote < other.quote ? -1 : 1))
}

/**
 * The rates of days, weeks or months. A range whose first day has none begins with the newest day
 * before it, of two weeks at most.
 */
function* ratesFromTo(
  source: PairSource,
  today: CalendarDate,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  { from, to, group }: DividedPeriod,
): Generator<undefined, PairRate[]> {
  const { start_date: first, end_date: last } = spanOf(source, [base, ...quotes], today)
  if (from > to || from > today || first === null || last === null) return []
  const before = pairRatesOfOneDay(source, base, quotes, from)[0]?.date
  const isNear = before !== undefined && before >= addDays(from, -MOST_DAYS_BEFORE)
  const begin = group === 'day' && isNear ? before : from
  const period = { from: begin < first ? first : begin, to: to < last ? to : last, group }
  if (group === 'day' && addDays(period.from, MAX_DAYS) <= period.to)
    throw invalid({ from: [t.integrationsText.longPeriod] })
  return yield* pairRatesFromTo(source, base, quotes, period)
}

/** A client's today may be a day after Colombo's. */
const notAfter = (today: CalendarDate, date = today) => (date < today ? date : today)

/** Whose main rates these are; nobody's before the feed's first, or without one. */
export const providerOf = ({ feed, hasSample }: RateBook) => (hasSample ? null : feed)

/** The rates of the first of some providers that is known: the main ones, else a bank's. */
export function sourceOf(book: RateBook, list?: string): PairSource | undefined {
  const keys = list?.toLowerCase().split(',')
  if (!keys || keys.includes(providerOf(book) ?? '')) return { book }
  const publisher = keys.find(isPublisher)
  return publisher === undefined ? undefined : { book, publisher }
}

function withProvider({ book, publisher }: PairSource, pair: PairRate) {
  const key = (publisher ?? providerOf(book))?.toUpperCase()
  const { date, rate } = pair
  return key === undefined ? pair : { ...pair, providers: [{ key, date, rate }] }
}

const ISO_4217 = new Set(Intl.supportedValuesOf('currency'))

/** Undefined for a currency without rates here; throws for what is no currency. */
function knownCode(text: string): CurrencyCode | undefined {
  const named = text.toUpperCase().slice(0, 20)
  const code = currencyCode(text)
  if (!code && !ISO_4217.has(named))
    throw invalid({ currency: [t.frankfurterText.unknownCurrency({ code: named })] })
  return code
}

export const notFound = () => new ApiError('not_found', t.frankfurterText.notFound)
