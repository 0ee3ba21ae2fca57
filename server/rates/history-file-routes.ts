import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rateHistoryCsv, rateHistoryXlsx } from '../../contract/rate-history.ts'
import { XLSX_TYPE } from '../../domain/media-type.ts'
import { seriesOf, type RateKind } from '../../domain/series.ts'
import { ApiError } from '../errors.ts'
import { matchesEtag, PUBLIC_CACHE_CONTROL } from '../http/encoded.ts'
import { serve } from '../http/serve.ts'
import { periodOf, type Period } from './history-answers.ts'
import { historyCsv, historyFileName, historyXlsx } from './history-files.ts'
import type { PublicRates } from './public-rates.ts'

/** Files that are kept; one of 30 years takes 0.4 MB and 0.2 s to make. */
const MAX_KEPT = 20
/** A sheet of 30 years takes the processor for 0.15 s: so many may wait for their turn, and others are told to come back. */
const MAX_WAITING = 5

/** Downloads of a period, as CSV and as XLSX. */
export function historyFileRoutes(app: FastifyInstance, rates: PublicRates): void {
  const sheets = new Map<string, Promise<Buffer>>()
  let version = ''
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()

  /** Whoever asks for the same sheet at once waits for one making of it. */
  const sheetOf = (period: Period, kind: RateKind | undefined): Promise<Buffer> => {
    if (version !== rates.version) sheets.clear()
    version = rates.version
    const name = historyFileName(period, 'xlsx', kind)
    const kept = sheets.get(name)
    if (kept) return kept
    if (sheets.size >= MAX_KEPT) sheets.clear()
    if (waiting >= MAX_WAITING)
      throw new ApiError('unavailable', 'Too many downloads are being prepared. Try again in a moment.', {
        retryAfter: 2,
      })
    waiting++
    const made = turn.then(() => historyXlsx(period, kind)).finally(() => waiting--)
    turn = made.catch(() => sheets.delete(name))
    sheets.set(name, made)
    return made
  }

  serve(app, rateHistoryCsv, ({ params, querystring: { kind, ...days }, reply }) => {
    const period = periodOf(rates.reading(), seriesOf(params.currency, kind), days)
    if (isKnownFile(reply, rates, historyFileName(period, 'csv', kind)))
      return reply.code(304).send() as never
    return reply.type('text/csv; charset=utf-8').send(historyCsv(period, kind)) as never
  })

  serve(app, rateHistoryXlsx, async ({ params, querystring: { kind, ...days }, reply }) => {
    const period = periodOf(rates.reading(), seriesOf(params.currency, kind), days)
    if (isKnownFile(reply, rates, historyFileName(period, 'xlsx', kind)))
      return reply.code(304).send() as never
    const sheet = await sheetOf(period, kind)
    return reply.type(XLSX_TYPE).send(sheet) as never
  })
}

/** Sets what every download carries; whether the client has this very file already. */
function isKnownFile(reply: FastifyReply, rates: PublicRates, name: string): boolean {
  const hash = createHash('sha256').update(`${name} ${rates.version}`).digest('base64url')
  const etag = `"${hash.slice(0, 22)}"`
  reply.headers({
    'cache-control': PUBLIC_CACHE_CONTROL,
    etag,
    'content-disposition': `attachment; filename="${name}"`,
  })
  return matchesEtag(reply.request.headers['if-none-match'], etag)
}
