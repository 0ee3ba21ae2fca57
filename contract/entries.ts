import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { entryDateError } from '../domain/entry-window.ts'
import { RATE_WARNINGS } from '../domain/rate-warnings.ts'
import { seriesOf } from '../domain/series.ts'
import { endpoint } from './endpoint.ts'
import { errorBody } from './error-body.ts'
import * as v from './values.ts'

/**
 * An example that the server refuses, its day being long past: pasted as it is, it publishes
 * nothing.
 */
const REFUSED_ENTRY = {
  date: '2000-01-03',
  base_currency: 'USD',
  target_currency: 'LKR',
  rate: 301.25,
}

export const manualRate = z.object({
  id: v.id,
  date: v.calendarDate,
  base_currency: v.currency,
  target_currency: v.targetCurrency,
  rate: v.rateOutput,
  ...v.unitsField,
  created_at: v.instant,
  updated_at: v.instant,
  created_by: z.string(),
  /** Name of who entered, replaced or restored it last. */
  updated_by: z.string(),
  /** When and by whom it was deleted; null for a live one. */
  deleted_at: z.nullable(v.instant),
  deleted_by: z.nullable(z.string()),
  /**
   * There where the request named a kind, and on every entry of another kind than the indicative
   * one.
   */
  ...v.kindAndPublisher,
})
export type ManualRate = z.output<typeof manualRate>

/** What entries can be sorted by; `entered` is their last change. */
export const RECENT_RATE_ORDERS = ['entered', 'date', 'currency', 'rate'] as const
export type RecentRateOrder = (typeof RECENT_RATE_ORDERS)[number]

export const recentRates = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/recent',
  access: 'read',
  summary: 'Recent entries',
  description:
    'Rates entered by hand, the last entered first unless asked otherwise. ' +
    '20 entries a page unless `limit` says otherwise. `state=deleted` lists the deleted ones. ' +
    'Without `kind` it lists those of every kind; `kind` is in an entry of another kind than ' +
    '`indicative`, and in all where the request names one. Without `publisher` it lists those ' +
    'of the main series, with `all` those of banks as well, each of which names its ' +
    '`publisher`.',
  query: z.strictObject({
    limit: z.optional(v.countInQuery(100, 'limit')),
    page: z.optional(v.countInQuery(999_999_999, 'page')),
    currency: z.optional(v.currency),
    kind: z.optional(v.rateKind),
    publisher: z.optional(v.publisherOrAll),
    from: z.optional(v.calendarDate),
    to: z.optional(v.calendarDate),
    state: z.optional(
      z.enum(['live', 'deleted'], { error: inputError('choice', 'state', 'live or deleted') }),
    ),
    sort: z.optional(v.oneOf('sort', RECENT_RATE_ORDERS)),
    direction: z.optional(
      z.enum(['asc', 'desc'], { error: inputError('choice', 'direction', 'asc or desc') }),
    ),
  }),
  response: { 200: z.object({ data: z.array(manualRate), ...v.pageFields }) },
})

/**
 * What looks wrong about a rate, in the order of how telling it is; `sentence` says why to a user.
 */
export const rateWarning = z.object({
  kind: z.enum(RATE_WARNINGS),
  sentence: z.string(),
  meant: z.optional(
    v.rateOutput.check(z.meta({ description: 'The rate that was probably meant, after a slip.' })),
  ),
})
export type RateWarningOutput = z.output<typeof rateWarning>

export const written = z.object({
  message: z.string(),
  data: manualRate,
  warnings: z.optional(
    z.array(rateWarning).check(
      z.meta({
        description: 'What looks wrong about the rate, which is published all the same.',
      }),
    ),
  ),
})

const currencyMissing = inputError('currency missing')
const currenciesDiffer = inputError('currencies differ')

/** Why something is right although it looks wrong; kept in the audit trail. */
export const reason = v
  .plainText()
  .check(z.maxLength(500, { error: inputError('reason too long', '500') }))

/** A day whose rate may be entered when today is what `today` says: 90 days back to today. */
export function entryDate(today: () => CalendarDate) {
  return v.calendarDate.check((context) => {
    const error = entryDateError(context.value, today())
    if (error !== undefined)
      context.issues.push({ code: 'custom', input: context.value, message: error })
  })
}

/**
 * Names the currency's errors beside those of other fields: it looks even where another field is
 * wrong already.
 */
const looksAlways = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/**
 * The fields of an entry. `currency` is a second name of `base_currency`. With `today` the day must
 * be open for entry.
 */
export function manualRateBodyFor(today?: () => CalendarDate) {
  return z.pipe(
    z
      .strictObject({
        date: today ? entryDate(today) : v.calendarDate,
        base_currency: z.optional(v.currency),
        currency: z.optional(v.currency),
        target_currency: z.optional(v.targetCurrency),
        ...v.kindAndPublisher,
        rate: v.rateInput,
        ...v.unitsField,
        reason: z.optional(reason),
      })
      .check(
        z.refine((body) => body.base_currency !== undefined || body.currency !== undefined, {
          error: currencyMissing,
          path: ['base_currency'],
          ...looksAlways,
        }),
        z.refine(
          (body) =>
            body.base_currency === undefined ||
            body.currency === undefined ||
            body.base_currency === body.currency,
          { error: currenciesDiffer, path: ['base_currency'], ...looksAlways },
        ),
        z.refine(
          ({ base_currency, currency, rate, units }) =>
            v.keptRate(base_currency ?? currency ?? 'USD', rate, units) !== undefined,
          { error: v.unitsError, path: ['units'] },
        ),
      ),
    z.transform(({ base_currency, currency: second, kind, publisher, date, reason, ...given }) => {
      const chosen = base_currency ?? second
      if (chosen === undefined) throw new RangeError(currencyMissing)
      const namesKind = kind !== undefined
      const series = seriesOf(chosen, kind, publisher)
      const rate = v.keptRate(chosen, given.rate, given.units) ?? given.rate
      return { ...series, date, rate, reason: reason?.trim() ?? '', namesKind }
    }),
  )
}

export const manualRateBody = manualRateBodyFor()
export type ManualRateInput = z.output<typeof manualRateBody>

export const checkManualRate = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/manual/check',
  access: 'read',
  summary: 'Check a rate',
  description:
    'What looks wrong about a rate before it is entered; nothing is written. Where `warnings` is ' +
    'not empty, have someone look at the rate first. `replaces` is the rate that would be ' +
    'overwritten.',
  example: REFUSED_ENTRY,
  body: manualRateBody,
  response: {
    200: v.dataResponse({
      warnings: z.array(rateWarning),
      /** The rate of the live entry that this one would replace; null where there is none. */
      replaces: z.nullable(v.rateOutput),
    }),
  },
})

export const recordManualRate = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/manual',
  access: 'write',
  summary: 'Enter a rate',
  description:
    'Enter the rate of a day, or replace the one that was entered before. ' +
    'Publishes immediately: every reader sees the rate with the next request. A rate that ' +
    'looks wrong is stored all the same, and the response then has `warnings`; to see them ' +
    'before anything is stored, call `POST /api/exchange-rate/manual/check` with the same ' +
    'body. `reason` is kept in the audit trail. Without `kind` the rate is an indicative one, ' +
    'and with `publisher` it is a bank’s; a day can have one entry of each kind and publisher. ' +
    'The day is from 90 days ago to today. An `Idempotency-Key` header makes a repeat return ' +
    'the first response.',
  example: REFUSED_ENTRY,
  body: manualRateBody,
  response: { 200: written, 201: written, 409: errorBody },
})

export const deleteManualRate = endpoint({
  method: 'DELETE',
  url: '/api/exchange-rate/manual/:id',
  access: 'write',
  summary: 'Delete an entry',
  description:
    'Delete a rate that was entered by hand; it can be restored. ' +
    'The feed’s rate of the day, where there is one, counts again immediately.',
  params: z.strictObject({ id: v.idInPath }),
  response: { 200: v.messageResponse },
})

export const restoreManualRate = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/manual/:id/restore',
  access: 'write',
  summary: 'Restore an entry',
  description:
    'Bring back a deleted rate, unless another has taken its day. ' +
    'The restored rate is published immediately. 409 if the day has another entry by now.',
  params: z.strictObject({ id: v.idInPath }),
  response: { 200: written, 409: errorBody },
})
