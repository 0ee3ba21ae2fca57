import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ResponseBody, CheckedInput, Endpoint } from '../../contract/endpoint.ts'
import { currentRate, feedState, lastSevenDays } from '../../contract/rates/rates.ts'
import { rateBoard } from '../../contract/rates/rate-board.ts'
import { rateHistory } from '../../contract/rates/rate-history.ts'
import { seriesOf } from '../../domain/series.ts'
import { serve } from '../http/serve.ts'
import { matchesEtag, PUBLIC_CACHE_CONTROL, sendEncoded } from '../http/encoded.ts'
import { sentResponse } from '../http/respond-early.ts'
import { periodOf, rateBoardResponse, rateHistoryResponse } from './history-responses.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  withKind,
  type RateSnapshot,
} from './public-responses.ts'
import type { PublicRates, ReadyResponse } from './public-rates.ts'

/** Serves the endpoints that need no database: their responses are made from the rate book alone. */
export function publicRateRoutes(app: FastifyInstance, rates: PublicRates): void {
  const fromBook = <E extends Endpoint<'public'>>(
    endpoint: E,
    make: (snapshot: RateSnapshot, input: CheckedInput<E>) => ResponseBody<E>,
  ) =>
    serve<E>(app, endpoint, ({ request, reply, ...input }) => {
      const ready = rates.response(request.url, (snapshot) => make(snapshot, input))
      return replyReady(reply, ready) as Promise<never>
    })

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

/** Sends a ready answer through the framework, a large one compressed, or 304 where the client has it. */
export async function replyReady(
  reply: FastifyReply,
  ready: ReadyResponse,
  type = 'application/json; charset=utf-8',
): Promise<FastifyReply> {
  reply.header('cache-control', PUBLIC_CACHE_CONTROL).type(type)
  if (ready.encoded) return sendEncoded(reply, await ready.encoded())
  reply.header('etag', ready.etag)
  if (matchesEtag(reply.request.headers['if-none-match'], ready.etag))
    return reply.removeHeader('content-type').code(304).send()
  if (!ready.sent && reply.request.method === 'GET')
    reply.raw.once('finish', () => (ready.sent = sentResponse(reply, ready)))
  return reply.send(ready.body)
}
