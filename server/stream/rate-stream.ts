import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rateStream } from '../../contract/rates/rates.ts'
import { ApiError } from '../errors.ts'
import { addressBucket } from '../identity/client-address.ts'
import { PlaceLimiter } from '../identity/place-limiter.ts'
import { serve } from '../http/serve.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { publishers } from '../../domain/series.ts'
import { RateEvents, STREAM_KINDS, type StreamKind } from './rate-events.ts'
import { t } from '../../text/sentences.ts'

const HEARTBEAT_MS = 15_000
const HEARTBEAT = Buffer.from(':\n\n')
/** A reader with so much unread is gone or too slow; it comes back and gets what it missed. */
const MAX_UNREAD_BYTES = 65_536
/** Each costs kilobytes and a file descriptor; one address leaves half of them to others. */
const LIMITS = { inAll: 10_000, toOneAddress: 5000 }

/** Who listens to the changes of the same kinds. */
interface Channel {
  readonly events: RateEvents
  readonly streams: Set<ServerResponse>
}

/** `GET /api/exchange-rate/stream`: every change of a rate, to everyone who listens. */
export function rateStreamRoute(app: FastifyInstance, live: LiveRateBook): void {
  const ofBanks = publishers().length === 0 ? [] : ['all', ...publishers().map(({ id }) => id)]
  const ofMain = channelsOf(live)
  const byPublisher = new Map(ofBanks.map((id) => [id, channelsOf(live, id)]))
  const channels = [ofMain, ...byPublisher.values()].flatMap((each) => Object.values(each))
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
  // One timer for all of them: a stream without a timer of its own is a smaller stream.
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
    const bucket = addressBucket(request.ip)
    if (!places.take(bucket)) {
      throw new ApiError('unavailable', t.httpText.tooManyStreams, { retryAfter: 30 })
    }
    const last = request.headers['last-event-id'] ?? query.after
    const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
    const { events, streams } = (byPublisher.get(query.publisher ?? '') ?? ofMain)[
      query.kind ?? 'unnamed'
    ]
    const stream = reply.raw
    reply.hijack()
    request.raw.socket.setTimeout(0)
    stream.on('close', () => {
      streams.delete(stream)
      places.free(bucket)
    })
    stream.on('error', () => stream.destroy())
    stream.writeHead(200, reply.getHeaders() as Record<string, string>)
    // Spread over two seconds, so that a restart is not followed by everyone at once.
    stream.write(`retry: ${Math.round(1000 + Math.random() * 2000)}\n\n${events.greeting(after)}`)
    if (closing) stream.end()
    else streams.add(stream)
    return ''
  })
}

/** A channel for each kind: of the main series, or of `publisher`. */
const channelsOf = ({ book }: LiveRateBook, publisher?: string) =>
  Object.fromEntries(
    STREAM_KINDS.map((kind): [StreamKind, Channel] => [
      kind,
      { events: new RateEvents(book.version, kind, publisher), streams: new Set() },
    ]),
  ) as Record<StreamKind, Channel>
