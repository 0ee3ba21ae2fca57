import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rateStream, type RateEvent } from '../../contract/rates/rates.ts'
import { unitsFields } from '../../domain/currency.ts'
import { toWire } from '../../domain/money.ts'
import { publishers } from '../../domain/series.ts'
import { DEFAULT_KIND, RATE_KINDS } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { ApiError } from '../errors.ts'
import { PlaceLimiter } from '../http/limits.ts'
import { serve } from '../http/serve.ts'
import type { BookEvent, LiveRateBook } from './live-rate-book.ts'
import type { RateChanged } from './rate-book.ts'

const HEARTBEAT_MS = 15_000
const HEARTBEAT = Buffer.from(':\n\n')
/** The reader is gone or too slow; it gets the missed events when it reconnects. */
const MAX_UNREAD_BYTES = 65_536
/** One address leaves half to others. */
const LIMITS = { inAll: 10_000, toOne: 5000 }

interface Channel {
  readonly events: RateEvents
  readonly streams: Set<ServerResponse>
}

export function rateStreamRoute(app: FastifyInstance, live: LiveRateBook): void {
  const banks = publishers().length === 0 ? [] : ['all', ...publishers().map(({ id }) => id)]
  const mainChannels = makeChannels(live)
  const byPublisher = new Map(banks.map((id) => [id, makeChannels(live, id)]))
  const channels = [mainChannels, ...byPublisher.values()].flatMap((each) => Object.values(each))
  const places = new PlaceLimiter(LIMITS)

  const send = (streams: Iterable<ServerResponse>, bytes: Buffer) => {
    for (const stream of streams) {
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
      else stream.write(bytes)
    }
  }
  live.subscribe((event) => {
    for (const { events, streams } of channels) {
      const text = events.take(event, live.book.version)
      if (text !== '') send(streams, Buffer.from(text))
    }
  })
  // One timer for all streams saves memory.
  const heartbeat = setInterval(() => {
    for (const { streams } of channels) send(streams, HEARTBEAT)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    clearInterval(heartbeat)
    for (const { streams } of channels) for (const stream of streams) stream.end()
    done()
  })

  serve(app, rateStream, ({ query, request, reply }) => {
    reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return ''
    const free = places.take(request)
    if (!free) throw new ApiError('unavailable', t.httpText.tooManyStreams, { retryAfter: 30 })
    const last = request.headers['last-event-id'] ?? query.after
    const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
    const { events, streams } = (byPublisher.get(query.publisher ?? '') ?? mainChannels)[
      query.kind ?? 'unnamed'
    ]
    const stream = reply.raw
    reply.hijack()
    request.raw.socket.setTimeout(0)
    stream.on('close', () => {
      streams.delete(stream)
      free()
    })
    stream.on('error', () => stream.destroy())
    stream.writeHead(200, reply.getHeaders() as Record<string, string>)
    // Spread, so that not everyone reconnects at once.
    stream.write(`retry: ${Math.round(1000 + Math.random() * 2000)}\n\n${events.greeting(after)}`)
    if (closing) stream.end()
    else streams.add(stream)
    return ''
  })
}

const makeChannels = ({ book }: LiveRateBook, publisher?: string) =>
  Object.fromEntries(
    STREAM_KINDS.map((kind): [StreamKind, Channel] => [
      kind,
      { events: new RateEvents(book.version, kind, publisher), streams: new Set() },
    ]),
  ) as Record<StreamKind, Channel>

/** A busy day has some dozens. */
const MAX_KEPT = 1000
const MAX_AT_ONCE = 100

/** `unnamed` sends the default kind without naming it. */
const STREAM_KINDS = ['unnamed', ...RATE_KINDS, 'all'] as const
type StreamKind = (typeof STREAM_KINDS)[number]

/** Numbers agree over processes, because `version` comes from the database. */
export class RateEvents {
  private kept: { readonly version: number; readonly text: string }[] = []
  private floor: number
  private version: number
  private readonly kind: StreamKind
  private readonly publisher: string | undefined

  constructor(version: number, kind: StreamKind = 'unnamed', publisher?: string) {
    this.floor = version
    this.version = version
    this.kind = kind
    this.publisher = publisher
  }

  take(event: BookEvent, version: number): string {
    this.version = Math.max(version, event.kind === 'reloaded' ? 0 : this.version)
    if (event.kind === 'feed-status') return 'event: feed\ndata: {}\n\n'
    if (event.kind === 'reloaded')
      return !('publisher' in event) || this.sendsPublisher(event.publisher)
        ? this.reset(version)
        : ''
    if (event.kind !== 'rates') return ''
    const wanted = this.kind === 'unnamed' ? DEFAULT_KIND : this.kind
    const changes = event.changes.filter(
      ({ kind, publisher }) =>
        (wanted === 'all' || kind === wanted) && this.sendsPublisher(publisher),
    )
    if (changes.length > MAX_AT_ONCE) return this.reset(version)
    const events = changes.map((change) => ({
      version: change.version,
      text: rateText(change, this.kind !== 'unnamed'),
    }))
    this.kept.push(...events)
    const tooMany = this.kept.length - MAX_KEPT
    if (tooMany > 0) this.floor = this.kept.splice(0, tooMany).at(-1)?.version ?? this.floor
    return events.map(({ text }) => text).join('')
  }

  /** The changes since `after`, then the current version. */
  greeting(after: number | undefined): string {
    const hello = `event: hello\nid: ${this.version}\ndata: {"version":${this.version}}\n\n`
    if (after === undefined) return hello
    if (after < this.floor || after > this.version) return resetText(this.version)
    const missed = this.kept.filter(({ version }) => version > after)
    if (missed.length > MAX_AT_ONCE) return resetText(this.version)
    return missed.map(({ text }) => text).join('') + hello
  }

  private sendsPublisher(publisher: string | null | undefined): boolean {
    return this.publisher === 'all' || (publisher ?? undefined) === this.publisher
  }

  private reset(version: number): string {
    this.kept = []
    this.floor = version
    this.version = version
    return resetText(version)
  }
}

function rateText(change: RateChanged, namesKind: boolean): string {
  const { version, currency, kind, publisher, date, now } = change
  const event: RateEvent = {
    version,
    currency,
    date,
    ...unitsFields(currency),
    rate: now ? toWire(now.rate) : null,
    source: now?.source ?? null,
    ...(namesKind && { kind }),
    ...(publisher && { publisher }),
  }
  return `event: rate\nid: ${version}\ndata: ${JSON.stringify(event)}\n\n`
}

const resetText = (version: number) =>
  `event: reset\nid: ${version}\ndata: {"version":${version}}\n\n`
