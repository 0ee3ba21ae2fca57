import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/frankfurter.ts'
import { calendarDateOf, type CalendarDate } from '../../domain/calendar-date.ts'
import { currencies, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { PolicyName } from '../../domain/policy.ts'
import { t } from '../../text/sentences.ts'
import { ApiError, invalid } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { ErrorForm } from '../http/error-handler.ts'
import { serve } from '../http/serve.ts'
import { decide, nameBasis, type Basis } from '../policies/decision.ts'
import { readOneVersion, type RateContext } from '../rates/rate-context.ts'
import type { RateSnapshot } from '../rates/responses.ts'
import {
  newestPairRate,
  newestRates,
  pairRatesOfOneDay,
  ratesFromTo,
  RupeeRates,
  findSpan,
  type CurrencyCode,
  type PairRate,
} from './pair-rates.ts'

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
export function frankfurterRoutes(app: FastifyInstance, deps: RateContext): void {
  const { snapshot } = deps
  const [v1, v2] = [{ errors: ERRORS_OF_V1 }, { errors: ERRORS_OF_V2 }]
  const readBy = async <T>(
    { request, reply, query: { policy, known_at } }: Decided,
    read: (known: RateSnapshot, by?: Basis) => T | Promise<T>,
  ): Promise<T> => {
    if (!policy) return readOneVersion(snapshot, async (known) => read(known))
    const by = await decide(deps, request, snapshot(), { policy, known_at })
    nameBasis(reply, by)
    return readOneVersion(snapshot, async (known) => read({ ...known, today: by.today }, by))
  }
  serve(
    app,
    contract.frankfurterDay,
    (call) => readBy(call, (known, by) => ratesOfDays(known, call, by)),
    v1,
  )
  serve(app, contract.frankfurterNames, readNames, v1)
  serve(
    app,
    contract.frankfurterRate,
    (call) => readBy(call, (known, by) => rateOfPair(known, call, by)),
    v2,
  )
  serve(
    app,
    contract.frankfurterRates,
    (call) => readBy(call, (known, by) => runInSlices(ratesOfPairs(known, call.query, by))),
    v2,
  )
  serve(app, contract.frankfurterCurrencies, () => readCurrencies(snapshot()), v2)
}

interface Decided {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: {
    readonly policy?: PolicyName | undefined
    readonly known_at?: string | undefined
  }
}

type V1 = typeof contract.frankfurterDay

async function ratesOfDays(
  snapshot: RateSnapshot,
  { params, query }: CheckedInput<V1>,
  by?: Basis,
): Promise<ResponseBody<V1>> {
  const { today } = snapshot
  const rupees = new RupeeRates(snapshot, query, by)
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
  if (by) throw conflict('policy')
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
  by?: Basis,
): ResponseBody<typeof contract.frankfurterRate> {
  const [base, quote] = [checkCode(params.base), checkCode(params.quote)]
  const rupees = new RupeeRates(snapshot, query, by)
  const rate =
    base && quote && newestPairRate(rupees, base, quote, notAfter(snapshot.today, query.date))
  if (!rate) throw notFound()
  return rate
}

type V2Rates = typeof contract.frankfurterRates

function* ratesOfPairs(
  snapshot: RateSnapshot,
  query: CheckedInput<V2Rates>['query'],
  by?: Basis,
): Generator<undefined, ResponseBody<V2Rates>> {
  const { today } = snapshot
  const rupees = new RupeeRates(snapshot, query, by)
  const base = checkCode(query.base ?? TARGET_CURRENCY)
  const listed = query.quotes?.split(',').map((code) => checkCode(code))
  const quotes = currencyCodes().filter((code) => listed?.includes(code) ?? true)
  const { date, from, to = today } = query
  if (date !== undefined ? (from ?? query.to) !== undefined : query.to !== undefined && !from)
    throw conflict('date')
  if (by && from !== undefined) throw conflict('policy')
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
    ...findSpan(rupees, code === TARGET_CURRENCY ? codes : [code], snapshot.today),
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
