import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { isMonth, type Month, PERIOD_UNITS } from '../domain/period.ts'
import { CSV_TYPE, endpoint, PUBLIC_READ, XLSX_TYPE } from './endpoint.ts'
import { missingDay } from './rates/rates.ts'
import * as v from './values.ts'

const MONTH_ERROR = inputError('month form')
export const month = z
  .string({ error: MONTH_ERROR })
  .check(
    z.refine(isMonth, { error: MONTH_ERROR }),
    z.meta({ examples: ['2025-04'] }),
  ) as unknown as z.ZodMiniType<Month, string>

const unit = v.choice('unit', PERIOD_UNITS)

const request = {
  params: z.strictObject({ currency: v.currency }),
  query: z.strictObject({
    unit: z.optional(unit),
    from: z.optional(month),
    to: z.optional(month),
    ...v.kindAndPublisher,
  }),
}
const rangeDescription =
  'Every period that holds a month from `from` to `to`, at most 40 years. `unit` defaults to ' +
  '`month`, `to` to this month, `from` to the last 12 months, 8 quarters or 10 years that ' +
  'there are rates of. A tax year is from 1 April to 31 March.'

export const datedRate = z.object({ rate: v.rateOutput, date: v.calendarDate })
export const averageRate = z.object({ rate: v.rateOutput, days: z.int() })
const figures = {
  opening: z.nullable(datedRate),
  closing: z.nullable(datedRate),
  average_published: z.nullable(averageRate),
  average_calendar: z.nullable(averageRate),
  min: z.nullable(datedRate),
  max: z.nullable(datedRate),
  /** (max − min) / min, 2 decimals. */
  moved_percent: z.nullable(z.number()),
}

export const periodCorrection = z.object({
  date: v.calendarDate,
  changed_at: v.instant,
  /** Null if the feed changed it; names only with `PUBLIC_NAMES`. */
  changed_by: z.nullable(z.string()),
})

export const sealedFigures = z.object({
  ...figures,
  audit_entry: z.int(),
  differs: z.boolean(),
  /** The first 31 days changed since. */
  corrections: z.array(periodCorrection),
})

export const periodRate = z.object({
  /** `2025-08`, `2025-Q3`, `2025`, `2025/26`. */
  period: z.string(),
  from: v.calendarDate,
  to: v.calendarDate,
  ...figures,
  /** `future`: not begun. `no rate`: no day has a rate. */
  reason: z.nullable(z.enum(['future', 'no rate'])),
  note: z.nullable(z.string()),
  missing: z.array(missingDay),
  complete: z.boolean(),
  /** Sealed, or a closed period of the bundled sample. */
  final: z.boolean(),
  /** Not sealed, and some of its rates are of the bundled sample. */
  sample: z.boolean(),
  sealed_at: z.nullable(v.instant),
  sealed: z.nullable(sealedFigures),
})
export type PeriodRate = z.output<typeof periodRate>

export const periodRates = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/:currency/periods',
  summary: 'Figures of periods',
  description:
    'Closing rate, averages, lowest and highest rate of months, quarters, years or tax years. ' +
    `${rangeDescription} \`average_published\` is the mean of the days with a rate of their ` +
    'own, `average_calendar` that of all days up to today, each with the newest rate on or ' +
    'before it; both are exact and rounded half away from zero. `closing` is the newest rate ' +
    'on or before the last day, `opening` the newest before the first. `missing` lists the ' +
    'days up to today without a rate of their own. A period is `complete` once it is over and ' +
    'its rates reach back to its first business day; three business days later it is sealed, ' +
    'and what is corrected after that changes only the figures computed again, beside `sealed`.',
  ...request,
  response: {
    200: v.dataResponse({
      ...v.quotedCurrency,
      kind: v.rateKind,
      publisher: z.optional(v.publisher),
      unit,
      from: z.string(),
      to: z.string(),
      periods: z.array(periodRate),
    }),
  },
})

const file = {
  ...PUBLIC_READ,
  description: rangeDescription,
  ...request,
  response: { 200: z.string() },
} as const

export const periodRatesCsv = endpoint({
  ...file,
  url: '/api/exchange-rate/:currency/periods.csv',
  media: [CSV_TYPE],
  summary: 'Figures of periods: CSV',
})

export const periodRatesXlsx = endpoint({
  ...file,
  url: '/api/exchange-rate/:currency/periods.xlsx',
  media: [XLSX_TYPE],
  summary: 'Figures of periods: XLSX',
})

const boardQuery = z.strictObject({
  unit: z.optional(unit),
  month: z.optional(month),
  ...v.kindAndPublisher,
})
const boardDescription =
  'The period that holds `month`, for every currency; for another kind or a bank, those that have ' +
  'rates. `unit` defaults to `month`, `month` to the last finished period with a rate, or to the ' +
  'running one. '

export const periodBoard = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/periods',
  summary: 'All currencies in a period',
  description:
    `${boardDescription}The figures are those of a currency’s own periods. \`first_month\` is ` +
    'that of the oldest rate.',
  query: boardQuery,
  response: {
    200: v.dataResponse({
      target_currency: v.targetCurrency,
      kind: v.rateKind,
      publisher: z.optional(v.publisher),
      unit,
      period: z.string(),
      from: v.calendarDate,
      to: v.calendarDate,
      first_month: z.nullable(z.string()),
      sources: z.array(v.rateSource),
      currencies: z.array(z.extend(periodRate, { currency: v.currency, ...v.unitsField })),
    }),
  },
})

const boardFile = {
  ...PUBLIC_READ,
  description: `${boardDescription}A row for each currency, in the columns of a currency’s file.`,
  query: boardQuery,
  response: { 200: z.string() },
} as const

export const periodBoardCsv = endpoint({
  ...boardFile,
  url: '/api/exchange-rate/periods.csv',
  media: [CSV_TYPE],
  summary: 'All currencies in a period: CSV',
})

export const periodBoardXlsx = endpoint({
  ...boardFile,
  url: '/api/exchange-rate/periods.xlsx',
  media: [XLSX_TYPE],
  summary: 'All currencies in a period: XLSX',
})
