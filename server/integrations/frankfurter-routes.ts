import type { FastifyInstance } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/rates/frankfurter-api.ts'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { t } from '../../text/sentences.ts'
import { ApiError, invalid } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { ErrorForm } from '../http/error-handler.ts'
import type { RateBook } from '../rates/rate-book.ts'
import { refuseFuture, type RateSnapshot } from '../rates/public-responses.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { integrationsText } from '../text/en/integrations.ts'
import { ratesText } from '../text/en/rates.ts'
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
} from './pair-rates.ts'

const TEXT = integrationsText.frankfurter

/**
 * Days of one response: five years of four pairs are 0.3 MB.
 */
const MAX_DAYS = 1827

const statusOf = ({ code, status }: ApiError): number => (code === 'invalid' ? 422 : status)
const ERRORS_OF_V1: ErrorForm = (error) => ({
  status: statusOf(error),
  body: { message: error.message },
})
const ERRORS_OF_V2: ErrorForm = (error) => {
  const status = statusOf(error)
  return { status, body: { status, message: error.message } }
}

/**
 * What clients of Frankfurter (https://frankfurter.dev) ask for, with its errors, from the rates in
 * rupees.
 */
export function frankfurterRoutes(app: FastifyInstance, rates: PublicRates): void {
  const [v1, v2] = [{ errors: ERRORS_OF_V1 }, { errors: ERRORS_OF_V2 }]
  rates.serve(app, contract.frankfurterDay, ratesOfDays, v1)
  rates.serve(app, contract.frankfurterNames, namesByCode, v1)
  rates.serve(app, contract.frankfurterRate, rateOfPair, v2)
  rates.serve(
    app,
    contract.frankfurterRates,
    (snapshot, { query }) => runInSlices(ratesOfPairs(snapshot, query)),
    v2,
  )
  rates.serve(app, contract.frankfurterCurrencies, currencies, v2)
  rates.serve(app, contract.frankfurterProviders, providers, v2)
}

function namesByCode() {
  return Object.fromEntries(currencyCodes().map((code) => [code, nameOf(code)]))
}

function rateOfPair(
  { book, today }: RateSnapshot,
  { params, query: { date = today } }: CheckedInput<typeof contract.frankfurterRate>,
): PairRate {
  const [base, quote] = [knownCode(params.base), knownCode(params.quote)]
  refuseFuture('date', date, today)
  const rate = newestPairRate(book, base, quote, date)
  if (!rate) throw notFound()
  return rate
}

function currencies(
  { book, today }: RateSnapshot,
  { query }: CheckedInput<typeof contract.frankfurterCurrencies>,
): ResponseBody<typeof contract.frankfurterCurrencies> {
  const codes = isFrom(book, query.providers) ? currencyCodes() : []
  return codes.map((code) => ({
    ...{ iso_code: code, name: nameOf(code), symbol: symbolOf(code) },
    ...spanOf(book, code === TARGET_CURRENCY ? codes : [code], today),
  }))
}

type Providers = ResponseBody<typeof contract.frankfurterProviders>
function providers({ book, today }: RateSnapshot): Providers {
  const [feed, codes] = [providerOf(book), currencyCodes()]
  if (!feed) return []
  const name = { key: feed.toUpperCase(), name: t.sourceNames[feed], currencies: [...codes] }
  const rupee = { base: TARGET_CURRENCY, pivot_currency: TARGET_CURRENCY }
  return [{ ...name, ...rupee, ...spanOf(book, codes, today) }]
}

/** Whose rates these are; nobody's before the feed's first, or without one. */
const providerOf = ({ feed, hasSample }: RateBook) => (hasSample ? null : feed)

/** Whether rates are of one of the providers that a list names. */
function isFrom(book: RateBook, list?: string): boolean {
  return (
    list
      ?.toLowerCase()
      .split(',')
      .includes(providerOf(book) ?? '') ?? true
  )
}

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })
const nameOf = (code: CurrencyCode) => NAMES.of(code) ?? code

function symbolOf(currency: CurrencyCode): string {
  const parts = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

type V1 = typeof contract.frankfurterDay

async function ratesOfDays(
  snapshot: RateSnapshot,
  { params, query }: CheckedInput<V1>,
): Promise<ResponseBody<V1>> {
  const { book, today } = snapshot
  const { base, quotes } = pairsOf(query)
  const [first = '', last] = params.date.replace('latest', today).split('..')
  const date = calendarDateOf(first)
  if (last === undefined) {
    refuseFuture('date', date, today)
    const pairs = pairRatesOfOneDay(book, base, quotes, date)
    if (!pairs[0]) throw notFound()
    return { amount: 1, base, date: pairs[0].date, rates: byQuote(pairs) }
  }
  const period = {
    from: date,
    to: last === '' ? today : calendarDateOf(last),
    group: 'day',
  } as const
  const pairs = await runInSlices(ratesFromTo(snapshot, base, quotes, period))
  const days = Map.groupBy(pairs, (pair) => pair.date)
  const [start_date, end_date] = [pairs[0]?.date, pairs.at(-1)?.date]
  if (!start_date || !end_date) throw notFound()
  const rates = Object.fromEntries([...days].map(([day, each]) => [day, byQuote(each)]))
  return { amount: 1, base, start_date, end_date, rates }
}

const byQuote = (pairs: readonly PairRate[]) =>
  Object.fromEntries(pairs.map(({ quote, rate }) => [quote, rate]))

/** The pairs that a request of v1 asks for; 404 for a base that is not known. */
function pairsOf({ base: named = TARGET_CURRENCY, symbols }: CheckedInput<V1>['query']) {
  const base = currencyCode(named)
  if (base === undefined) throw notFound()
  const quotes = symbols === undefined ? currencyCodes() : codesOf(symbols)
  if (quotes.length === 1 && quotes[0] === base) throw invalid({ symbols: [TEXT.samePair] })
  return { base, quotes: quotes.filter((code) => code !== base) }
}

function* ratesOfPairs(
  snapshot: RateSnapshot,
  query: CheckedInput<typeof contract.frankfurterRates>['query'],
): Generator<undefined, PairRate[]> {
  const { book, today } = snapshot
  const base = knownCode(query.base ?? TARGET_CURRENCY)
  const listed = query.quotes?.split(',').map((code) => knownCode(code))
  const quotes = currencyCodes().filter((code) => listed?.includes(code) ?? code !== base)
  const { date = today, from, to = today, group = 'day' } = query
  if (query.date !== undefined && (from ?? query.to) !== undefined)
    throw invalid({ date: [TEXT.conflictingDates] })
  if (!isFrom(book, query.providers)) return []
  if (from !== undefined) return yield* ratesFromTo(snapshot, base, quotes, { from, to, group })
  // As in the original, `to` alone says nothing.
  refuseFuture('date', date, today)
  return quotes.flatMap((quote) => newestPairRate(book, base, quote, date) ?? [])
}

/** The rates of days, weeks or months: days to come, and those before the first rate, have none. */
function* ratesFromTo(
  { book, today }: RateSnapshot,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  { from, to, group }: DividedPeriod,
): Generator<undefined, PairRate[]> {
  if (from > to) throw invalid({ from: [ratesText.reversedPeriod] })
  const { start_date: first, end_date: last } = spanOf(book, [base, ...quotes], today)
  if (first === null || last === null) return []
  const period = { from: from < first ? first : from, to: to < last ? to : last, group }
  if (group === 'day' && addDays(period.from, MAX_DAYS) <= period.to)
    throw invalid({ from: [integrationsText.longPeriod] })
  return yield* pairRatesFromTo(book, base, quotes, period)
}

/** The codes of a list that are known here. */
function codesOf(list: string): readonly CurrencyCode[] {
  return currencyCodes().filter((code) => list.toUpperCase().split(',').includes(code))
}

function knownCode(text: string): CurrencyCode {
  const code = currencyCode(text)
  if (!code) throw invalid({ currency: [TEXT.unknownCurrency(text.toUpperCase().slice(0, 20))] })
  return code
}

const notFound = () => new ApiError('not_found', TEXT.notFound)
