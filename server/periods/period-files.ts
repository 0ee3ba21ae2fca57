import type { PeriodRate } from '../../contract/schema/periods.schema.ts'
import { formatRate } from '../../domain/money.ts'
import { fromWire } from '../../domain/rate-text.ts'
import { DEFAULT_KIND } from '../../domain/series.ts'
import { csvLine } from '../text/csv.ts'
import { writeSpreadsheet } from '../text/spreadsheet.ts'
import type { PeriodChoice } from './period-responses.ts'

/** A column: what a period has in it, null for nothing. */
type Column = { readonly heading: string; readonly width: number } & (
  | { readonly type: 'text'; readonly of: (period: PeriodRate, file: PeriodFile) => string | null }
  | { readonly type: 'day'; readonly of: (period: PeriodRate) => PeriodRate['from'] | null }
  | { readonly type: 'rate' | 'count'; readonly of: (period: PeriodRate) => number | null }
)

/** The periods of a file, and what they are of. */
export interface PeriodFile {
  readonly choice: PeriodChoice
  readonly periods: readonly PeriodRate[]
  /** The product's public address, without a slash at its end. */
  readonly publicUrl: string
}

const COLUMNS: readonly Column[] = [
  { heading: 'currency', width: 9, type: 'text', of: (_, { choice }) => choice.series.currency },
  { heading: 'kind', width: 11, type: 'text', of: (_, { choice }) => choice.series.kind },
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

/** The periods as CSV (RFC 4180): ISO days, rates with 4 decimals, an empty field for what there is not. */
export function periodCsv(file: PeriodFile): string {
  const lines = file.periods.map((period) =>
    COLUMNS.map((column) => {
      if (column.type !== 'rate') return column.of(period, file)
      const value = column.of(period)
      return value === null ? null : formatRate(fromWire(value))
    }),
  )
  return [COLUMNS.map(({ heading }) => heading), ...lines].map(csvLine).join('')
}

/** The periods as an XLSX file. */
export function periodXlsx(file: PeriodFile): Promise<Buffer> {
  const { currency, kind } = file.choice.series
  return writeSpreadsheet({
    name: `${currency} ${kind}`,
    columns: COLUMNS.map(({ heading, width, type }) => ({ heading, width, type })),
    rows: file.periods.map((period) => COLUMNS.map(({ of }) => of(period, file))),
  })
}

/** What a downloaded file is called: `USD-LKR-indicative-month-2025-04-to-2026-03.csv`. */
export function periodFileName({ series, unit, from, to }: PeriodChoice, ending: 'csv' | 'xlsx'): string {
  return `${series.currency}-LKR-${series.kind}-${unit}-${from}-to-${to}.${ending}`
}

function rate(heading: string, of: (period: PeriodRate) => { rate: number } | null | undefined): Column {
  return { heading, width: 12, type: 'rate', of: (period) => of(period)?.rate ?? null }
}

/** Where the period is shown with its days and what was corrected. */
function citation({ from, to }: PeriodRate, { choice, publicUrl }: PeriodFile): string {
  const { series, unit } = choice
  const kind = series.kind === DEFAULT_KIND ? '' : `&kind=${series.kind}`
  const months = `from=${from.slice(0, 7)}&to=${to.slice(0, 7)}`
  return `${publicUrl}/periods/${series.currency}?unit=${unit}&${months}${kind}`
}
