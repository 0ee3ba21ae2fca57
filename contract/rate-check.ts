import * as z from 'zod/mini'
import { unitsOf, type Currency } from '../domain/currency.ts'
import { MAX_LINES } from '../domain/imports/table.ts'
import { inputError } from '../domain/input-error.ts'
import { rateFromFeed, type Rate } from '../domain/money.ts'
import { CHECK_RESULTS, type CheckResult } from '../domain/policy.ts'
import { endpoint, XLSX_TYPE } from './endpoint.ts'
import { citation, policyName } from './policies.ts'
import * as v from './values.ts'

const amountError = inputError('choice', 'amount', 'a number other than 0 with at most 4 decimals')

const isAmount = (value: number) =>
  value !== 0 &&
  Number.isSafeInteger(Math.round(value * 10_000)) &&
  Number(value.toFixed(4)) === value

const convertRate = ({ currency, rate }: { readonly currency: Currency; readonly rate: number }) =>
  rateFromFeed(rate, unitsOf(currency))

export const usedRate = z.pipe(
  z
    .strictObject({
      date: v.calendarDate,
      currency: v.currency,
      /** Rupees for one unit, rounded to the decimals of rates of the currency. */
      rate: z.number({ error: inputError('rate not a number') }).check(
        z.refine((value) => value > 0, { error: inputError('rate not above zero') }),
        z.meta({ examples: [301.25] }),
      ),
      /** Below zero for a credit note. */
      amount: z.optional(
        z.pipe(
          z.number({ error: amountError }).check(z.refine(isAmount, { error: amountError })),
          z.transform((value: number) => BigInt(Math.round(value * 10_000))),
        ),
      ),
      document: z.optional(
        v.plainText().check(z.maxLength(100, { error: inputError('text too long', '100') })),
      ),
    })
    .check(
      z.refine((row) => typeof convertRate(row) === 'number', {
        error: inputError('rate not above zero'),
        path: ['rate'],
      }),
    ),
  z.transform((row) => ({ ...row, rate: convertRate(row) as Rate })),
)
export type UsedRate = z.output<typeof usedRate>

const rowsError = inputError('count', 'rows', String(MAX_LINES))

export function defineRateCheckBody<Row extends z.core.$ZodType>(row: Row) {
  return z
    .strictObject({
      policy: z.optional(policyName),
      ...v.kindAndPublisher,
      max_age: z.optional(v.wholeNumber(0, 30, inputError('not an age'))),
      rows: z
        .array(row, { error: rowsError })
        .check(z.minLength(1, { error: rowsError }), z.maxLength(MAX_LINES, { error: rowsError })),
    })
    .check(
      z.refine((body) => (body.policy === undefined) !== (body.kind === undefined), {
        error: inputError('choice', 'policy', 'given, or kind, but not both'),
        path: ['policy'],
      }),
      z.refine(({ policy, publisher }) => policy === undefined || publisher === undefined, {
        error: inputError('choice', 'publisher', 'left out beside a policy, which names its own'),
        path: ['publisher'],
      }),
    )
}
const rateCheckBody = defineRateCheckBody(usedRate)
export type RateCheck = z.output<typeof rateCheckBody>

const checkedRate = z.object({
  document: z.optional(z.string()),
  date: v.calendarDate,
  currency: v.currency,
  ...v.unitsField,
  used: v.rateOutput,
  amount: z.optional(z.number()),
  result: z.enum(CHECK_RESULTS),
  rate: z.nullable(v.rateOutput),
  rate_date: z.nullable(v.calendarDate),
  /** Used rate minus counting rate; `rupees` with an amount. */
  difference: z.nullable(
    z.object({ rate: z.number(), percent: z.number(), rupees: z.optional(z.number()) }),
  ),
  citation: z.nullable(citation),
})
export type CheckedRate = z.output<typeof checkedRate>

const counts = z.object({
  differs: z.int(),
  'per 100': z.int(),
  'too old': z.int(),
  'no rate': z.int(),
  agrees: z.int(),
} satisfies Record<CheckResult, z.ZodMiniNumber>)

const check = {
  method: 'POST',
  access: 'read',
  bodyLimit: 1_048_576,
  // Each row counts as itself and five fields.
  maxValues: 100 + 6 * MAX_LINES,
  description:
    'By the `rule` of a `policy`, or by a `kind`, of a `publisher` perhaps, and its newest ' +
    'rate on or before the day. ' +
    '`agrees`: both are equal at the decimals given, of which two are compared at least. `per ' +
    '100`: a hundredth of the rate that was used is nearly the rate. `too old`: the newest rate ' +
    'is more than `max_age` business days older than the day (3 by default), or a customs rate ' +
    'that is no longer in effect. At most 10,000 rows; nothing is stored.',
  example: {
    policy: 'purchase-invoice',
    rows: [
      { date: '2026-09-25', currency: 'USD', rate: 301.25, amount: 1200, document: 'INV-1043' },
    ],
  },
  body: rateCheckBody,
} as const

export const checkRates = endpoint({
  ...check,
  url: '/api/rates/check',
  summary: 'Check invoice rates',
  response: {
    200: v.dataResponse({
      rows: z.array(checkedRate),
      /** Rupees of the rows that differ. */
      totals: z.object({
        results: counts,
        overbooked: z.number(),
        underbooked: z.number(),
        rupees: z.number(),
      }),
    }),
  },
})

export const checkRatesXlsx = endpoint({
  ...check,
  url: '/api/rates/check.xlsx',
  media: [XLSX_TYPE],
  summary: 'Check invoice rates: XLSX',
  response: { 200: z.string() },
})
