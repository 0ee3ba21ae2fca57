import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Answer, CheckedInput, Endpoint } from '../../contract/endpoint.ts'
import { currentRate, feedState, lastSevenDays } from '../../contract/exchange-rate.ts'
import { rateBoard, rateHistory } from '../../contract/rate-history.ts'
import { publicError } from '../http/error-handler.ts'
import { serve, type ServedRequest } from '../http/serve.ts'
import { InvalidPart } from '../http/validation.ts'
import { periodOf, rateBoardAnswer, rateHistoryAnswer } from './history-answers.ts'
import { currentRateAnswer, feedStateAnswer, lastSevenDaysAnswer, type Reading } from './public-answers.ts'
import { isKnown, PUBLIC_CACHE_CONTROL, type PublicRates, type ReadyAnswer } from './public-rates.ts'

/** A public endpoint whose answer is made from the rate book alone. */
interface PublicEndpoint {
  readonly endpoint: Endpoint
  readonly make: (reading: Reading, input: CheckedInput<Endpoint>) => unknown
}

/** What a page that is rendered here gets: the same bytes that the API answers. */
export interface PublicAnswer {
  readonly status: number
  readonly body: Buffer
}

const PUBLIC_ENDPOINTS: readonly PublicEndpoint[] = [
  madeFromBook(currentRate, (reading, { params, querystring }) =>
    currentRateAnswer(reading, params.currency, querystring.date),
  ),
  madeFromBook(lastSevenDays, (reading, { params, querystring }) =>
    lastSevenDaysAnswer(reading, params.currency, querystring.date),
  ),
  madeFromBook(feedState, feedStateAnswer),
  madeFromBook(rateBoard, (reading, { querystring }) => rateBoardAnswer(reading, querystring.date)),
  madeFromBook(rateHistory, (reading, { params, querystring }) =>
    rateHistoryAnswer(reading, periodOf(reading, params.currency, querystring)),
  ),
]

/** Serves the endpoints that need no database. */
export function publicRateRoutes(app: FastifyInstance, rates: PublicRates): void {
  for (const { endpoint, make } of PUBLIC_ENDPOINTS) {
    serve(app, endpoint, ({ request, reply, ...input }: ServedRequest<Endpoint>) => {
      const ready = rates.answer(request.url, (reading) => make(reading, input))
      return replyReady(reply, ready) as never
    })
  }
}

/** Sends a ready answer through the framework, or 304 where the client has it. */
export function replyReady(reply: FastifyReply, ready: ReadyAnswer): FastifyReply {
  reply.headers({ 'cache-control': PUBLIC_CACHE_CONTROL, etag: ready.etag })
  if (isKnown(ready, reply.request.raw)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(ready.body)
}

/**
 * What the API would answer to `GET url`, for a page that is rendered here. Undefined where the URL is none of the
 * endpoints that are made from the rate book.
 */
export function publicAnswer(rates: PublicRates, url: string): PublicAnswer | undefined {
  const kept = rates.find(url)
  if (kept) return { status: 200, body: kept.body }
  const [path = '', query = ''] = url.split('?', 2)
  for (const { endpoint, make } of PUBLIC_ENDPOINTS) {
    const params = paramsOf(endpoint.url, path)
    if (!params) continue
    try {
      const input = {
        params: checked('params', endpoint.schema.params, params),
        querystring: checked('querystring', endpoint.schema.querystring, queryOf(query)),
        body: undefined,
      } as CheckedInput<Endpoint>
      return { status: 200, body: rates.answer(url, (reading) => make(reading, input)).body }
    } catch (error) {
      const known = publicError(error)
      return { status: known.status, body: Buffer.from(JSON.stringify(known.toAnswer())) }
    }
  }
  return undefined
}

function madeFromBook<E extends Endpoint>(
  endpoint: E,
  make: (reading: Reading, input: CheckedInput<E>) => Answer<E>,
): PublicEndpoint {
  // The input has been checked with this very endpoint's schemas before `make` sees it.
  return { endpoint, make: (reading, input) => make(reading, input) }
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${source}$`).exec(path)
  return match ? { ...match.groups } : undefined
}

function queryOf(query: string): Record<string, string | string[]> {
  const search = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const values = search.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function checked(part: string, schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (!result.success) throw new InvalidPart(part, result.error.issues)
  return result.data
}
