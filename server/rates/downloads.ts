import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { XLSX_TYPE, type CheckedInput } from '../../contract/endpoint.ts'
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
import { publisherName } from '../../domain/series.ts'
import { DEFAULT_KIND, seriesOf, seriesOfKind, type RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { invalid } from '../errors.ts'
import { SharedQueue, type Client } from '../http/limits.ts'
import { serve } from '../http/serve.ts'
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

export async function writeTable(
  reply: FastifyReply,
  name: `${string}.${'csv' | 'xlsx'}`,
  sheet: Spreadsheet,
): Promise<Buffer> {
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (name.endsWith('.csv')) {
    reply.type('text/csv; charset=utf-8')
    return Buffer.from(spreadsheetCsv(sheet))
  }
  // The bytes name the moment at which they were written.
  reply.type(XLSX_TYPE).header('etag', `"${hash('sha256', spreadsheetCsv(sheet), 'base64url')}"`)
  return renderInTurn(reply.request, () => sheet)
}

export function historyFileRoutes(app: FastifyInstance, { snapshot }: RateContext): void {
  const writeFile = (reply: FastifyReply, file: RateFile, ending: 'csv' | 'xlsx') =>
    writeTable(reply, rateFileName(file, ending), rateSheet(file))

  const readOne = ({
    params: { currency },
    query,
  }: CheckedInput<typeof rateHistoryCsv>): RateFile => {
    const { kind, publisher } = query
    const period = readPeriod(snapshot(), seriesOf(currency, kind, publisher), query)
    return { of: currency, periods: [period], layout: 'long', kind, publisher }
  }
  const readAll = ({ query }: CheckedInput<typeof allRatesCsv>): RateFile => {
    const { kind, publisher, layout = 'long' } = query
    const known = snapshot()
    const series = seriesOfKind(kind ?? DEFAULT_KIND, publisher)
    const periods = series.map((each) => readPeriod(known, each, query))
    if (periods.reduce((sum, period) => sum + period.rates.length, 0) > MAX_LINES)
      throw invalid({ from: [t.ratesText.fileTooLong({ rates: MAX_LINES })] })
    return { of: 'all', periods, layout, kind, publisher }
  }

  for (const [endpoint, ending] of [
    [rateHistoryCsv, 'csv'] as const,
    [rateHistoryXlsx, 'xlsx'] as const,
  ])
    serve(app, endpoint, ({ reply, ...input }) => writeFile(reply, readOne(input), ending))
  for (const [endpoint, ending] of [[allRatesCsv, 'csv'] as const, [allRatesXlsx, 'xlsx'] as const])
    serve(app, endpoint, ({ reply, ...input }) => writeFile(reply, readAll(input), ending))
}

interface RateFile {
  readonly of: Currency | 'all'
  readonly periods: readonly RatePeriod[]
  readonly layout: (typeof FILE_LAYOUTS)[number]
  /** The requested kind. The file's name has it, so that an import accepts the file. */
  readonly kind: RateKind | undefined
  readonly publisher: string | undefined
}

/** Returns `USD-LKR-2026-08-31-to-2026-09-29.csv`, or `all-LKR-customs-…-wide.xlsx`. */
function rateFileName<Ending extends string>(
  { of, periods, layout, kind, publisher }: RateFile,
  ending: Ending,
): `${string}.${Ending}` {
  const days = periods[0] && `${periods[0].from}-to-${periods[0].to}`
  const named = [publisher, kind].map((each) => (each === undefined ? '' : `${each}-`)).join('')
  return `${of}-LKR-${named}${days ?? ''}${layout === 'wide' ? '-wide' : ''}.${ending}`
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
