import * as z from 'zod/mini'
import type { EndpointSchema } from '../endpoint.ts'
import { calendarDate, currency, rateOutput, rateSource } from './values.ts'

/** One currency on the board; every field but the first is null where nothing is known by the day. */
export const boardRow = z.object({
  currency,
  rate: z.nullable(rateOutput),
  /** The rate’s own day, which may be before the one asked for. */
  date: z.nullable(calendarDate),
  source: z.nullable(rateSource),
  /** Against the newest day before `date` that has a rate; null where there is none. */
  change: z.nullable(z.number()),
  previous_date: z.nullable(calendarDate),
  weekly_average: z.nullable(rateOutput),
  /** The days with a rate among the last 30, ascending. */
  points: z.array(z.object({ date: calendarDate, rate: rateOutput })),
})
export type BoardRow = z.output<typeof boardRow>

export const rateBoard = {
  summary: 'Every currency at a glance: rate, change, average of the week, the last 30 days',
  description:
    'The day defaults to today in Colombo. A currency without any rate by that day has null in every field.',
  querystring: z.strictObject({ date: z.optional(calendarDate) }),
  response: {
    200: z.object({ data: z.object({ requested_date: calendarDate, rates: z.array(boardRow) }) }),
  },
} satisfies EndpointSchema
