import type { FastifyInstance } from 'fastify'
import {
  allRatesCsv,
  allRatesXlsx,
  rateHistoryCsv,
  rateHistoryXlsx,
} from '../../contract/rates/rate-history.ts'
import { XLSX_TYPE, type CheckedInput } from '../../contract/endpoint.ts'
import { TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { DEFAULT_KIND, seriesOf, seriesOfKind } from '../../domain/series.ts'
import { invalid } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { ratesText } from '../text/en/rates.ts'
import {
  allRatesFileName,
  allRatesSheet,
  allRatesText,
  countRates,
  type AllRates,
} from './all-rates-files.ts'
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

  /** Throws 400 for more rates than an import takes. */
  const allRates = ({ kind, layout = 'long', ...days }: AllRatesQuery): AllRates => {
    const snapshot = rates.snapshot()
    const series = seriesOfKind(kind ?? DEFAULT_KIND)
    const all = { periods: series.map((each) => periodOf(snapshot, each, days)), layout, kind }
    if (countRates(all) > TABLE_LIMITS.rows)
      throw invalid({ from: [ratesText.fileTooLong(TABLE_LIMITS.rows)] })
    return all
  }

  serve(app, allRatesCsv, ({ querystring, reply }) => {
    const all = allRates(querystring)
    if (isKnownFile(reply, rates, allRatesFileName(all, 'csv'))) return reply.code(304).send() as never
    return reply.type('text/csv; charset=utf-8').send(allRatesText(all)) as never
  })

  serve(app, allRatesXlsx, async ({ querystring, reply }) => {
    const all = allRates(querystring)
    const name = allRatesFileName(all, 'xlsx')
    if (isKnownFile(reply, rates, name)) return reply.code(304).send() as never
    const sheet = await sheets.get(name, () => allRatesSheet(all))
    return reply.type(XLSX_TYPE).send(sheet) as never
  })
}

type AllRatesQuery = CheckedInput<typeof allRatesCsv>['querystring']
