import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { XLSX_TYPE, type CheckedInput, type Endpoint } from '../../contract/endpoint.ts'
import {
  allRatesCsv,
  allRatesXlsx,
  rateHistoryCsv,
  rateHistoryXlsx,
  type FILE_LAYOUTS,
} from '../../contract/rates/rate-history.ts'
import { currencies, unitsOf, type Currency } from '../../domain/currency.ts'
import { formatPerUnit, type Rate } from '../../domain/money.ts'
import { MAIN_SERIES } from '../../domain/imports/own-files.ts'
import { MAX_LINES } from '../../domain/imports/table.ts'
import {
  DEFAULT_KIND,
  publisherName,
  seriesOf,
  seriesOfKind,
  type RateKind,
} from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { invalid } from '../errors.ts'
import { SharedQueue, type Client } from '../http/limits.ts'
import { attach, serve } from '../http/serve.ts'
import {
  spreadsheetCsv,
  writeSpreadsheet,
  type Spreadsheet,
  type SpreadsheetColumn,
} from '../text/spreadsheet.ts'
import type { RateContext } from './rate-context.ts'
import { readPeriod, type RatePeriod } from './responses.ts'

/** A file of 30 years takes 0.2 s. */
const spreadsheets = new SharedQueue(
  { atOnce: 1, toOne: 2, inAll: 20 },
  () => t.ratesText.tooManyDownloads,
)

/** Throws 503 if too many wait. */
export function renderInTurn(
  client: Client,
  make: () => Spreadsheet | Promise<Spreadsheet>,
): Promise<Buffer> {
  return spreadsheets.run(client, async () => writeSpreadsheet(await make()))
}

interface Table {
  /** Without its ending. */
  readonly name: string
  readonly sheet: Spreadsheet
}

/** Serves a table as CSV and as XLSX, by the type of each endpoint. */
export function serveTable<E extends Endpoint>(
  app: FastifyInstance,
  endpoints: readonly E[],
  make: (input: CheckedInput<E>) => Table | Promise<Table>,
): void {
  for (const endpoint of endpoints)
    serve(app, endpoint, async (served) => {
      const { request, reply } = served
      const { name, sheet } = await make(served)
      const csv = spreadsheetCsv(sheet)
      if (!endpoint.media?.includes(XLSX_TYPE)) {
        attach(reply, `${name}.csv`).type('text/csv; charset=utf-8')
        return Buffer.from(csv)
      }
      // The bytes name the moment at which they were written.
      const etag = `"${hash('sha256', csv, 'base64url')}"`
      attach(reply, `${name}.xlsx`).type(XLSX_TYPE).header('etag', etag)
      return renderInTurn(request, () => sheet)
    })
}

export function historyFileRoutes(app: FastifyInstance, { snapshot }: RateContext): void {
  serveTable(app, [rateHistoryCsv, rateHistoryXlsx], ({ params: { currency }, query }) => {
    const { kind, publisher } = query
    const period = readPeriod(snapshot(), seriesOf(currency, kind, publisher), query)
    return rateTable({ of: currency, periods: [period], layout: 'long', kind, publisher })
  })
  serveTable(app, [allRatesCsv, allRatesXlsx], ({ query }) => {
    const { kind, publisher, layout = 'long' } = query
    const known = snapshot()
    const series = seriesOfKind(kind ?? DEFAULT_KIND, publisher)
    const periods = series.map((each) => readPeriod(known, each, query))
    if (periods.reduce((sum, period) => sum + period.rates.length, 0) > MAX_LINES)
      throw invalid({ from: [t.ratesText.fileTooLong({ rates: MAX_LINES })] })
    return rateTable({ of: 'all', periods, layout, kind, publisher })
  })
}

interface RateFile {
  readonly of: Currency | 'all'
  readonly periods: readonly RatePeriod[]
  readonly layout: (typeof FILE_LAYOUTS)[number]
  /** The requested kind. The file's name has it, so that an import accepts the file. */
  readonly kind: RateKind | undefined
  readonly publisher: string | undefined
}

/** Named `USD-LKR-2026-08-31-to-2026-09-29`, or `all-LKR-customs-…-wide`. */
function rateTable(file: RateFile): Table {
  const { of, periods, layout, kind, publisher } = file
  const days = periods[0] && `${periods[0].from}-to-${periods[0].to}`
  const named = [of, 'LKR', publisher, kind, days, layout === 'wide' && 'wide']
  return { name: named.filter(Boolean).join('-'), sheet: rateSheet(file) }
}

function rateSheet({ of, periods, layout, kind = DEFAULT_KIND, publisher }: RateFile): Spreadsheet {
  const all = periods.flatMap(({ series, rates }) => rates.map((rate) => ({ ...rate, ...series })))
  const days = [...Map.groupBy(all, ({ date }) => date)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const bank = publisher === undefined ? MAIN_SERIES : publisherName(publisher)
  const ofBank = publisher === undefined ? '' : `, ${bank}`
  const name = `${of === 'all' ? 'Rates' : of} in LKR${ofBank}`
  if (layout === 'wide') {
    const codes = currencies().map((code) => `${code} ${t.kindNames[kind]}`)
    return {
      name,
      columns: [DATE, BANK, ...codes.map(rateColumn)],
      rows: days.map(([date, rates]) => {
        const figures = currencies().map((code) => {
          const found = rates.find(({ currency }) => currency === code)
          return found ? perUnit(code, found.rate) : null
        })
        return [date, bank, ...figures]
      }),
    }
  }
  return {
    name,
    columns: [DATE, CURRENCY, KIND, rateColumn('Rate (LKR)'), UNITS, SOURCE, BANK],
    rows: days.flatMap(([date, rates]) =>
      rates.map(({ currency, rate, source }) => [
        ...[date, currency, kind, perUnit(currency, rate), 1],
        ...[t.sourceNames[source], bank],
      ]),
    ),
  }
}

const perUnit = (currency: Currency, rate: Rate) => Number(formatPerUnit(rate, unitsOf(currency)))

const DATE: SpreadsheetColumn = { heading: 'Date', width: 12, type: 'day' }
const CURRENCY: SpreadsheetColumn = { heading: 'Currency', width: 10, type: 'text' }
const KIND: SpreadsheetColumn = { heading: 'Kind', width: 12, type: 'text' }
/** Figures are for one unit of each currency. */
const UNITS: SpreadsheetColumn = { heading: 'Units', width: 8, type: 'count' }
const SOURCE: SpreadsheetColumn = { heading: 'Source', width: 28, type: 'text' }
const BANK: SpreadsheetColumn = { heading: 'Bank', width: 28, type: 'text' }

const rateColumn = (heading: string): SpreadsheetColumn => ({
  heading,
  width: Math.max(12, heading.length + 4),
  type: 'rate',
})
