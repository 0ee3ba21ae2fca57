import type { FastifyInstance } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import * as contract from '../../contract/rates/frankfurter-api.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY } from '../../domain/currency.ts'
import { publishers } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import type { ApiError } from '../errors.ts'
import { runInSlices } from '../event-loop.ts'
import type { ErrorForm } from '../http/error-handler.ts'
import type { RateSnapshot } from '../rates/public-responses.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import {
  notFound,
  providerOf,
  rateOfPair,
  ratesOfDays,
  ratesOfPairs,
  sourceOf,
} from './frankfurter-rates.ts'
import {
  currencyCode,
  currencyCodes,
  spanOf,
  type CurrencyCode,
  type PairSource,
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
  rates.serve(app, contract.frankfurterCurrency, currency, v2)
  rates.serve(app, contract.frankfurterProviders, providers, v2)
}

function namesByCode() {
  return Object.fromEntries(currencyCodes().map((code) => [code, nameOf(code)]))
}

function currencies(
  { book, today }: RateSnapshot,
  { query }: CheckedInput<typeof contract.frankfurterCurrencies>,
): ResponseBody<typeof contract.frankfurterCurrencies> {
  const source = sourceOf(book, query.providers)
  if (!source) return []
  const codes = source.publisher ? codesOfBank(source, today) : currencyCodes()
  return codes.map((code) => ({
    iso_code: code,
    name: nameOf(code),
    symbol: symbolOf(code),
    ...spanOf(source, code === TARGET_CURRENCY ? codes : [code], today),
  }))
}

function currency(
  snapshot: RateSnapshot,
  { params }: CheckedInput<typeof contract.frankfurterCurrency>,
): ResponseBody<typeof contract.frankfurterCurrency> {
  const code = currencyCode(params.code)
  const found = currencies(snapshot, { params: undefined, query: {}, body: undefined })
  const named = found.find(({ iso_code }) => iso_code === code)
  if (!code || !named) throw notFound()
  const those = providers(snapshot).filter(({ currencies }) => currencies.includes(code))
  return { ...named, providers: those.map(({ key }) => key) }
}

/** The feed, and the banks of which there are rates. */
function providers({
  book,
  today,
}: RateSnapshot): ResponseBody<typeof contract.frankfurterProviders> {
  const feed = providerOf(book)
  const main = (feed ? [{ id: feed, name: t.sourceNames[feed] }] : []).map((each) => ({
    ...each,
    rate_type: t.frankfurterText.mainRates,
    source: { book },
    codes: currencyCodes(),
  }))
  const banks = publishers().map((each) => {
    const source = { book, publisher: each.id }
    return {
      ...each,
      rate_type: t.frankfurterText.bankRates,
      source,
      codes: codesOfBank(source, today),
    }
  })
  return [...main, ...banks]
    .filter(({ codes }) => codes.length > 0)
    .map(({ id, name, rate_type, source, codes }) => ({
      key: id.toUpperCase(),
      name,
      base: TARGET_CURRENCY,
      pivot_currency: TARGET_CURRENCY,
      rate_type,
      ...spanOf(source, codes, today),
      currencies: [...codes],
    }))
}

/** The currencies of which a bank has rates, and the rupee; none where there are none. */
function codesOfBank(source: PairSource, today: CalendarDate): readonly CurrencyCode[] {
  const hasRates = (code: CurrencyCode) => spanOf(source, [code], today).start_date !== null
  const codes = currencyCodes()
  const own = codes.filter((code) => code !== TARGET_CURRENCY && hasRates(code))
  return own.length === 0
    ? []
    : codes.filter((code) => code === TARGET_CURRENCY || own.includes(code))
}

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })
const nameOf = (code: CurrencyCode) => NAMES.of(code) ?? code

function symbolOf(currency: CurrencyCode): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
