import type { FastifyInstance } from 'fastify'
import type { ResponseBody } from '../../contract/endpoint.ts'
import { rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import { currentRate, feedState, lastSevenDays, rateSeries } from '../../contract/rates/rates.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import type { Currency } from '../../domain/currency.ts'
import { seriesOf, publishers, RATE_KINDS, seriesOfKind } from '../../domain/series.ts'
import { rightsTo } from '../../domain/source-rights.ts'
import { serve } from '../http/serve.ts'
import type { RateContext } from './rate-context.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  naming,
  rateBoardResponse,
  rateHistoryResponse,
  readPeriod,
  type RateSnapshot,
} from './responses.ts'

export function rateRoutes(app: FastifyInstance, { snapshot }: RateContext): void {
  serve(app, currentRate, ({ params, query }) =>
    naming(
      query,
      currentRateResponse(snapshot(), requested(params.currency, query), query.date, query.max_age),
    ),
  )
  serve(app, lastSevenDays, ({ params, query }) =>
    naming(query, lastSevenDaysResponse(snapshot(), requested(params.currency, query), query.date)),
  )
  serve(app, feedState, () => feedStateResponse(snapshot()))
  serve(app, rateSeries, () => rateSeriesResponse(snapshot()))
  serve(app, rateBoard, ({ query }) => naming(query, rateBoardResponse(snapshot(), query)))
  serve(app, rateHistory, ({ params, query }) => {
    const known = snapshot()
    const period = readPeriod(known, requested(params.currency, query), query)
    return naming(query, rateHistoryResponse(known, period, query))
  })
}

const requested = (currency: Currency, { kind, publisher }: KindAndPublisher) =>
  seriesOf(currency, kind, publisher)

export function rateSeriesResponse({ book, today }: RateSnapshot): ResponseBody<typeof rateSeries> {
  const all = [undefined, ...publishers().map(({ id }) => id)].flatMap((publisher) =>
    RATE_KINDS.map((kind) => ({ kind, ...(publisher && { publisher }) })),
  )
  return {
    data: {
      series: all.filter(({ kind, publisher }) =>
        seriesOfKind(kind, publisher).some((series) => book.hasRateUpTo(series, today)),
      ),
      sources: book.publishedSources.flatMap((source) => {
        const rights = rightsTo(source)
        return rights ? [{ source, ...rights }] : []
      }),
    },
  }
}
