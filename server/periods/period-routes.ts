import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/periods.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import { kindFields, type Series } from '../../domain/series.ts'
import { serve } from '../http/serve.ts'
import { serveTable } from '../rates/downloads.ts'
import { readOneVersion, type RateContext } from '../rates/rate-context.ts'
import type { Spreadsheet, SpreadsheetColumn } from '../text/spreadsheet.ts'
import {
  boardChoice,
  periodBoardResponse,
  periodChoice,
  periodRatesResponse,
} from './period-responses.ts'

export function periodRoutes(app: FastifyInstance, deps: RateContext): void {
  const { config, snapshot } = deps
  const read = (input: Parameters<typeof periodChoice>[1]) =>
    readOneVersion(snapshot, (known) =>
      periodRatesResponse(deps, known, periodChoice(known, input)),
    )
  const readBoard = (query: Parameters<typeof boardChoice>[1]) =>
    readOneVersion(snapshot, (known) =>
      periodBoardResponse(deps, known, boardChoice(known, query), query),
    )
  serve(app, contract.periodRates, read)
  serve(app, contract.periodBoard, ({ query }) => readBoard(query))

  serveTable(app, [contract.periodRatesCsv, contract.periodRatesXlsx], async (input) => {
    const { currency, kind, publisher, unit, from, to, periods } = (await read(input)).data
    const series = { currency, kind, publisher }
    const rows = periods.map((period) => ({ ...period, series, unit }))
    return {
      name: `${currency}-LKR-${nameKind(series)}-${unit}-${from}-to-${to}`,
      sheet: periodSheet(nameSheet(currency, series), rows, config.publicUrl),
    }
  })
  serveTable(app, [contract.periodBoardCsv, contract.periodBoardXlsx], async ({ query }) => {
    const { kind, publisher, unit, period, currencies } = (await readBoard(query)).data
    const rows = currencies.map(({ currency, ...row }) => ({
      ...row,
      series: { currency, kind, publisher },
      unit,
    }))
    const of = { kind, publisher }
    return {
      name: `all-LKR-${nameKind(of)}-${unit}-${period.replace('/', '-')}`,
      sheet: periodSheet(nameSheet('all', of), rows, config.publicUrl),
    }
  })
}

interface SheetRow extends contract.PeriodRate {
  readonly series: Series
  readonly unit: PeriodUnit
}

type Chosen = Pick<Series, 'kind' | 'publisher'>
const nameKind = ({ kind, publisher }: Chosen) => `${publisher ? `${publisher}-` : ''}${kind}`
const nameSheet = (of: string, { kind, publisher }: Chosen) =>
  [of, kind, publisher ?? ''].join(' ').trim()

interface Column extends SpreadsheetColumn {
  readonly of: (row: SheetRow, publicUrl: string) => string | number | null
}

const COLUMNS: readonly Column[] = [
  { heading: 'currency', width: 9, type: 'text', of: ({ series }) => series.currency },
  { heading: 'kind', width: 11, type: 'text', of: ({ series }) => series.kind },
  { heading: 'period', width: 10, type: 'text', of: ({ period }) => period },
  { heading: 'from', width: 12, type: 'day', of: ({ from }) => from },
  { heading: 'to', width: 12, type: 'day', of: ({ to }) => to },
  { heading: 'closing_date', width: 12, type: 'day', of: ({ closing }) => closing?.date ?? null },
  { heading: 'closing', width: 11, type: 'rate', of: ({ closing }) => closing?.rate ?? null },
  rate('average_published', (period) => period.average_published),
  {
    heading: 'days',
    width: 6,
    type: 'count',
    of: (period) => (period.reason === 'future' ? null : (period.average_published?.days ?? 0)),
  },
  rate('average_calendar', (period) => period.average_calendar),
  rate('min', ({ min }) => min),
  rate('max', ({ max }) => max),
  { heading: 'sealed_at', width: 25, type: 'text', of: (period) => period.sealed_at },
  { heading: 'cite', width: 60, type: 'text', of: citation },
  { heading: 'complete', width: 10, type: 'text', of: ({ complete }) => (complete ? 'yes' : 'no') },
  rate('sealed_closing', ({ sealed }) => sealed?.closing),
  rate('sealed_average_published', ({ sealed }) => sealed?.average_published),
  rate('sealed_average_calendar', ({ sealed }) => sealed?.average_calendar),
  rate('sealed_min', ({ sealed }) => sealed?.min),
  rate('sealed_max', ({ sealed }) => sealed?.max),
  {
    heading: 'corrected',
    width: 10,
    type: 'text',
    of: ({ sealed }) => sealed && (sealed.differs ? 'yes' : 'no'),
  },
]

function periodSheet(name: string, rows: readonly SheetRow[], publicUrl: string): Spreadsheet {
  return {
    name,
    columns: COLUMNS.map(({ heading, width, type }) => ({ heading, width, type })),
    rows: rows.map((row) => COLUMNS.map(({ of }) => of(row, publicUrl))),
  }
}

function rate(
  heading: string,
  of: (period: contract.PeriodRate) => { rate: number } | null | undefined,
): Column {
  return { heading, width: 12, type: 'rate', of: (period) => of(period)?.rate ?? null }
}

function citation({ from, to, series, unit }: SheetRow, publicUrl: string): string {
  const months = { from: from.slice(0, 7), to: to.slice(0, 7) }
  const query = new URLSearchParams({ unit, ...months, ...kindFields(series) })
  return `${publicUrl}/periods/${series.currency}?${query.toString()}`
}
