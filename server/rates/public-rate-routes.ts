import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CheckedInput } from '../../contract/endpoint.ts'
import { currentRate, feedState, lastSevenDays } from '../../contract/rates/rates.ts'
import {
  rateBoard,
  rateHistory,
  allRatesCsv,
  allRatesXlsx,
  rateHistoryCsv,
  rateHistoryXlsx,
} from '../../contract/rates/rate-history.ts'
import { seriesOf, DEFAULT_KIND, seriesOfKind } from '../../domain/series.ts'
import { serve } from '../http/serve.ts'
import { periodOf, rateBoardResponse, rateHistoryResponse } from './history-responses.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  withKind,
} from './public-responses.ts'
import type { PublicRates } from './public-rates.ts'
import { TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { invalid } from '../errors.ts'
import { ratesText } from '../text/en/rates.ts'
import { tableDownloads } from './file-downloads.ts'
import { rateFileName, rateSheet, type RateFile } from './rate-files.ts'

/**
 * Serves the endpoints that need no database: their responses are made from the rate book alone.
 */
export function publicRateRoutes(app: FastifyInstance, rates: PublicRates): void {
  rates.serve(app, currentRate, (snapshot, { params, query: { kind, date, max_age } }) =>
    withKind(currentRateResponse(snapshot, seriesOf(params.currency, kind), date, max_age), kind),
  )
  rates.serve(app, lastSevenDays, (snapshot, { params, query: { kind, date } }) =>
    withKind(lastSevenDaysResponse(snapshot, seriesOf(params.currency, kind), date), kind),
  )
  rates.serve(app, feedState, feedStateResponse)
  rates.serve(app, rateBoard, (snapshot, { query: { kind, date, max_age } }) =>
    withKind(rateBoardResponse(snapshot, kind, date, max_age), kind),
  )
  rates.serve(app, rateHistory, (snapshot, { params, query: { kind, ...days } }) =>
    withKind(
      rateHistoryResponse(snapshot, periodOf(snapshot, seriesOf(params.currency, kind), days)),
      kind,
    ),
  )
}

/** Downloads of a period, as CSV and as XLSX. */
export function historyFileRoutes(app: FastifyInstance, rates: PublicRates): void {
  const send = tableDownloads(rates)
  const sendFile = (reply: FastifyReply, file: RateFile, ending: 'csv' | 'xlsx') =>
    send(reply, rateFileName(file, ending), () => rateSheet(file))

  const ofCurrency = ({
    params: { currency },
    query,
  }: CheckedInput<typeof rateHistoryCsv>): RateFile => {
    const { kind, ...days } = query
    const period = periodOf(rates.snapshot(), seriesOf(currency, kind), days)
    return { of: currency, periods: [period], layout: 'long', kind }
  }
  /** Throws 400 for more rates than an import takes. */
  const ofAll = ({ query }: CheckedInput<typeof allRatesCsv>): RateFile => {
    const { kind, layout = 'long', ...days } = query
    const snapshot = rates.snapshot()
    const periods = seriesOfKind(kind ?? DEFAULT_KIND).map((each) => periodOf(snapshot, each, days))
    if (periods.reduce((sum, period) => sum + period.rates.length, 0) > TABLE_LIMITS.rows)
      throw invalid({ from: [ratesText.fileTooLong(TABLE_LIMITS.rows)] })
    return { of: 'all', periods, layout, kind }
  }

  for (const [endpoint, ending] of [
    [rateHistoryCsv, 'csv'] as const,
    [rateHistoryXlsx, 'xlsx'] as const,
  ])
    serve(app, endpoint, ({ reply, ...input }) => sendFile(reply, ofCurrency(input), ending))
  for (const [endpoint, ending] of [[allRatesCsv, 'csv'] as const, [allRatesXlsx, 'xlsx'] as const])
    serve(app, endpoint, ({ reply, ...input }) => sendFile(reply, ofAll(input), ending))
}
