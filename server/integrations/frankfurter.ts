import type { FastifyInstance } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/integrations.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import {
  addDays,
  calendarDateOf,
  daysFromTo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { crossRate, ONE_RUPEE, worthOf, type Worth } from '../../domain/integrations.ts'
import { seriesOf } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { ApiError, invalid } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { ErrorForm } from '../http/error-handler.ts'
import { serve } from '../http/serve.ts'
import { readOneVersion, type RateContext } from '../rates/rate-context.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { RateSnapshot } from '../rates/responses.ts'

/** Five years; the response for four pairs then has 0.3 MB. */
const MAX_DAYS = 1827
/** A range may begin earlier if its first day has no rate. */
const MOST_DAYS_BEFORE = 14

const statusOf = ({ code, status }: ApiError): number => (code === 'invalid' ? 422 : status)
const ERRORS_OF_V1: ErrorForm = (error) => ({
  status: statusOf(error),
  body: { message: error.message },
})
const ERRORS_OF_V2: ErrorForm = (error) => {
  const status = statusOf(error)
  return { status, body: { status, message: error.message } }
}

/** Serves clients of https://frankfurter.dev. */
export function frankfurterRoutes(app: FastifyInstance, { snapshot }: RateContext): void {
  const [v1, v2] = [{ errors: ERRORS_OF_V1 }, { errors: ERRORS_OF_V2 }]
  serve(
    app,
    contract.frankfurterDay,
    (call) => readOneVersion(snapshot, (known) => ratesOfDays(known, call)),
    v1,
  )
  serve(app, contract.frankfurterNames, readNames, v1)
  serve(app, contract.frankfurterRate, (call) => rateOfPair(snapshot(), call), v2)
  serve(
    app,
    contract.frankfurterRates,
    ({ query }) => readOneVersion(snapshot, (known) => runInSlices(ratesOfPairs(known, query))),
    v2,
  )
  serve(app, contract.frankfurterCurrencies, () => readCurrencies(snapshot()), v2)
}

type V1 = typeof contract.frankfurterDay

async function ratesOfDays(
  snapshot: RateSnapshot,
  { params, query }: CheckedInput<V1>,
): Promise<ResponseBody<V1>> {
  const { today } = snapshot
  const rupees = new RupeeRates(snapshot, query)
  if (query.from !== undefined && query.base !== undefined) throw conflict('base')
  if (query.to !== undefined && query.symbols !== undefined) throw conflict('symbols')
  const base = findCode(query.from ?? query.base ?? TARGET_CURRENCY)
  if (base === undefined) throw notFound()
  const listed = (query.to ?? query.symbols)?.toUpperCase().split(',')
  if (listed?.length === 1 && listed[0] === base)
    throw invalid({ symbols: [t.frankfurterText.samePair] })
  const quotes = currencyCodes().filter((code) => code !== base && (listed?.includes(code) ?? true))
  const [first = '', last] = params.date.replace(/latest|current/, today).split('..')
  const date = calendarDateOf(first)
  if (last === undefined) {
    const pairs = pairRatesOfOneDay(rupees, base, quotes, notAfter(today, date))
    if (!pairs[0]) throw notFound()
    return { amount: 1, base, date: pairs[0].date, rates: byQuote(pairs) }
  }
  const to = last === '' ? today : calendarDateOf(last)
  const pairs = await runInSlices(ratesFromTo(rupees, today, base, quotes, date, to))
  const days = Map.groupBy(pairs, (pair) => pair.date)
  const [start_date, end_date] = [pairs[0]?.date, pairs.at(-1)?.date]
  if (!start_date || !end_date) throw notFound()
  const rates = Object.fromEntries([...days].map(([day, each]) => [day, byQuote(each)]))
  return { amount: 1, base, start_date, end_date, rates }
}

const byQuote = (pairs: readonly PairRate[]) =>
  Object.fromEntries(pairs.map(({ quote, rate }) => [quote, rate]))

function rateOfPair(
  snapshot: RateSnapshot,
  { params, query }: CheckedInput<typeof contract.frankfurterRate>,
): ResponseBody<typeof contract.frankfurterRate> {
  const [base, quote] = [checkCode(params.base), checkCode(params.quote)]
  const rupees = new RupeeRates(snapshot, query)
  const rate =
    base && quote && newestPairRate(rupees, base, quote, notAfter(snapshot.today, query.date))
  if (!rate) throw notFound()
  return rate
}

type V2Rates = typeof contract.frankfurterRates

function* ratesOfPairs(
  snapshot: RateSnapshot,
  query: CheckedInput<V2Rates>['query'],
): Generator<undefined, ResponseBody<V2Rates>> {
  const { today } = snapshot
  const rupees = new RupeeRates(snapshot, query)
  const base = checkCode(query.base ?? TARGET_CURRENCY)
  const listed = query.quotes?.split(',').map((code) => checkCode(code))
  const quotes = currencyCodes().filter((code) => listed?.includes(code) ?? true)
  const { date, from, to = today } = query
  if (date !== undefined ? (from ?? query.to) !== undefined : query.to !== undefined && !from)
    throw conflict('date')
  if (!base) return []
  return from === undefined
    ? newestRates(rupees, base, quotes, notAfter(today, date))
    : yield* ratesFromTo(rupees, today, base, quotes, from, to)
}

function readNames() {
  return Object.fromEntries(currencyCodes().map((code) => [code, NAMES.of(code) ?? code]))
}

function readCurrencies(
  snapshot: RateSnapshot,
): ResponseBody<typeof contract.frankfurterCurrencies> {
  const codes = currencyCodes()
  const rupees = new RupeeRates(snapshot, {})
  return codes.map((code) => ({
    iso_code: code,
    name: NAMES.of(code) ?? code,
    symbol: symbolOf(code),
    ...spanOf(rupees, code === TARGET_CURRENCY ? codes : [code], snapshot.today),
  }))
}

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })

function symbolOf(currency: CurrencyCode): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

type CurrencyCode = Currency | typeof TARGET_CURRENCY

const currencyCodes = (): readonly CurrencyCode[] =>
  [...currencies(), TARGET_CURRENCY as Currency].sort()

const findCode = (text: string): CurrencyCode | undefined =>
  currencyCodes().find((code) => code === text.toUpperCase())

const ISO_4217 = new Set(Intl.supportedValuesOf('currency'))

/** Throws 422 unless it is a currency of ISO 4217. */
function checkCode(text: string): CurrencyCode | undefined {
  const code = text.toUpperCase().slice(0, 20)
  const found = findCode(text)
  if (!found && !ISO_4217.has(code))
    throw invalid({ currency: [t.frankfurterText.unknownCurrency({ code })] })
  return found
}

/** Ignoring one of them would give another figure. */
const conflict = (field: string) => invalid({ [field]: [t.frankfurterText.conflictingParameters] })

const notFound = () => new ApiError('not_found', t.frankfurterText.notFound)

/** A client's today may be a day after Colombo's. */
const notAfter = (today: CalendarDate, date = today) => (date < today ? date : today)

interface PairRate {
  readonly date: CalendarDate
  readonly base: CurrencyCode
  readonly quote: CurrencyCode
  readonly rate: number
}

function newestRates(
  rupees: RupeeRates,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): PairRate[] {
  const others = quotes.filter((code) => code !== base)
  const rates = others.flatMap((quote) => newestPairRate(rupees, base, quote, date) ?? [])
  if (others.length === quotes.length) return rates
  const day = rates
    .map((each) => each.date)
    .sort()
    .at(-1)
  const own = newestPairRate(rupees, base, base, day ?? date)
  if (own && (day !== undefined || others.length === 0)) rates.push(own)
  return rates.sort((one, other) => (one.quote < other.quote ? -1 : 1))
}

/** Throws 400 for more than five years. */
function* ratesFromTo(
  rupees: RupeeRates,
  today: CalendarDate,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  from: CalendarDate,
  to: CalendarDate,
): Generator<undefined, PairRate[]> {
  const { start_date: first, end_date: last } = spanOf(rupees, [base, ...quotes], today)
  if (from > to || from > today || first === null || last === null) return []
  const before = pairRatesOfOneDay(rupees, base, quotes, from)[0]?.date
  const isNear = before !== undefined && before >= addDays(from, -MOST_DAYS_BEFORE)
  const begin = isNear ? before : from
  const [start, end] = [begin < first ? first : begin, to < last ? to : last]
  if (addDays(start, MAX_DAYS) <= end) throw invalid({ from: [t.integrationsText.longPeriod] })
  const rates: PairRate[] = []
  for (const date of daysFromTo(start, end)) {
    yield
    const one = rupees.on(base, date)
    if (one === undefined) continue
    const row = quotes.flatMap((quote) => {
      const other = rupees.on(quote, date)
      return other === undefined ? [] : [{ date, base, quote, rate: crossRate(one, other) }]
    })
    // The base in itself is listed only beside others.
    if (quotes.length === 1 || row.some(({ quote }) => quote !== base)) rates.push(...row)
  }
  return rates
}

function newestPairRate(
  rupees: RupeeRates,
  base: CurrencyCode,
  quote: CurrencyCode,
  date: CalendarDate,
): PairRate | undefined {
  let day = date
  for (;;) {
    const [one, other] = [rupees.newest(base, day), rupees.newest(quote, day)]
    if (!one || !other) return undefined
    if (one.date === other.date)
      return { date: one.date, base, quote, rate: crossRate(one.rate, other.rate) }
    day = one.date < other.date ? one.date : other.date
  }
}

function pairRatesOfOneDay(
  rupees: RupeeRates,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): readonly PairRate[] {
  const newest = quotes
    .filter((quote) => quote !== base)
    .flatMap((quote) => newestPairRate(rupees, base, quote, date) ?? [])
  const day = newest
    .map((each) => each.date)
    .sort()
    .at(-1)
  return newest.filter((each) => each.date === day)
}

function spanOf(rupees: RupeeRates, codes: readonly CurrencyCode[], today: CalendarDate) {
  const priced = codes.filter((code) => code !== TARGET_CURRENCY)
  const oldest = priced.flatMap((code) => rupees.oldest(code) ?? [])
  const newest = priced.flatMap((code) => rupees.newest(code, today)?.date ?? [])
  return { start_date: oldest.sort()[0] ?? null, end_date: newest.sort().at(-1) ?? null }
}

interface DatedWorth {
  readonly date: CalendarDate
  readonly rate: Worth
}

/** Rupees for one unit of a currency, of one kind and publisher. */
class RupeeRates {
  private readonly book: RateBook
  private readonly chosen: KindAndPublisher

  constructor({ book }: RateSnapshot, chosen: KindAndPublisher) {
    this.book = book
    this.chosen = chosen
  }

  on(code: CurrencyCode, date: CalendarDate): Worth | undefined {
    if (code === TARGET_CURRENCY) return ONE_RUPEE
    const known = this.book.rateOn(this.series(code), date)
    return known && worthOf(known.rate, unitsOf(code))
  }

  newest(code: CurrencyCode, date: CalendarDate): DatedWorth | undefined {
    if (code === TARGET_CURRENCY) return { date, rate: ONE_RUPEE }
    const newest = this.book.newestUpTo(this.series(code), date)
    return newest && { date: newest.date, rate: worthOf(newest.rate, unitsOf(code)) }
  }

  oldest(code: Currency): CalendarDate | undefined {
    return this.book.oldest(this.series(code))
  }

  private series(code: Currency) {
    return seriesOf(code, this.chosen.kind, this.chosen.publisher)
  }
}
