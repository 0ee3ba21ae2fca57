import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dayValue, monthValue, rateExport } from '../../contract/integrations.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf } from '../../domain/currency.ts'
import { CSV_COLUMNS } from '../../domain/imports/own-files.ts'
import { readExportName, type AccountingFormat } from '../../domain/integrations.ts'
import { formatPerUnit } from '../../domain/money.ts'
import { periodResult, periodsFromTo, type DatedRate } from '../../domain/period.ts'
import { fromWire } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOf, seriesOfKind, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { ApiError } from '../errors.ts'
import { withPauses } from '../event-loop.ts'
import { PlaceLimiter } from '../http/limits.ts'
import { matchesEtag, PUBLIC_CACHE } from '../http/response-cache.ts'
import { serve } from '../http/serve.ts'
import type { RateContext } from '../rates/rate-context.ts'
import {
  currentRateResponse,
  fullRateName,
  noRateOn,
  readPeriod,
  type RatePeriod,
} from '../rates/responses.ts'
import { csvLine } from '../text/spreadsheet.ts'

/** A year and the month before it. */
const USUAL_DAYS = 400
/** 30 years of all rates are 3.5 MB until the slowest client has them. */
const LIMITS = { inAll: 40, toOne: 4 }

export function exportRoute(app: FastifyInstance, rates: RateContext): void {
  const places = new PlaceLimiter(LIMITS)
  serve(app, rateExport, ({ params, query, request, reply }) => {
    // Later changes must not reach a file that is being sent.
    const snapshot = rates.snapshot()
    const { book } = snapshot
    const { kind = DEFAULT_KIND, publisher, to = snapshot.today } = query
    const { from = addDays(to, 1 - USUAL_DAYS) } = query
    const { currency, format } = readExportName(params.file)
    const series =
      currency === undefined ? seriesOfKind(kind, publisher) : [seriesOf(currency, kind, publisher)]
    const periods = series.map((each) => readPeriod(snapshot, each, { from, to }))
    // `USD-LKR-indicative-2025-04-01-to-2026-03-31.beancount`
    const bank = publisher === undefined ? '' : `${publisher}-`
    const fileName = `${currency ?? 'all'}-LKR-${bank}${kind}-${from}-to-${to}.${format}`
    const etag = `"${hash('sha256', `${fileName} ${book.feed} ${book.version}`, 'base64url').slice(0, 22)}"`
    const disposition = `attachment; filename="${fileName}"`
    reply.headers({ ...PUBLIC_CACHE, etag, 'content-disposition': disposition })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const free = places.take(request)
    if (!free)
      throw new ApiError('unavailable', t.integrationsText.tooManyExports, { retryAfter: 2 })
    reply.type(FORMATS[format].type)
    const pieces = withPauses(exportText(format, periods))
    return Readable.from(pieces).once('close', free)
  })
}

export function valueRoutes(app: FastifyInstance, rates: RateContext): void {
  serve(app, dayValue, ({ params, query, reply }) => {
    const snapshot = rates.snapshot()
    const series = seriesOf(params.currency, query.kind, query.publisher)
    const day = params.date === 'latest' ? snapshot.today : params.date
    const { rate, date } = currentRateResponse(snapshot, series, day).data
    if (query.strict === '1' && date !== day) {
      throw noRateOn(series, day, snapshot)
    }
    return writeValue(reply, { currency: params.currency, rate: fromWire(rate), date })
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
    return writeValue(reply, { currency, rate: value.rate, date: closing.date })
  })
}

function writeValue(
  reply: FastifyReply,
  { currency, rate, date }: DatedRate & Pick<Series, 'currency'>,
): string {
  reply.type('text/plain; charset=utf-8').header('rate-date', date)
  return `${formatPerUnit(rate, unitsOf(currency))}\n`
}

interface Row extends Series {
  readonly date: CalendarDate
  /** Rupees for one unit, with 4 decimals or more. */
  readonly rate: string
  readonly isFirst: boolean
}

interface FileFormat {
  readonly type: string
  readonly heading: string
  readonly line: (row: Row) => string
}

const TEXT = { type: 'text/plain; charset=utf-8', heading: '' }
const table = (heading: readonly string[], cells: (row: Row) => (string | null)[]): FileFormat => ({
  type: 'text/csv; charset=utf-8',
  heading: csvLine(heading),
  line: (row) => csvLine(cells(row)),
})

const FORMATS: Readonly<Record<AccountingFormat, FileFormat>> = {
  beancount: {
    ...TEXT,
    line: ({ date, currency, rate }) => `${date} price ${currency} ${rate} ${TARGET_CURRENCY}\n`,
  },
  ledger: {
    ...TEXT,
    line: ({ date, currency, rate }) => `P ${date} ${currency} ${rate} ${TARGET_CURRENCY}\n`,
  },
  // Can be imported here.
  csv: table(CSV_COLUMNS, ({ date, currency, rate, kind, publisher }) => [
    ...[date, currency, rate, kind],
    ...[publisher ?? null, '1'],
  ]),
  // A row without an id belongs to the record above it.
  'odoo.csv': table(
    ['id', 'rate_ids/name', 'rate_ids/inverse_company_rate'],
    ({ date, currency, rate, isFirst }) => [isFirst ? `base.${currency}` : null, date, rate],
  ),
}

/** Some 18 KB. */
const LINES_AT_ONCE = 500

function* exportText(format: AccountingFormat, periods: readonly RatePeriod[]): Generator<string> {
  const { heading, line } = FORMATS[format]
  yield heading
  for (const { series, rates } of periods) {
    for (let from = 0; from < rates.length; from += LINES_AT_ONCE) {
      const lines = rates.slice(from, from + LINES_AT_ONCE).map(({ date, rate }, at) =>
        line({
          ...series,
          date,
          rate: formatPerUnit(rate, unitsOf(series.currency)),
          isFirst: from + at === 0,
        }),
      )
      yield lines.join('')
    }
  }
}
