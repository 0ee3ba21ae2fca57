import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { citedRate } from '../../contract/rate-history.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { Database } from '../database/schema.ts'
import type { AppDependencies } from '../dependencies.ts'
import { serve } from '../http/serve.ts'
import { citedRateAnswer } from './cite-rate.ts'
import { replyReady } from './public-rate-routes.ts'
import type { PublicRates, ReadyAnswer } from './public-rates.ts'

/** `GET /api/exchange-rate/:currency/on/:date`: kept like every public answer once it has been read. */
export function citedRateRoute(app: FastifyInstance, { db }: AppDependencies, rates: PublicRates): void {
  serve(app, citedRate, async ({ params, querystring, request, reply }) => {
    const knownAt = querystring.known_at === undefined ? null : new Date(querystring.known_at)
    const ready = await cite(db, rates, request.url, { ...params, knownAt })
    return replyReady(reply, ready) as never
  })
}

/** The answer to `url`, for the route and for the page that is rendered here. Throws what the API answers as an error. */
export function cite(
  db: Kysely<Database>,
  rates: PublicRates,
  url: string,
  asked: { currency: Currency; date: CalendarDate; knownAt: Date | null },
): Promise<ReadyAnswer> {
  return rates.answerLater(url, (reading) => citedRateAnswer(db, reading, asked))
}
