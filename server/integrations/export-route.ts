import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { rateExport } from '../../contract/integrations.ts'
import { addDays } from '../../domain/calendar-date.ts'
import { readExportName } from '../../domain/integrations/export-name.ts'
import { DEFAULT_KIND, seriesOf, seriesOfKind } from '../../domain/series.ts'
import { ApiError } from '../errors.ts'
import { withPauses } from '../event-loop.ts'
import { serve } from '../http/serve.ts'
import { addressBucket } from '../identity/client-address.ts'
import { StreamPlaces } from '../identity/stream-places.ts'
import { isKnownFile } from '../rates/file-downloads.ts'
import { periodOf } from '../rates/history-responses.ts'
import type { PublicRates } from '../rates/public-rates.ts'
import { integrationsText } from '../text/en/integrations.ts'
import { exportText, typeOfExport } from './export-files.ts'

/** Days of a file without dates: a year, and the month before it. */
const USUAL_DAYS = 400
/** All rates of 30 years are 3.5 MB in memory while their file goes out, however slowly it is taken. */
const LIMITS = { inAll: 40, toOneAddress: 4 }

/** `GET /api/export/:file`: rates for accounting programs. */
export function exportRoute(app: FastifyInstance, rates: PublicRates): void {
  const places = new StreamPlaces(LIMITS)
  serve(app, rateExport, ({ params, querystring, request, reply }) => {
    // The rates are those of this moment, whatever changes while the file goes out.
    const snapshot = rates.snapshot()
    const { kind = DEFAULT_KIND, to = snapshot.today, from = addDays(to, 1 - USUAL_DAYS) } = querystring
    const { currency, format } = readExportName(params.file)
    const series = currency === undefined ? seriesOfKind(kind) : [seriesOf(currency, kind)]
    const periods = series.map((each) => periodOf(snapshot, each, { from, to }))
    // `USD-LKR-indicative-2025-04-01-to-2026-03-31.beancount`
    const fileName = `${currency ?? 'all'}-LKR-${kind}-${from}-to-${to}.${format}`
    if (isKnownFile(reply, rates, fileName)) return reply.code(304).send() as never
    const bucket = addressBucket(request.ip)
    if (!places.take(bucket))
      throw new ApiError('unavailable', integrationsText.tooManyExports, { retryAfter: 2 })
    reply.type(typeOfExport(format))
    const file = Readable.from(withPauses(exportText(format, periods))).once('close', () =>
      places.free(bucket),
    )
    return Promise.resolve(file)
  })
}
