import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rateExport, dayValue, monthValue, rateNewsAtom } from '../../contract/integrations.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { unitsOf } from '../../domain/currency.ts'
import { readExportName } from '../../domain/integrations/export-name.ts'
import { DEFAULT_KIND, seriesOf, seriesOfKind, type Series } from '../../domain/series.ts'
import { ApiError } from '../errors.ts'
import { withPauses } from '../event-loop.ts'
import { serve } from '../http/serve.ts'
import { addressBucket } from '../identity/client-address.ts'
import { PlaceLimiter } from '../identity/place-limiter.ts'
import { isKnownFile } from '../rates/file-downloads.ts'
import { periodOf } from '../rates/history-responses.ts'
import type { PublicRates, RateDependencies } from '../rates/public-rates.ts'
import { exportText, typeOfExport } from './export-files.ts'
import { formatPerUnit, fromWire } from '../../domain/money.ts'
import { periodResult, periodsFromTo, type DatedRate } from '../../domain/period.ts'
import { etagOf, PUBLIC_CACHE_CONTROL, sendPlain } from '../http/encoded.ts'
import {
  currentRateResponse,
  fullRateName,
  noRateOn,
  type RateSnapshot,
} from '../rates/public-responses.ts'
import { readDayChanges } from '../rates/day-changes.ts'
import { atomFeed } from './rate-news.ts'
import { t } from '../../text/sentences.ts'

/** Days of a file without dates: a year, and the month before it. */
const USUAL_DAYS = 400
/**
 * All rates of 30 years are 3.5 MB in memory while their file goes out, however slowly it is taken.
 */
const LIMITS = { inAll: 40, toOneAddress: 4 }

/** `GET /api/export/:file`: rates for accounting programs. */
export function exportRoute(app: FastifyInstance, rates: PublicRates): void {
  const places = new PlaceLimiter(LIMITS)
  serve(app, rateExport, ({ params, query, request, reply }) => {
    // The rates are those of this moment, whatever changes while the file goes out.
    const snapshot = rates.snapshot()
    const { kind = DEFAULT_KIND, publisher, to = snapshot.today } = query
    const { from = addDays(to, 1 - USUAL_DAYS) } = query
    const { currency, format } = readExportName(params.file)
    const series =
      currency === undefined ? seriesOfKind(kind, publisher) : [seriesOf(currency, kind, publisher)]
    const periods = series.map((each) => periodOf(snapshot, each, { from, to }))
    // `USD-LKR-indicative-2025-04-01-to-2026-03-31.beancount`
    const bank = publisher === undefined ? '' : `${publisher}-`
    const fileName = `${currency ?? 'all'}-LKR-${bank}${kind}-${from}-to-${to}.${format}`
    if (isKnownFile(reply, rates, fileName)) return reply.code(304).send() as never
    const bucket = addressBucket(request.ip)
    if (!places.take(bucket))
      throw new ApiError('unavailable', t.integrationsText.tooManyExports, { retryAfter: 2 })
    reply.type(typeOfExport(format))
    const file = Readable.from(withPauses(exportText(format, periods))).once('close', () =>
      places.free(bucket),
    )
    return Promise.resolve(file)
  })
}

/** One rate as a plain number, for spreadsheets and other programs that read nothing else. */
export function valueRoutes(app: FastifyInstance, rates: PublicRates): void {
  serve(app, dayValue, ({ params, query, reply }) => {
    const snapshot = rates.snapshot()
    const series = seriesOf(params.currency, query.kind, query.publisher)
    const day = params.date === 'latest' ? snapshot.today : params.date
    const { rate, date } = currentRateResponse(snapshot, series, day).data
    if (query.strict === '1' && date !== day) {
      throw noRateOn(series, day, snapshot)
    }
    return sendValue(reply, { currency: params.currency, rate: fromWire(rate), date }) as never
  })

  serve(app, monthValue, ({ params: { currency, month, figure }, query, reply }) => {
    const snapshot = rates.snapshot()
    const series = seriesOf(currency, query.kind, query.publisher)
    const [period] = periodsFromTo('month', month, month)
    const figures = period && periodResult(period, snapshot.book.ratesOf(series), snapshot).figures
    if (!figures)
      throw new ApiError(
        'not_found',
        t.ratesText.noneInMonth({ name: fullRateName(series), month }),
      )
    const { closing, averagePublished } = figures
    const value: Pick<DatedRate, 'rate'> = figure === 'closing' ? closing : averagePublished
    return sendValue(reply, { currency, rate: value.rate, date: closing.date }) as never
  })
}

/** `date`: the newest day that the value is of. */
function sendValue(
  reply: FastifyReply,
  { currency, rate, date }: DatedRate & Pick<Series, 'currency'>,
): FastifyReply {
  const text = `${formatPerUnit(rate, unitsOf(currency))}\n`
  reply
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': PUBLIC_CACHE_CONTROL, 'rate-date': date })
  return sendPlain(reply, text, etagOf(`${date} ${text}`))
}

/** Rates of the last days are reported one by one; of older ones only corrections. */
const NEWS_DAYS = 90

/** `GET /feed/USD.atom`: new rates and corrections, kept like every public read. */
export function rateNewsRoutes(
  app: FastifyInstance,
  { config, readDb, publicRates }: RateDependencies,
): void {
  serve(
    app,
    rateNewsAtom,
    ({ params, query, reply }) => {
      const series = seriesOf(params.currency, query.kind, query.publisher)
      const { providerName: product, publicUrl } = config
      const build = async ({ book, today }: RateSnapshot) => {
        const choice = { feed: book.feed, after: 0, allSince: addDays(today, -NEWS_DAYS) }
        const changes = await readDayChanges(readDb, series, choice)
        return atomFeed(changes, { series, product, publicUrl, address: reply.request.url, today })
      }
      return publicRates.reply(reply, build, 'application/atom+xml; charset=utf-8')
    },
    { queries: true },
  )
}
