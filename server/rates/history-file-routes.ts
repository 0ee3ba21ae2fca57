import type { FastifyInstance } from 'fastify'
import { rateHistoryCsv, rateHistoryXlsx } from '../../contract/rate-history.ts'
import { XLSX_TYPE } from '../../contract/endpoint.ts'
import { seriesOf } from '../../domain/series.ts'
import { serve } from '../http/serve.ts'
import { isKnownFile, SheetQueue } from './file-downloads.ts'
import { periodOf } from './history-responses.ts'
import { historyCsv, historyFileName, historyXlsx } from './history-files.ts'
import type { PublicRates } from './public-rates.ts'

/** Downloads of a period, as CSV and as XLSX. */
export function historyFileRoutes(app: FastifyInstance, rates: PublicRates): void {
  const sheets = new SheetQueue(rates)

  serve(app, rateHistoryCsv, ({ params, querystring: { kind, ...days }, reply }) => {
    const period = periodOf(rates.snapshot(), seriesOf(params.currency, kind), days)
    if (isKnownFile(reply, rates, historyFileName(period, 'csv', kind)))
      return reply.code(304).send() as never
    return reply.type('text/csv; charset=utf-8').send(historyCsv(period, kind)) as never
  })

  serve(app, rateHistoryXlsx, async ({ params, querystring: { kind, ...days }, reply }) => {
    const period = periodOf(rates.snapshot(), seriesOf(params.currency, kind), days)
    const name = historyFileName(period, 'xlsx', kind)
    if (isKnownFile(reply, rates, name)) return reply.code(304).send() as never
    const sheet = await sheets.get(name, () => historyXlsx(period, kind))
    return reply.type(XLSX_TYPE).send(sheet) as never
  })
}
