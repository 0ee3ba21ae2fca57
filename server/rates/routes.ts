import type { FastifyInstance } from 'fastify'
import { bankHolidays } from '../../contract/calendar.ts'
import { rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import { currentRate, feedState, lastSevenDays, rateSeries } from '../../contract/rates/rates.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import type { Currency } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
import { publicYear } from '../calendar/calendar-routes.ts'
import type { PublicRates } from './public-rates.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  naming,
  rateBoardResponse,
  rateHistoryResponse,
  rateSeriesResponse,
  readPeriod,
} from './responses.ts'

export function publicRateRoutes(app: FastifyInstance, rates: PublicRates): void {
  rates.serve(app, currentRate, (snapshot, { params, query }) =>
    naming(
      query,
      currentRateResponse(snapshot, requested(params.currency, query), query.date, query.max_age),
    ),
  )
  rates.serve(app, lastSevenDays, (snapshot, { params, query }) =>
    naming(query, lastSevenDaysResponse(snapshot, requested(params.currency, query), query.date)),
  )
  rates.serve(app, feedState, feedStateResponse)
  rates.serve(app, rateSeries, rateSeriesResponse)
  rates.register(bankHolidays, ({ book, today }, { query }) =>
    publicYear(book.holidays, query.year, today),
  )
  rates.serve(app, rateBoard, (snapshot, { query }) =>
    naming(query, rateBoardResponse(snapshot, query)),
  )
  rates.serve(app, rateHistory, (snapshot, { params, query }) =>
    naming(
      query,
      rateHistoryResponse(snapshot, readPeriod(snapshot, requested(params.currency, query), query)),
    ),
  )
}

const requested = (currency: Currency, { kind, publisher }: KindAndPublisher) =>
  seriesOf(currency, kind, publisher)
