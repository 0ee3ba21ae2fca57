import * as z from 'zod/mini'
import type { EndpointSchema } from '../../endpoint.ts'
import { errorBody } from '../error.schema.ts'
import { customsFields, KIND_DESCRIPTION } from './rates.schema.ts'
import * as v from '../values.ts'

/** One currency on the board; every field but the first is null where nothing is known by the day. */
export const boardRow = z.object({
  currency: v.currency,
  rate: z.nullable(v.rateOutput),
  /** The rate’s own day, which may be before the one asked for. */
  date: z.nullable(v.calendarDate),
  source: z.nullable(v.rateSource),
  age_business_days: z.nullable(v.ageBusinessDays),
  /** Against the newest day before `date` that has a rate; null where there is none. */
  change: z.nullable(z.number()),
  previous_date: z.nullable(v.calendarDate),
  weekly_average: z.nullable(v.rateOutput),
  /** The days with a rate among the last 30, ascending. */
  points: z.array(z.object({ date: v.calendarDate, rate: v.rateOutput })),
  ...customsFields,
})
export type BoardRow = z.output<typeof boardRow>

export const rateBoard = {
  summary: 'Every currency at a glance: rate, change, average of the week, the last 30 days',
  description:
    'The day defaults to today in Colombo. A currency without any rate by that day has null in every field. With `max_age` the answer is 404 with the code `too_old` where one of the rates is older.' +
    KIND_DESCRIPTION,
  querystring: z.strictObject({ date: z.optional(v.calendarDate), max_age: v.maxAge, ...v.kindField }),
  response: {
    200: v.dataResponse({ requested_date: v.calendarDate, rates: z.array(boardRow), ...v.kindField }),
    404: errorBody,
  },
} satisfies EndpointSchema
