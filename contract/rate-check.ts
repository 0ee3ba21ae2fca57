import * as z from 'zod/mini'
import { unitsOf, type Currency } from '../domain/currency.ts'
import { MAX_LINES } from '../domain/imports/table.ts'
import { inputError } from '../domain/input-error.ts'
import { rateFromFeed } from '../domain/money.ts'
import { CHECK_RESULTS, type CheckResult } from '../domain/policy.ts'
import { endpoint, SHEET_MEDIA } from './endpoint.ts'
import { citation, policyName } from './policies.ts'
import { knownAt } from './rates/rate-history.ts'
import * as v from './values.ts'

const amountError = inputError('choice', 'amount', 'a number other than 0 with at most 4 decimals')

const amount = z.number({ error: amountError })
export const toAmount = z.transform((value: number) => BigInt(Math.round(value * 10_000)))
export const isExact = (value: number) =>
  Number.isSafeInteger(Math.round(value * 10_000)) && Number(value.toFixed(4)) === value

/** Rupees for one unit, rounded to the decimals of rates of the currency. */
export const ratePerUnit = z.number({ error: inputError('rate not a number') }).check(
  z.refine((value) => value > 0, { error: inputError('rate not above zero') }),
  z.meta({ examples: [301.25] }),
)
export const document = z.optional(
  v.plainText().check(z.maxLength(100, { error: inputError('text too long', '100') })),
)

export const hasRate = z.refine<{
  readonly currency: Currency
  readonly rate?: number | undefined
}>(
  ({ currency, rate }) =>
    rate === undefined || typeof rateFromFeed(rate, unitsOf(currency)) === 'number',
  { error: inputError('rate not above zero'), path: ['rate'] },
)
export function withRate<
  Row extends { readonly currency: Currency; readonly rate?: number | undefined },
>({ rate, ...row }: Row) {
  const kept = rate === undefined ? undefined : rateFromFeed(rate, unitsOf(row.currency))
  return { ...row, ...(typeof kept === 'number' && { rate: kept }) }
}

export const usedRate = z.pipe(
  z
    .strictObject({
      date: v.calendarDate,
      currency: v.currency,
      /** Without it, the row is filled. */
      rate: z.optional(ratePerUnit),
      /** Below zero for a credit note. */
      amount: z.optional(
        z.pipe(
          amount.check(z.refine((value) => value !== 0 && isExact(value), { error: amountError })),
          toAmount,
        ),
      ),
      document,
    })
    .check(hasRate),
  z.transform(withRate),
)
export type UsedRate = z.output<typeof usedRate>

const rowsError = inputError('count', 'rows', String(MAX_LINES))

/** A sheet's row is checked apart, in slices. */
export const sheetRows = <Row extends z.core.$ZodType>(row: Row) =>
  z
    .array(row, { error: rowsError })
    .check(z.minLength(1, { error: rowsError }), z.maxLength(MAX_LINES, { error: rowsError }))
export const maxAge = z.optional(v.wholeNumber(0, 30, inputError('not an age')))

export const SHEET_COLUMNS = ['document', 'date', 'currency', 'amount', 'rate', 'booked'] as const
export type SheetColumn = (typeof SHEET_COLUMNS)[number]
/** The order of the used columns in a file of the result. */
export const columnsInOrder = z.optional(
  z.array(v.choice('columns', SHEET_COLUMNS)).check(z.maxLength(6)),
)

/** Rows of the sheet without a result; a file names them. */
export const leftOut = z.optional(
  v.wholeNumber(0, MAX_LINES, inputError('count', 'left_out', String(MAX_LINES))),
)

const toleranceError = inputError('choice', 'tolerance', 'a percentage from 0 to 10')
/** Per cent; hundredths of a per cent inside. */
const tolerance = z.optional(
  z.pipe(
    z.number({ error: toleranceError }).check(
      z.refine((value) => value >= 0 && value <= 10 && Number(value.toFixed(2)) === value, {
        error: toleranceError,
      }),
    ),
    z.transform((value: number) => Math.round(value * 100)),
  ),
)

export function defineRateCheckBody<Row extends z.core.$ZodType>(row: Row) {
  return z
    .strictObject({
      policy: z.optional(policyName),
      ...v.kindAndPublisher,
      known_at: knownAt,
      max_age: maxAge,
      tolerance,
      columns: columnsInOrder,
      left_out: leftOut,
      rows: sheetRows(row),
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
  used: z.optional(v.rateOutput),
  amount: z.optional(z.number()),
  result: z.enum(CHECK_RESULTS),
  /** The rates differ, within the tolerance. */
  within_tolerance: z.optional(z.literal(true)),
  rate: z.nullable(v.rateOutput),
  rate_date: z.nullable(v.calendarDate),
  rupees: z.optional(z.number()),
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
  filled: z.int(),
} satisfies Record<CheckResult, z.ZodMiniNumber>)

export const sheetCall = {
  bodyLimit: 1_048_576,
  media: SHEET_MEDIA,
} as const

export const checkRates = endpoint({
  method: 'POST',
  access: 'read',
  ...sheetCall,
  url: '/api/rates/check',
  // Each row counts as itself and five fields.
  maxValues: 100 + 6 * MAX_LINES,
  summary: 'Fill or check the rates of documents',
  description:
    'By the `rule` of a `policy`, or by a `kind`, of a `publisher` perhaps, and its newest ' +
    'rate on or before the day; with `known_at`, by policy and rates of then. A row without a ' +
    '`rate` is `filled`. ' +
    '`agrees`: both are equal at the decimals given, of which two are compared at least, or ' +
    'differ by at most `tolerance` per cent (0 by default, at most 10). `per ' +
    '100`: a hundredth of the rate that was used is nearly the rate. `too old`: the newest rate ' +
    'is more than `max_age` business days older than the day (3 by default), or a customs rate ' +
    'that is no longer in effect. With `Accept` of XLSX or CSV, a file whose first columns are ' +
    'in the order of `columns`. At most 10,000 rows; nothing is stored.',
  example: {
    policy: 'purchase-invoice',
    rows: [
      { date: '2026-09-25', currency: 'USD', rate: 301.25, amount: 1200, document: 'INV-1043' },
    ],
  },
  body: rateCheckBody,
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
