import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rateStream, type RateEvent } from '../../contract/rates/rates.ts'
import { unitsFields } from '../../domain/currency.ts'
import { toWire } from '../../domain/money.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
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

/** Without `kind`, the default one, which events do not name. */
interface Choice {
  readonly kind?: RateKind | 'all' | undefined
  readonly publisher?: string | undefined
}

export function rateStreamRoute(app: FastifyInstance, live: LiveRateBook): void {
  const events = new RateEvents(live.book.version)
  const groups = new Map<string, { choice: Choice; streams: Set<ServerResponse> }>()
  const places = new PlaceLimiter(LIMITS)

  const send = (streams: Iterable<ServerResponse>, bytes: Buffer) => {
    for (const stream of streams) {
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
      else stream.write(bytes)
    }
  }
  live.subscribe((event) => {
    events.add(event, live.book.version)
    for (const { choice, streams } of groups.values()) {
      const text = streams.size > 0 ? events.describe(event, choice) : ''
      if (text !== '') send(streams, Buffer.from(text))
    }
  })
  // One timer for all streams saves memory.
  const heartbeat = setInterval(() => {
    for (const { streams } of groups.values()) send(streams, HEARTBEAT)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    clearInterval(heartbeat)
    for (const { streams } of groups.values()) for (const stream of streams) stream.end()
    done()
  })

  serve(app, rateStream, ({ query: { after: since, ...choice }, request, reply }) => {
    reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return ''
    const free = places.take(request)
    if (!free) throw new ApiError('unavailable', t.httpText.tooManyStreams, { retryAfter: 30 })
    const last = request.headers['last-event-id'] ?? since
    const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
    const { streams } = groups.getOrInsertComputed(`${choice.kind} ${choice.publisher}`, () => ({
      choice,
      streams: new Set(),
    }))
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
    const retry = Math.round(1000 + Math.random() * 2000)
    stream.write(`retry: ${retry}\n\n${events.greeting(after, choice)}`)
    if (closing) stream.end()
    else streams.add(stream)
    return ''
  })
}

/** A busy day has some dozens. */
const MAX_KEPT = 1000
const MAX_AT_ONCE = 100

/** Numbers agree over processes, because `version` comes from the database. */
export class RateEvents {
  private kept: readonly RateChanged[] = []
  /** Older changes are not kept. */
  private floor: number
  private version: number

  constructor(version: number) {
    this.floor = version
    this.version = version
  }

  add(event: BookEvent, version: number): void {
    const isReload = event.kind === 'reloaded'
    this.version = isReload ? version : Math.max(version, this.version)
    if (isReload) this.floor = version
    const changes = event.kind === 'rates' ? event.changes : []
    const all = isReload ? [] : [...this.kept, ...changes]
    this.floor = all.at(-MAX_KEPT - 1)?.version ?? this.floor
    this.kept = all.slice(-MAX_KEPT)
  }

  describe(event: BookEvent, choice: Choice): string {
    if (event.kind === 'feed-status') return 'event: feed\ndata: {}\n\n'
    if (event.kind === 'rates') return this.tell(event.changes, choice)
    if (event.kind !== 'reloaded') return ''
    const isTold = !('publisher' in event) || isOfPublisher(choice, event.publisher)
    return isTold ? resetText(this.version) : ''
  }

  /** The changes since `after`, then the current version. */
  greeting(after: number | undefined, choice: Choice = {}): string {
    const { version } = this
    const hello = `event: hello\nid: ${version}\ndata: {"version":${version}}\n\n`
    if (after === undefined) return hello
    if (after < this.floor || after > version) return resetText(version)
    const told = this.tell(
      this.kept.filter((change) => change.version > after),
      choice,
    )
    return told === resetText(version) ? told : told + hello
  }

  private tell(changes: readonly RateChanged[], { kind, publisher }: Choice): string {
    const wanted = kind ?? DEFAULT_KIND
    const told = changes.filter(
      (change) =>
        (wanted === 'all' || change.kind === wanted) &&
        isOfPublisher({ publisher }, change.publisher),
    )
    return told.length > MAX_AT_ONCE
      ? resetText(this.version)
      : told.map((change) => rateText(change, kind !== undefined)).join('')
  }
}

const isOfPublisher = ({ publisher }: Choice, bank: string | null | undefined) =>
  publisher === 'all' || (bank ?? undefined) === publisher

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
