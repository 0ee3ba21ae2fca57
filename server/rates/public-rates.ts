import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bankHolidays } from '../../contract/calendar.ts'
import type { CallInput, CheckedInput, Endpoint, ResponseBody } from '../../contract/endpoint.ts'
import { rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import { currentRate, feedState, lastSevenDays, rateSeries } from '../../contract/rates/rates.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import {
  addDays,
  dayInColombo,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { publicYear } from '../calendar/calendar-routes.ts'
import type { Clock } from '../context.ts'
import { ApiError } from '../errors.ts'
import {
  encode,
  makeEtag,
  matchesEtag,
  PUBLIC_CACHE,
  sendEncoded,
  VersionedCache,
  type Encoded,
} from '../http/cache.ts'
import { SharedQueue } from '../http/limits.ts'
import { checkedInput, serve } from '../http/serve.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  naming,
  rateBoardResponse,
  rateHistoryResponse,
  rateSeriesResponse,
  readPeriod,
  type RateSnapshot,
} from './responses.ts'

type PublicEndpoint = Endpoint & { readonly access: 'public' }

type Read<E extends Endpoint> = (
  snapshot: RateSnapshot,
  input: CheckedInput<E>,
) => ResponseBody<E> | Promise<ResponseBody<E>>

interface KeptResponse {
  readonly content: Encoded
  /** Null until it was sent once, and for large responses. */
  sent: SentResponse | null
}

interface SentResponse {
  /** Alternating names and values. */
  readonly headers: string[]
  readonly notModified: string[]
  /** latin1: Node writes a text in one piece with its head. */
  readonly body: string
}

/** A path that may end in a day, with up to four short parameters; or a news feed. */
const KEPT_PATH = String.raw`/api/exchange-rate/[A-Za-z/-]+(?:[\d-]{10})?|/feed/[A-Z]{3}\.[a-z]{4}`
const PARAMETER = String.raw`[a-z]+=[a-z\d-]{2,30}`
const KEPT_URL = new RegExp(String.raw`^(?:${KEPT_PATH})(?:\?${PARAMETER}(?:&${PARAMETER}){0,3})?$`)
/** A year of rates is 13 KB, 30 years are 570 KB. */
const LARGE_BYTES = 8192
/** Two connections of five stay for signed-in users. */
const QUERIES = { atOnce: 3, toOne: 10, inAll: 60 }
const MAX_BYTES_KEPT = 32 * 1024 * 1024
/** Besides the body, which is there twice. */
const OVERHEAD_BYTES = 2600
const OF_ONE_REQUEST = new Set(['x-request-id', 'connection', 'date'])
const OF_BODY = new Set(['content-type', 'content-length'])

/** Makes each public response once, until a fact changes or the day ends in Colombo. */
export class PublicRates {
  readonly sent = { full: 0, notModified: 0 }
  private readonly live: LiveRateBook
  private readonly clock: Clock
  private readonly kept = new VersionedCache<KeptResponse>(
    MAX_BYTES_KEPT,
    ({ content }) => content.plain.length * 2 + OVERHEAD_BYTES,
  )
  private readonly reads = new Map<string, (input: Partial<CallInput<Endpoint>>) => unknown>()
  private readonly queries = new SharedQueue(QUERIES, () => t.httpText.busy)
  private day: { readonly today: CalendarDate; readonly from: number; readonly until: number }

  constructor(live: LiveRateBook, clock: Clock) {
    this.live = live
    this.clock = clock
    this.day = dayAround(clock())
    live.subscribe(() => this.kept.clear())
  }

  get version(): string {
    const { book, today } = this.snapshot()
    const { lastSuccessAt, failing, refused, publisherError, isStoodInFor } = book.feedStatus
    return [
      today,
      book.version,
      book.feed ?? 'off',
      lastSuccessAt?.getTime() ?? 0,
      failing ? 'failing' : 'ok',
      ...(refused === null ? [] : ['refused']),
      ...(this.live.names > 0 ? [`names-${this.live.names}`] : []),
      ...(publisherError === null
        ? []
        : [publisherError.replace(' ', '-'), isStoodInFor ? 'by-frankfurter' : 'own']),
    ].join('.')
  }

  /** The stream continues after it. */
  get changesKnown(): number {
    return this.live.loaded ? this.live.book.version : 0
  }

  /** Throws 503 until the book is loaded. */
  snapshot(): RateSnapshot {
    this.updateDay()
    if (!this.live.loaded) {
      throw new ApiError('unavailable', t.ratesText.loading, { retryAfter: 1 })
    }
    const { book } = this.live
    return { book, today: this.day.today, calendar: book.holidays.calendar }
  }

  /** Serves an endpoint also to pages, through `read`. */
  serve<E extends PublicEndpoint>(
    app: FastifyInstance,
    endpoint: E,
    read: Read<E>,
    options?: Parameters<typeof serve<E>>[3],
  ): void {
    this.register<E>(
      endpoint,
      options?.queries
        ? // Rendered pages serve everyone, so they share places by input, not by client.
          (snapshot, input) =>
            this.queries.run({ name: JSON.stringify(input) }, async () => read(snapshot, input))
        : read,
    )
    serve<E>(
      app,
      endpoint,
      ({ reply, ...input }) => this.reply(reply, (snapshot) => read(snapshot, input)),
      options,
    )
  }

  register<E extends PublicEndpoint>(endpoint: E, read: Read<E>): void {
    this.reads.set(`${endpoint.method} ${endpoint.url}`, (given) =>
      read(this.snapshot(), checkedInput(endpoint, given) as CheckedInput<E>),
    )
  }

  /** `name` is such as `GET /api/exchange-rate/board`. */
  async read(name: string, input: Partial<CallInput<Endpoint>>): Promise<unknown> {
    const read = this.reads.get(name)
    if (!read) throw new RangeError(`${name} is no public read.`)
    return await read(input)
  }

  /** Returns undefined if none is kept. */
  sendKept(raw: IncomingMessage, reply: FastifyReply): 200 | 304 | undefined {
    this.updateDay()
    const kept = this.kept.find(raw.url ?? '')
    if (!kept?.sent) return undefined
    reply.hijack()
    if (matchesEtag(raw.headers['if-none-match'], kept.content.etag)) {
      this.sent.notModified++
      reply.raw.writeHead(304, kept.sent.notModified).end()
      return 304
    }
    this.sent.full++
    reply.raw.writeHead(200, kept.sent.headers).end(kept.sent.body, 'latin1')
    return 200
  }

  async reply(
    reply: FastifyReply,
    build: (snapshot: RateSnapshot) => unknown,
    type = 'application/json; charset=utf-8',
  ): Promise<never> {
    const { url, method } = reply.request
    this.updateDay()
    const make = () => this.make(reply.request, build)
    const kept = await (KEPT_URL.test(url) ? this.kept.get('', url, make) : make())
    reply.headers(PUBLIC_CACHE).type(type)
    const isSmall = kept.content.br === undefined
    if (isSmall && !kept.sent && method === 'GET')
      reply.raw.once('finish', () => {
        if (reply.statusCode === 200) kept.sent = sentResponse(reply, kept.content.plain)
      })
    return sendEncoded(reply, kept.content) as never
  }

  private async make(
    { ip, routeOptions: { config } }: FastifyRequest,
    build: (snapshot: RateSnapshot) => unknown,
  ): Promise<KeptResponse> {
    const read = async () => await build(this.snapshot())
    const built = await (config.queries ? this.queries.run({ ip }, read) : read())
    const plain = Buffer.from(typeof built === 'string' ? built : JSON.stringify(built))
    const etag = makeEtag(plain)
    const content =
      plain.length > LARGE_BYTES
        ? await encode(plain, etag)
        : { plain, etag: etag.slice('W/'.length) }
    return { content, sent: null }
  }

  private updateDay(): void {
    const now = this.clock().getTime()
    if (now >= this.day.from && now < this.day.until) return
    this.day = dayAround(new Date(now))
    this.kept.clear()
  }
}

/** RFC 9110, 15.4.5. */
function sentResponse(reply: FastifyReply, body: Buffer): SentResponse {
  const headers = Object.entries(reply.getHeaders())
    .filter(([name]) => !OF_ONE_REQUEST.has(name))
    .map(([name, value]) => [name, String(value)])
  return {
    headers: headers.flat(),
    notModified: headers.filter(([name = '']) => !OF_BODY.has(name)).flat(),
    body: body.toString('latin1'),
  }
}

function dayAround(now: Date): { today: CalendarDate; from: number; until: number } {
  const today = dayInColombo(now)
  return { today, from: startInColombo(today), until: startInColombo(addDays(today, 1)) }
}

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
