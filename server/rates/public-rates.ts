import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallInput, CheckedInput, Endpoint, ResponseBody } from '../../contract/endpoint.ts'
import {
  addDays,
  dayInColombo,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { BaseDependencies, Clock } from '../base-dependencies.ts'
import { ApiError } from '../errors.ts'
import {
  encode,
  matchesEtag,
  PUBLIC_CACHE_CONTROL,
  sendEncoded,
  type Encoded,
} from '../http/encoded.ts'
import { sentResponse, type SentResponse } from '../http/respond-early.ts'
import { serve } from '../http/serve.ts'
import { sharedQueue } from '../http/shared-queue.ts'
import { checkedInput } from '../http/validation.ts'
import { addressBucket } from '../identity/client-address.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import type { RateSnapshot } from './public-responses.ts'
import { t } from '../../text/sentences.ts'

/** The dependencies of features that read or change rates. */
export interface RateDependencies extends BaseDependencies {
  readonly liveRateBook: LiveRateBook
  readonly publicRates: PublicRates
}

type PublicEndpoint = Endpoint & { readonly access: 'public' }

/** Makes the response of an endpoint from the rates of a moment. Throws what it refuses. */
type Read<E extends Endpoint> = (
  snapshot: RateSnapshot,
  input: CheckedInput<E>,
) => ResponseBody<E> | Promise<ResponseBody<E>>

/** A response as it goes out: its bytes are there before anyone asks. */
export interface ReadyResponse {
  readonly body: Buffer
  readonly etag: string
  /**
   * As it left the first time, so that it can leave once more without the framework; null until
   * then.
   */
  sent: SentResponse | null
  /** A large answer in the forms that browsers take, made once for whoever asks first. */
  readonly encoded: (() => Promise<Encoded>) | null
}

/** Cached URLs: a path that may end in a day, with up to four short parameters; or a news feed. */
const KEPT_URL =
  /^(?:\/api\/exchange-rate\/[A-Za-z/-]+(?:[\d-]{10})?|\/feed\/[A-Z]{3}\.[a-z]{4})(?:\?[a-z]+=[a-z\d-]{2,30}(?:&[a-z]+=[a-z\d-]{2,30}){0,3})?$/
/** From here on compressing pays: a year of rates is 13 KB, 30 years are 570 KB. */
const LARGE_BYTES = 8192
/** Reads that query, all and of one address: two connections of five stay for signed-in users. */
const QUERIES = { atOnce: 3, toOne: 10, inAll: 60 }
const MAX_BYTES_KEPT = 32 * 1024 * 1024
/** What an entry costs besides its body, which is there twice. */
const OVERHEAD_BYTES = 2600

/**
 * A cache of the public responses, each made once and kept until a rate or holiday changes, or the
 * day ends in Colombo.
 */
export class PublicRates {
  /** Answers given from ready-made bytes, for the metrics. */
  readonly given = { full: 0, notModified: 0 }
  private readonly live: LiveRateBook
  private readonly clock: Clock
  private readonly kept = new Map<string, ReadyResponse>()
  private readonly reads = new Map<string, (input: Partial<CallInput<Endpoint>>) => unknown>()
  private readonly inTurn = sharedQueue(QUERIES, () => t.httpText.busy)
  private keptBytes = 0
  private day: { readonly today: CalendarDate; readonly from: number; readonly until: number }

  constructor(live: LiveRateBook, clock: Clock) {
    this.live = live
    this.clock = clock
    this.day = dayAround(clock())
    live.subscribe(() => this.forget())
  }

  /**
   * Changes whenever a public response may have changed: for the ETag of pages rendered from them.
   */
  get version(): string {
    const { book, today } = this.snapshot()
    const { lastSuccessAt, failing, pagesError, isStoodInFor } = book.feedStatus
    return [
      today,
      book.version,
      book.feed ?? 'off',
      lastSuccessAt?.getTime() ?? 0,
      failing ? 'failing' : 'ok',
      ...(this.live.names > 0 ? [`names-${this.live.names}`] : []),
      ...(pagesError === null
        ? []
        : [pagesError.replace(' ', '-'), isStoodInFor ? 'by-frankfurter' : 'own']),
    ].join('.')
  }

  /**
   * The newest change that responses include; the stream continues after it. 0 until the book is
   * loaded.
   */
  get changesKnown(): number {
    return this.live.loaded ? this.live.book.version : 0
  }

  /**
   * What responses are made from now. Throws 503 until the book has been loaded for the first time.
   */
  snapshot(): RateSnapshot {
    this.turnDay()
    if (!this.live.loaded) {
      throw new ApiError('unavailable', t.ratesText.loading, { retryAfter: 1 })
    }
    const { book } = this.live
    return { book, today: this.day.today, calendar: book.holidays.calendar }
  }

  /** Serves an endpoint, also to pages by `read`. `options` are those of `serve`. */
  serve<E extends PublicEndpoint>(
    app: FastifyInstance,
    endpoint: E,
    read: Read<E>,
    options?: Parameters<typeof serve<E>>[3],
  ): void {
    this.offer<E>(
      endpoint,
      options?.queries
        ? // Of pages each has places of its own: they are made for everyone.
          (snapshot, input) => this.inTurn(JSON.stringify(input), async () => read(snapshot, input))
        : read,
    )
    serve<E>(
      app,
      endpoint,
      ({ reply, ...input }) => this.reply(reply, (snapshot) => read(snapshot, input)),
      options,
    )
  }

  /** Lets `read` make the response of an endpoint that is served elsewhere. */
  offer<E extends PublicEndpoint>(endpoint: E, read: Read<E>): void {
    this.reads.set(`${endpoint.method} ${endpoint.url}`, (given) =>
      read(this.snapshot(), checkedInput(endpoint, given) as CheckedInput<E>),
    )
  }

  /** What a call named by its method and address responds, made by the function of its route. */
  async read(name: string, input: Partial<CallInput<Endpoint>>): Promise<unknown> {
    const read = this.reads.get(name)
    if (!read) throw new RangeError(`${name} is no public read.`)
    return await read(input)
  }

  find(url: string): ReadyResponse | undefined {
    this.turnDay(this.clock().getTime())
    return this.kept.get(url)
  }

  /**
   * Answers with the kept response of the address or what `build` makes: a large one compressed, or
   * 304. Kept if no rate changed meanwhile, and not if `build` throws.
   */
  async reply(
    reply: FastifyReply,
    build: (snapshot: RateSnapshot) => unknown,
    type = 'application/json; charset=utf-8',
  ): Promise<never> {
    const { url, method, headers } = reply.request
    const ready = this.find(url) ?? (await this.respond(reply.request, build))
    reply.header('cache-control', PUBLIC_CACHE_CONTROL).type(type)
    if (ready.encoded) return sendEncoded(reply, await ready.encoded()) as never
    reply.header('etag', ready.etag)
    if (matchesEtag(headers['if-none-match'], ready.etag))
      return reply.removeHeader('content-type').code(304).send() as never
    if (!ready.sent && method === 'GET')
      reply.raw.once('finish', () => (ready.sent = sentResponse(reply, ready)))
    return reply.send(ready.body) as never
  }

  private async respond(
    { url, ip, routeOptions: { config } }: FastifyRequest,
    build: (snapshot: RateSnapshot) => unknown,
  ): Promise<ReadyResponse> {
    const before = this.version
    const make = async () => await build(this.snapshot())
    const built = await (config.queries ? this.inTurn(addressBucket(ip), make) : make())
    const made = this.make(Buffer.from(typeof built === 'string' ? built : JSON.stringify(built)))
    if (KEPT_URL.test(url) && before === this.version) this.keep(url, made)
    return made
  }

  private make(body: Buffer): ReadyResponse {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    if (body.length <= LARGE_BYTES) return { body, etag, sent: null, encoded: null }
    let encoded: Promise<Encoded> | undefined
    // A large one comes in several forms, so its tag is the weak one that they share.
    return { body, etag, sent: null, encoded: () => (encoded ??= encode(body, `W/${etag}`)) }
  }

  private keep(url: string, response: ReadyResponse): void {
    const bytes = response.body.length * 2 + OVERHEAD_BYTES
    if (this.keptBytes + bytes > MAX_BYTES_KEPT) this.forget()
    this.keptBytes += bytes
    this.kept.set(url, response)
  }

  private forget(): void {
    this.kept.clear()
    this.keptBytes = 0
  }

  private turnDay(now = this.clock().getTime()): void {
    if (now >= this.day.from && now < this.day.until) return
    this.day = dayAround(new Date(now))
    this.forget()
  }
}

function dayAround(now: Date): { today: CalendarDate; from: number; until: number } {
  const today = dayInColombo(now)
  return { today, from: startInColombo(today), until: startInColombo(addDays(today, 1)) }
}
