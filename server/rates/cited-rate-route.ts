import type { FastifyInstance } from 'fastify'
import { citedRate } from '../../contract/rates/rate-history.ts'
import { seriesOf } from '../../domain/series.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { invalid } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { citedRateResponse } from './cite-rate.ts'
import { withKind } from './public-responses.ts'
import { replyReady } from './public-rate-routes.ts'
import type { PublicRates } from './public-rates.ts'
import { ratesText } from '../text/en/rates.ts'

/** `GET /api/exchange-rate/:currency/on/:date`: kept like every public response once it has been read. */
export function citedRateRoute(
  app: FastifyInstance,
  { readDb, clock, config, publicRates }: BaseDependencies & { readonly publicRates: PublicRates },
): void {
  serve(
    app,
    citedRate,
    async ({ params, querystring, request, reply }) => {
      const { page = 1, kind } = querystring
      const knownAt = querystring.known_at === undefined ? null : new Date(querystring.known_at)
      if (knownAt && knownAt > clock()) throw invalid({ known_at: [ratesText.futureInstant] })
      const series = seriesOf(params.currency, kind)
      const query = { ...series, date: params.date, knownAt, page, publicNames: config.publicNames }
      const ready = await publicRates.respondLater(request.url, async (snapshot) =>
        withKind(await citedRateResponse(readDb, snapshot, query), kind),
      )
      return await replyReady(reply, ready)
    },
    { queries: true },
  )
}
