import type { FastifyInstance, FastifyReply } from 'fastify'
import { bankHolidays } from '../../contract/calendar.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import type { Currency } from '../../domain/currency.ts'
import { currentRate, feedState, lastSevenDays, rateSeries } from '../../contract/rates/rates.ts'
import {
  rateBoard,
  rateHistory,
  allRatesCsv,
  allRatesXlsx,
  rateHistoryCsv,
  rateHistoryXlsx,
} from '../../contract/rates/rate-history.ts'
import { seriesOf, DEFAULT_KIND, seriesOfKind } from '../../domain/series.ts'
import { publicYear } from '../calendar/calendar-routes.ts'
import { serve } from '../http/serve.ts'
import { periodOf, rateBoardResponse, rateHistoryResponse } from './history-responses.ts'
import {
  currentRateResponse,
  feedStateResponse,
  lastSevenDaysResponse,
  naming,
  rateSeriesResponse,
} from './public-responses.ts'
import type { PublicRates } from './public-rates.ts'
import { TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { invalid } from '../errors.ts'
import { tableDownloads } from './file-downloads.ts'
import { rateFileName, rateSheet, type RateFile } from './rate-files.ts'
import { t } from '../../text/sentences.ts'

/**
 * Serves the endpoints that need no database: their responses are made from the rate book alone.
 */
export function publicRateRoutes(app: FastifyInstance, rates: PublicRates): void {
  rates.serve(app, currentRate, (snapshot, { params, query }) =>
    naming(
      query,
      currentRateResponse(snapshot, asked(params.currency, query), query.date, query.max_age),
    ),
  )
  rates.serve(app, lastSevenDays, (snapshot, { params, query }) =>
    naming(query, lastSevenDaysResponse(snapshot, asked(params.currency, query), query.date)),
  )
  rates.serve(app, feedState, feedStateResponse)
  rates.serve(app, rateSeries, rateSeriesResponse)
  rates.offer(bankHolidays, ({ book, today }, { query }) =>
    publicYear(book.holidays, query.year, today),
  )
  rates.serve(app, rateBoard, (snapshot, { query }) =>
    naming(query, rateBoardResponse(snapshot, query)),
  )
  rates.serve(app, rateHistory, (snapshot, { params, query }) =>
    naming(
      query,
      rateHistoryResponse(snapshot, periodOf(snapshot, asked(params.currency, query), query)),
    ),
  )
}

/** The series that a request about a currency means. */
const asked = (currency: Currency, { kind, publisher }: KindAndPublisher) =>
  seriesOf(currency, kind, publisher)

/** Downloads of a period, as CSV and as XLSX. */
export function historyFileRoutes(app: FastifyInstance, rates: PublicRates): void {
  const send = tableDownloads(rates)
  const sendFile = (reply: FastifyReply, file: RateFile, ending: 'csv' | 'xlsx') =>
    send(reply, rateFileName(file, ending), () => rateSheet(file))

  const ofCurrency = ({
    params: { currency },
    query,
  }: CheckedInput<typeof rateHistoryCsv>): RateFile => {
    const { kind, publisher } = query
    const period = periodOf(rates.snapshot(), asked(currency, query), query)
    return { of: currency, periods: [period], layout: 'long', kind, publisher }
  }
  /** Throws 400 for more rates than an import takes. */
  const ofAll = ({ query }: CheckedInput<typeof allRatesCsv>): RateFile => {
    const { kind, publisher, layout = 'long' } = query
    const snapshot = rates.snapshot()
    const series = seriesOfKind(kind ?? DEFAULT_KIND, publisher)
    const periods = series.map((each) => periodOf(snapshot, each, query))
    if (periods.reduce((sum, period) => sum + period.rates.length, 0) > TABLE_LIMITS.rows)
      throw invalid({ from: [t.ratesText.fileTooLong({ rates: TABLE_LIMITS.rows })] })
    return { of: 'all', periods, layout, kind, publisher }
  }

  for (const [endpoint, ending] of [
    [rateHistoryCsv, 'csv'] as const,
    [rateHistoryXlsx, 'xlsx'] as const,
  ])
    serve(app, endpoint, ({ reply, ...input }) => sendFile(reply, ofCurrency(input), ending))
  for (const [endpoint, ending] of [[allRatesCsv, 'csv'] as const, [allRatesXlsx, 'xlsx'] as const])
    serve(app, endpoint, ({ reply, ...input }) => sendFile(reply, ofAll(input), ending))
}
