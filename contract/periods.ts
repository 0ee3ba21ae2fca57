import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { isMonth, type Month, PERIOD_UNITS } from '../domain/period.ts'
import { endpoint, XLSX_TYPE } from './endpoint.ts'
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
  /** The newest rate before the period. */
  opening: z.nullable(datedRate),
  closing: z.nullable(datedRate),
  average_published: z.nullable(averageRate),
  average_calendar: z.nullable(averageRate),
  min: z.nullable(datedRate),
  max: z.nullable(datedRate),
  /** (max − min) / min, 2 decimals. */
  moved_percent: z.nullable(z.number()),
}

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
  sealed_at: z.nullable(v.instant),
  sealed: z.nullable(
    z.object({
      ...figures,
      audit_entry: z.int(),
      differs: z.boolean(),
      /** The first 31 days changed since. */
      corrections: z.array(z.object({ date: v.calendarDate, changed_at: v.instant })),
    }),
  ),
})
export type PeriodRate = z.output<typeof periodRate>

export const periodRates = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/:currency/periods',
  access: 'public',
  anyOrigin: true,
  cache: 'rates',
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
      currency: v.currency,
      target_currency: v.targetCurrency,
      ...v.unitsField,
      kind: v.rateKind,
      publisher: z.optional(v.publisher),
      unit,
      from: z.string(),
      to: z.string(),
      periods: z.array(periodRate),
    }),
  },
})

const file = { description: rangeDescription, ...request, response: { 200: z.string() } }

export const periodRatesCsv = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/:currency/periods.csv',
  access: 'public',
  anyOrigin: true,
  cache: 'rates',
  media: ['text/csv'],
  summary: 'Figures of periods: CSV',
  ...file,
})

export const periodRatesXlsx = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/:currency/periods.xlsx',
  access: 'public',
  anyOrigin: true,
  cache: 'rates',
  media: [XLSX_TYPE],
  summary: 'Figures of periods: XLSX',
  ...file,
})
