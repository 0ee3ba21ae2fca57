import type { FastifyInstance } from 'fastify'
import { rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import { currentRate, feedState, lastSevenDays, rateSeries } from '../../contract/rates/rates.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import type { Currency } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
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
} from './responses.ts'
import { rateSeriesResponse } from './series-response.ts'

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
