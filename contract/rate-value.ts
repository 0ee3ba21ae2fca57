import * as z from 'zod/mini'
import { MAX_LINES } from '../domain/imports/table.ts'
import { inputError } from '../domain/input-error.ts'
import { endpoint } from './endpoint.ts'
import { citation, policyName } from './policies.ts'
import { knownAt } from './rates/rate-history.ts'
import {
  columnsInOrder,
  document,
  hasRate,
  isExact,
  leftOut,
  maxAge,
  ratePerUnit,
  sheetCall,
  sheetRows,
  toAmount,
  withRate,
} from './rate-check.ts'
import * as v from './values.ts'

const balanceError = inputError('choice', 'amount', 'a number with at most 4 decimals')
const bookedError = inputError('choice', 'booked', 'given, or rate, but not both')
const rupees = z.number({ error: inputError('choice', 'booked', 'a number of rupees') })

export const balance = z.pipe(
  z
    .strictObject({
      document,
      currency: v.currency,
      /** Below zero for a liability. */
      amount: z.pipe(
        z.number({ error: balanceError }).check(z.refine(isExact, { error: balanceError })),
        toAmount,
      ),
      /** Rupees in the books, with the sign of the amount. Rounded to cents. */
      booked: z.optional(
        z.pipe(
          rupees.check(
            z.refine((value) => Math.abs(value) < 1e13, {
              error: inputError('choice', 'booked', 'less than 10,000,000,000,000'),
            }),
          ),
          z.transform((value: number) => toCents(value)),
        ),
      ),
      rate: z.optional(ratePerUnit),
    })
    .check(
      hasRate,
      z.refine(({ booked, rate }) => (booked === undefined) !== (rate === undefined), {
        error: bookedError,
        path: ['booked'],
      }),
    ),
  z.transform(withRate),
)
export type Balance = z.output<typeof balance>

/** Ten-thousandths of a rupee, to whole cents. */
const toCents = (value: number) =>
  BigInt(Math.sign(value) * Math.round(Number((Math.abs(value) * 100).toPrecision(15)))) * 100n

export function defineValueBody<Row extends z.core.$ZodType>(row: Row) {
  return z.strictObject({
    date: z.optional(v.calendarDate),
    policy: z.optional(policyName),
    known_at: knownAt,
    max_age: maxAge,
    columns: columnsInOrder,
    left_out: leftOut,
    rows: sheetRows(row),
  })
}
const valueBody = defineValueBody(balance)
export type ValueBody = z.output<typeof valueBody>

export const VALUE_RESULTS = ['valued', 'too old', 'no rate'] as const

/** Only if the closing rate was corrected after the month was sealed: as it was sealed. */
const sealedRate = { sealed_rate: z.optional(v.rateOutput) }

const valuedBalance = z.object({
  document: z.optional(z.string()),
  currency: v.currency,
  ...v.unitsField,
  amount: z.number(),
  booked: z.number(),
  result: z.enum(VALUE_RESULTS),
  rate: z.nullable(v.rateOutput),
  rate_date: z.nullable(v.calendarDate),
  rupees: z.nullable(z.number()),
  /** Above zero for a gain, below for a loss. */
  gain: z.nullable(z.number()),
  /** The month's closing rate is sealed and is this one. */
  sealed: z.boolean(),
  ...sealedRate,
  citation: z.nullable(citation),
})
export type ValuedBalance = z.output<typeof valuedBalance>

const sums = { rupees: z.number(), booked: z.number(), gain: z.number() }

export const valueBalances = endpoint({
  method: 'POST',
  access: 'read',
  ...sheetCall,
  url: '/api/rates/value',
  maxValues: 100 + 6 * MAX_LINES,
  summary: 'Value open balances',
  description:
    'Open balances in rupees at the closing rate of `date` (by default the last day of the ' +
    'last month) by a `policy` (`closing` by default), as IAS 21.23 asks: no average, and of ' +
    'the last rate of a month only its end. An amount above zero is an asset, below zero a ' +
    'liability; `booked` rupees have its sign. Rows without `booked` give the `rate` at which ' +
    'they were booked. Rupees are rounded to cents, half away from zero; totals are sums of ' +
    'the rounded rows and leave out rows that are `too old` (more than `max_age` business ' +
    'days, 3 by default) or have `no rate`. With `known_at`, as policy and rates were then. ' +
    'With `Accept` of XLSX, a second worksheet has the entry and its reversal on the next day. ' +
    'At most 10,000 rows; nothing is stored.',
  example: {
    date: '2026-08-31',
    rows: [{ document: 'R-2291', currency: 'USD', amount: 12500, booked: 3_750_000 }],
  },
  body: valueBody,
  response: {
    200: v.dataResponse({
      date: v.calendarDate,
      /** The day has no rate of its own because of this. */
      date_reason: z.nullable(z.string()),
      policy: policyName,
      policy_version: z.int(),
      rule: z.string(),
      known_at: z.nullable(v.instant),
      rows: z.array(valuedBalance),
      totals: z.object({
        ...sums,
        rows: z.int(),
        left_out: z.int(),
        sealed: z.boolean(),
        currencies: z.array(
          z.object({
            currency: v.currency,
            ...v.unitsField,
            amount: z.number(),
            rate: v.rateOutput,
            ...sealedRate,
            ...sums,
          }),
        ),
      }),
    }),
  },
})
