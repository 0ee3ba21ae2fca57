import type { FastifyInstance } from 'fastify'
import type { ResponseBody, CheckedInput, Endpoint } from '../../contract/endpoint.ts'
import { currentRate, feedState, lastSevenDays } from '../../contract/rates/rates.ts'
import { rateBoard } from '../../contract/rates/rate-board.ts'
import { rateHistory } from '../../contract/rates/rate-history.ts'
import { seriesOf } from '../../domain/series.ts'
import { serve } from '../http/serve.ts'
import { periodOf, rateBoardResponse, rateHistoryResponse } from './history-responses.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  withKind,
  type RateSnapshot,
} from './public-responses.ts'
import type { PublicRates } from './public-rates.ts'

/** Serves the endpoints that need no database: their responses are made from the rate book alone. */
export function publicRateRoutes(app: FastifyInstance, rates: PublicRates): void {
  const fromBook = <E extends Endpoint<'public'>>(
    endpoint: E,
    make: (snapshot: RateSnapshot, input: CheckedInput<E>) => ResponseBody<E>,
  ) =>
    serve<E>(app, endpoint, ({ reply, ...input }) => rates.reply(reply, (snapshot) => make(snapshot, input)))

  fromBook(currentRate, (snapshot, { params, querystring: { kind, date, max_age } }) =>
    withKind(currentRateResponse(snapshot, seriesOf(params.currency, kind), date, max_age), kind),
  )
  fromBook(lastSevenDays, (snapshot, { params, querystring: { kind, date } }) =>
    withKind(lastSevenDaysResponse(snapshot, seriesOf(params.currency, kind), date), kind),
  )
  fromBook(feedState, feedStateResponse)
  fromBook(rateBoard, (snapshot, { querystring: { kind, date, max_age } }) =>
    withKind(rateBoardResponse(snapshot, kind, date, max_age), kind),
  )
  fromBook(rateHistory, (snapshot, { params, querystring: { kind, ...days } }) =>
    withKind(rateHistoryResponse(snapshot, periodOf(snapshot, seriesOf(params.currency, kind), days)), kind),
  )
}
