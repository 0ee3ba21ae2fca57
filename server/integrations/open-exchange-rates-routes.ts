import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import { openExchangeRatesDay, openExchangeRatesLatest } from '../../contract/integrations.ts'
import { startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { invalid } from '../errors.ts'
import type { ErrorForm } from '../http/error-handler.ts'
import { serve } from '../http/serve.ts'
import { refuseFuture, type RateSnapshot } from '../rates/public-responses.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { integrationsText } from '../text/en/integrations.ts'
import { currencyCode, currencyCodes, pairRatesOfOneDay } from './pair-rates.ts'

/** When the Central Bank publishes: 09:30 in Colombo. */
const PUBLISHED_AT_SECONDS = 34_200

/** The original's words for what is wrong; ours are its description. */
const ERRORS: ErrorForm = ({ code, status, fields = {}, message }) => {
  const wrong = 'base' in fields ? 'invalid_base' : 'date' in fields ? 'not_available' : 'invalid_request'
  return {
    status,
    body: { error: true, status, message: code === 'invalid' ? wrong : code, description: message },
  }
}

/** What clients of Open Exchange Rates (https://docs.openexchangerates.org) ask for, with its errors, from the rates in rupees. */
export function openExchangeRatesRoutes(
  app: FastifyInstance,
  rates: PublicRates,
  { publicUrl }: { readonly publicUrl: string },
): void {
  const about = { disclaimer: `${publicUrl}/api/docs`, license: `${publicUrl}/api/docs` }
  const respond = (reply: FastifyReply, query: Query, date?: CalendarDate) =>
    rates.reply(reply, (snapshot) => ({ ...about, ...ratesOfDay(snapshot, query, date) }))
  serve(app, openExchangeRatesLatest, ({ querystring, reply }) => respond(reply, querystring), {
    errors: ERRORS,
  })
  serve(
    app,
    openExchangeRatesDay,
    ({ querystring, params, reply }) => respond(reply, querystring, params.date),
    {
      errors: ERRORS,
    },
  )
}

type Query = CheckedInput<typeof openExchangeRatesLatest>['querystring']

function ratesOfDay(
  { book, today }: RateSnapshot,
  { base: named = 'USD', symbols }: Query,
  date = today,
): Pick<ResponseBody<typeof openExchangeRatesLatest>, 'timestamp' | 'base' | 'rates'> {
  refuseFuture('date', date, today)
  const codes = currencyCodes(book)
  const base = currencyCode(book, named)
  if (!base) throw invalid({ base: [integrationsText.baseUnknown(codes)] })
  const listed = symbols?.toUpperCase().split(',')
  const quotes = codes.filter((code) => listed?.includes(code) ?? true)
  // Of the base alone it is the day that counts.
  const others = quotes.some((code) => code !== base) ? quotes : codes
  const pairs = pairRatesOfOneDay(book, base, others, date)
  if (!pairs[0]) throw invalid({ date: [integrationsText.noRates] })
  const found = [...pairs, { quote: base, rate: 1 }].filter(({ quote }) => quotes.includes(quote))
  return {
    timestamp: startInColombo(pairs[0].date) / 1000 + PUBLISHED_AT_SECONDS,
    base,
    rates: Object.fromEntries(found.map(({ quote, rate }) => [quote, rate])),
  }
}
