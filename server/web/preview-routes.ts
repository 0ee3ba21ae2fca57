import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PREVIEW_URLS } from '../../contract/rates/preview-address.ts'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { isRateKind } from '../../domain/series.ts'
import { ApiError } from '../errors.ts'
import { etagOf, matchesEtag, PUBLIC_CACHE_CONTROL, sendPlain } from '../http/encoded.ts'
import { rateBoardResponse } from '../rates/history-responses.ts'
import type { PublicRates, RateDependencies } from '../rates/public-rates.ts'
import { httpText } from '../text/en/http.ts'
import { messageOfThread } from '../worker-thread.ts'
import { boundedQueue } from '../http/bounded-queue.ts'
import { VersionedCache } from '../http/versioned-cache.ts'
import { boardImage, rateImage, type KnownRow } from './preview-image.ts'

/** Images that are kept, of 40 KB each. */
const MAX_KEPT = 60
/** An image takes a processor for 0.1 s: so many may be in the making, and others are told to come back. */
const MAX_IN_THE_MAKING = 21
const TIMEOUT_MS = 10_000

/**
 * `/preview/USD.png?date=2026-09-29` and `/preview/rates.png`, with `kind` where one is meant: what sites show of a link to a page.
 * Without a day the newest; 404 for a day without a rate. An image is made once for each content, whatever else its address says.
 */
export function previewRoutes(app: FastifyInstance, { config, publicRates }: RateDependencies): void {
  const cache = new VersionedCache<Buffer>(MAX_KEPT)
  const inTurn = boundedQueue(MAX_IN_THE_MAKING, httpText.busy)

  const send = async (reply: FastifyReply, svg: string) => {
    const etag = etagOf(svg)
    const isKnown = matchesEtag(reply.request.headers['if-none-match'], etag)
    const plain = isKnown ? Buffer.alloc(0) : await cache.get('', etag, () => inTurn(() => renderPng(svg)))
    reply
      .type('image/png')
      .header('cache-control', PUBLIC_CACHE_CONTROL)
      .header('cross-origin-resource-policy', 'cross-origin')
    return sendPlain(reply, plain, etag)
  }

  app.get(PREVIEW_URLS.board, (request, reply) => {
    const { rows, kind } = shownRows(request, publicRates)
    return send(reply, boardImage(rows, { ...config, kind }))
  })
  app.get<{ Params: { currency: string } }>(PREVIEW_URLS.rate, (request, reply) => {
    const { rows, kind, date } = shownRows(request, publicRates)
    const row = rows.find(({ currency }) => currency === request.params.currency)
    if (!row || (date !== undefined && row.date !== date)) throw notFound()
    return send(reply, rateImage(row, { ...config, kind }))
  })
}

const notFound = () => new ApiError('not_found', httpText.notFound)

/** The rates that a request's query names; throws 404 where there are none of its very day. */
function shownRows(request: FastifyRequest, publicRates: PublicRates) {
  const { date, kind } = request.query as { date?: unknown; kind?: unknown }
  const snapshot = publicRates.snapshot()
  if (date !== undefined && !(isCalendarDate(date) && date <= snapshot.today)) throw notFound()
  if (kind !== undefined && !(typeof kind === 'string' && isRateKind(kind))) throw notFound()
  const { rates } = rateBoardResponse(snapshot, kind, date).data
  const rows = rates.filter((row): row is KnownRow => row.rate !== null)
  if (!rows.some((row) => date === undefined || row.date === date)) throw notFound()
  return { rows, kind, date }
}

/** An SVG as PNG, drawn in a thread of its own: encoding alone would hold up other requests for 40 ms. */
const renderPng = (svg: string): Promise<Buffer> =>
  messageOfThread(new URL('./preview-worker.ts', import.meta.url), svg, TIMEOUT_MS)
