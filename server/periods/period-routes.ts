import type { FastifyInstance } from 'fastify'
import {
  periodRates,
  periodRatesCsv,
  periodRatesXlsx,
  type PeriodRate,
} from '../../contract/periods.ts'
import { serve } from '../http/serve.ts'
import { writeTable } from '../rates/downloads.ts'
import { readOneVersion, type RateContext } from '../rates/rate-context.ts'
import { periodChoice, periodRatesResponse, type PeriodChoice } from './period-responses.ts'
import { kindFields } from '../../domain/series.ts'
import type { Spreadsheet, SpreadsheetColumn } from '../text/spreadsheet.ts'

export function periodRoutes(
  app: FastifyInstance,
  { readDb, config, snapshot }: RateContext,
): void {
  const read = (input: Parameters<typeof periodChoice>[1]) =>
    readOneVersion(snapshot, (known) =>
      periodRatesResponse(readDb, known, periodChoice(known, input)),
    )
  serve(app, periodRates, read)

  for (const [endpoint, ending] of [
    [periodRatesCsv, 'csv'] as const,
    [periodRatesXlsx, 'xlsx'] as const,
  ])
    serve(app, endpoint, async ({ reply, ...input }) => {
      const choice = periodChoice(snapshot(), input)
      const { data } = await read(input)
      const sheet = periodSheet(choice, data.periods, config.publicUrl)
      return writeTable(reply, periodFileName(choice, ending), sheet)
    })
}

interface Column extends SpreadsheetColumn {
  readonly of: (
    period: PeriodRate,
    choice: PeriodChoice,
    publicUrl: string,
  ) => string | number | null
}

const COLUMNS: readonly Column[] = [
  { heading: 'currency', width: 9, type: 'text', of: (_, { series }) => series.currency },
  { heading: 'kind', width: 11, type: 'text', of: (_, { series }) => series.kind },
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
]

function periodSheet(
  choice: PeriodChoice,
  periods: readonly PeriodRate[],
  publicUrl: string,
): Spreadsheet {
  return {
    name: [choice.series.currency, choice.series.kind, choice.series.publisher ?? '']
      .join(' ')
      .trim(),
    columns: COLUMNS.map(({ heading, width, type }) => ({ heading, width, type })),
    rows: periods.map((period) => COLUMNS.map(({ of }) => of(period, choice, publicUrl))),
  }
}

function periodFileName<Ending extends string>(
  { series, unit, from, to }: PeriodChoice,
  ending: Ending,
): `${string}.${Ending}` {
  const bank = series.publisher ? `${series.publisher}-` : ''
  return `${series.currency}-LKR-${bank}${series.kind}-${unit}-${from}-to-${to}.${ending}`
}

function rate(
  heading: string,
  of: (period: PeriodRate) => { rate: number } | null | undefined,
): Column {
  return { heading, width: 12, type: 'rate', of: (period) => of(period)?.rate ?? null }
}

function citation(
  { from, to }: PeriodRate,
  { series, unit }: PeriodChoice,
  publicUrl: string,
): string {
  const months = { from: from.slice(0, 7), to: to.slice(0, 7) }
  const query = new URLSearchParams({ unit, ...months, ...kindFields(series) })
  return `${publicUrl}/periods/${series.currency}?${query.toString()}`
}
