import type { FastifyInstance } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import { frankfurterDay, frankfurterRate, frankfurterRates } from '../../contract/integrations.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { ApiError, invalid } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { ErrorForm } from '../http/error-handler.ts'
import { serve } from '../http/serve.ts'
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
  type CurrencyCode,
  type PairRate,
} from './pair-rates.ts'

const TEXT = integrationsText.frankfurter

/** Days of one response: five years of four pairs are 0.3 MB; of further currencies there are the newest days alone. */
const MAX_DAYS = 1827

const statusOf = ({ code, status }: ApiError): number => (code === 'invalid' ? 422 : status)
const ERRORS_OF_V1: ErrorForm = (error) => ({ status: statusOf(error), body: { message: error.message } })
const ERRORS_OF_V2: ErrorForm = (error) => {
  const status = statusOf(error)
  return { status, body: { status, message: error.message } }
}

/** What clients of Frankfurter (https://frankfurter.dev) ask for, with its errors, from the rates in rupees. */
export function frankfurterRoutes(app: FastifyInstance, rates: PublicRates): void {
  serve(
    app,
    frankfurterDay,
    ({ params, querystring, reply }) =>
      rates.reply(reply, (snapshot) => {
        const { date } = params
        return ratesOfDay(snapshot, date === 'latest' ? snapshot.today : date, querystring)
      }),
    { errors: ERRORS_OF_V1 },
  )
  serve(
    app,
    frankfurterRate,
    ({ params, querystring: { date }, reply }) =>
      rates.reply(reply, ({ book, today }) => {
        const [base, quote] = [knownCode(book, params.base), knownCode(book, params.quote)]
        refuseFuture('date', date ?? today, today)
        const rate = newestPairRate(book, base, quote, date ?? today)
        if (!rate) throw notFound()
        return rate
      }),
    { errors: ERRORS_OF_V2 },
  )
  serve(
    app,
    frankfurterRates,
    ({ querystring, reply }) =>
      rates.reply(reply, (snapshot) => runInSlices(ratesOfPairs(snapshot, querystring))),
    { errors: ERRORS_OF_V2 },
  )
}

function ratesOfDay(
  { book, today }: RateSnapshot,
  date: CalendarDate,
  { base: named, symbols }: CheckedInput<typeof frankfurterDay>['querystring'],
): ResponseBody<typeof frankfurterDay> {
  refuseFuture('date', date, today)
  const base = named === undefined ? baseMissing(book) : currencyCode(book, named)
  if (base === undefined) throw notFound()
  const quotes = symbols === undefined ? currencyCodes(book) : codesOf(book, symbols)
  if (quotes.length === 1 && quotes[0] === base) throw invalid({ symbols: [TEXT.samePair] })
  const pairs = pairRatesOfOneDay(book, base, quotes, date)
  if (!pairs[0]) throw notFound()
  const found = Object.fromEntries(pairs.map(({ quote, rate }) => [quote, rate]))
  return { amount: 1, base, date: pairs[0].date, rates: found }
}

function* ratesOfPairs(
  { book, today }: RateSnapshot,
  query: CheckedInput<typeof frankfurterRates>['querystring'],
): Generator<undefined, readonly PairRate[]> {
  const base = query.base === undefined ? baseMissing(book) : knownCode(book, query.base)
  const listed = query.quotes?.split(',').map((code) => knownCode(book, code))
  const quotes = currencyCodes(book).filter((code) => listed?.includes(code) ?? code !== base)
  const { date = today, from, to } = query
  if (query.date !== undefined && (from !== undefined || to !== undefined))
    throw invalid({ date: [TEXT.conflictingDates] })
  if (from === undefined) {
    // As in the original, `to` alone says nothing.
    refuseFuture('date', date, today)
    return quotes.flatMap((quote) => newestPairRate(book, base, quote, date) ?? [])
  }
  const period = { from, to: to ?? today }
  refuseFuture('to', period.to, today)
  if (from > period.to) throw invalid({ from: [ratesText.reversedPeriod] })
  if (addDays(from, MAX_DAYS) <= period.to) throw invalid({ from: [integrationsText.longPeriod] })
  return yield* pairRatesFromTo(book, base, quotes, period)
}

/** The codes of a list that are known here. */
function codesOf(book: RateBook, list: string): readonly CurrencyCode[] {
  return currencyCodes(book).filter((code) => list.toUpperCase().split(',').includes(code))
}

function knownCode(book: RateBook, text: string): CurrencyCode {
  const code = currencyCode(book, text)
  if (!code) throw invalid({ currency: [TEXT.unknownCurrency(text.toUpperCase().slice(0, 20))] })
  return code
}

/** The original means the euro then, which is no currency of the product. */
function baseMissing(book: RateBook): never {
  throw invalid({ base: [integrationsText.baseMissing(currencyCodes(book))] })
}

const notFound = () => new ApiError('not_found', TEXT.notFound)
