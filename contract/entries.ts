import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { RATE_WARNINGS } from '../domain/rate-warnings.ts'
import { seriesOf } from '../domain/series.ts'
import { endpoint } from './endpoint.ts'
import { errorBody } from './errors.ts'
import { customsSchedule } from './rates/rate-history.ts'
import { dayRate, missingDay } from './rates/rates.ts'
import * as v from './values.ts'

/** A future day is refused, so the pasted example publishes nothing. */
export const REFUSED_ENTRY = {
  date: '2999-12-31',
  base_currency: 'USD',
  target_currency: 'LKR',
  rate: 301.25,
}

export const manualRate = z.object({
  id: v.id,
  version: v.id,
  date: v.calendarDate,
  base_currency: v.currency,
  target_currency: v.targetCurrency,
  rate: v.rateOutput,
  ...v.unitsField,
  created_at: v.instant,
  updated_at: v.instant,
  created_by: z.string(),
  updated_by: z.string(),
  deleted_at: z.nullable(v.instant),
  deleted_by: z.nullable(z.string()),
  ...v.kindAndPublisher,
})
export type ManualRate = z.output<typeof manualRate>

const RECENT_RATE_ORDERS = ['entered', 'date', 'currency', 'rate'] as const

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
    sort: z.optional(v.choice('sort', RECENT_RATE_ORDERS)),
    direction: z.optional(
      z.enum(['asc', 'desc'], { error: inputError('choice', 'direction', 'asc or desc') }),
    ),
  }),
  response: { 200: z.object({ data: z.array(manualRate), ...v.pageFields }) },
})

export const rateWarning = z.object({
  kind: z.enum(RATE_WARNINGS),
  sentence: z.string(),
  meant: z.optional(
    v.rateOutput.check(z.meta({ description: 'The rate that was probably meant, after a slip.' })),
  ),
  difference_percent: z.optional(
    z
      .number()
      .check(z.meta({ description: 'From the published rate or the nearest day, if it is far.' })),
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

export const reason = v
  .plainText()
  .check(z.maxLength(500, { error: inputError('reason too long', '500') }))

const checksAlways = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** `currency` is an alias of `base_currency`. */
export const manualRateBody = z.pipe(
  z
    .strictObject({
      date: v.calendarDate,
      base_currency: z.optional(v.currency),
      currency: z.optional(v.currency),
      target_currency: z.optional(v.targetCurrency),
      ...v.kindAndPublisher,
      rate: v.rateInput,
      ...v.unitsField,
      reason: z.optional(reason),
      accept: v.accept,
    })
    .check(
      z.refine((body) => body.base_currency !== undefined || body.currency !== undefined, {
        error: currencyMissing,
        path: ['base_currency'],
        ...checksAlways,
      }),
      z.refine(
        (body) =>
          body.base_currency === undefined ||
          body.currency === undefined ||
          body.base_currency === body.currency,
        { error: inputError('currencies differ'), path: ['base_currency'], ...checksAlways },
      ),
      z.refine(
        ({ base_currency, currency, rate, units }) =>
          v.keptRate(base_currency ?? currency ?? 'USD', rate, units) !== undefined,
        { error: v.unitsError, path: ['units'] },
      ),
    ),
  z.transform(
    ({ base_currency, currency: second, kind, publisher, date, reason, accept, ...input }) => {
      const chosen = base_currency ?? second
      if (chosen === undefined) throw new RangeError(currencyMissing)
      const rate = v.keptRate(chosen, input.rate, input.units) ?? input.rate
      const series = seriesOf(chosen, kind, publisher)
      return { ...series, date, rate, reason, accept, namesKind: kind !== undefined }
    },
  ),
)

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
    'Publishes immediately: every reader sees the rate with the next request. In a ' +
    'session, a rate that looks wrong is stored all the same, and the response then has ' +
    '`warnings`; to see them before, call `POST /api/exchange-rate/manual/check` with the same ' +
    'body. With an access token, a figure that looks wrong is refused with 422 `doubtful_rate`, unless ' +
    '`accept` lists the codes of its `warnings`; nothing is stored, and the audit trail names it.' +
    '  `reason` is kept in the audit trail. Without `kind` the rate is an indicative one, ' +
    'and with `publisher` it is a bank’s; a day can have one entry of each kind and publisher. ' +
    'Any day up to today is accepted; one more than 90 days ago gets a warning. An ' +
    '`Idempotency-Key` header makes a repeat return the first response.',
  example: REFUSED_ENTRY,
  body: manualRateBody,
  response: { 200: written, 201: written, 409: errorBody, 422: errorBody },
})

export const refusedRates = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/manual/refused',
  access: 'read',
  summary: 'Refused rates of programs',
  description:
    'Doubtful rates of programs that were refused in the last 30 days and whose day has no rate ' +
    'since, newest first.',
  response: {
    200: z.object({
      data: z.array(
        z.object({
          currency: v.currency,
          date: v.calendarDate,
          rate: v.rateOutput,
          refused_at: v.instant,
          ...v.kindAndPublisher,
        }),
      ),
    }),
  },
})

export const deleteManualRate = endpoint({
  method: 'DELETE',
  url: '/api/exchange-rate/manual/:id',
  access: 'write',
  summary: 'Delete an entry',
  description:
    'Delete a rate that was entered by hand; it can be restored. `reason` is kept in the audit ' +
    'trail. ' +
    'The feed’s rate of the day, where there is one, counts again immediately.',
  params: z.strictObject({ id: v.idInPath }),
  // Fastify gives null for no body.
  body: z.pipe(
    z.nullish(z.strictObject({ reason: z.optional(reason) })),
    z.transform((body) => body ?? {}),
  ),
  example: { reason: 'Wrong column' },
  response: { 200: v.messageResponse },
})

export const restoreManualRate = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/manual/:id/restore',
  access: 'write',
  summary: 'Restore an entry',
  description:
    'Bring back a deleted rate, unless another has taken its day. ' +
    'The restored rate is published immediately. 409 if the day has another entry by now. A ' +
    'doubtful figure is refused as by `POST /api/exchange-rate/manual`, unless `accept` lists the codes.',
  params: z.strictObject({ id: v.idInPath }),
  body: z.pipe(
    z.nullish(z.strictObject({ accept: v.accept })),
    z.transform((body) => body ?? {}),
  ),
  example: { accept: ['far from recent days'] },
  response: { 200: written, 409: errorBody, 422: errorBody },
})

const dayRow = z.object({
  currency: v.currency,
  entry: z.nullable(manualRate),
  published: z.nullable(dayRate),
  previous: z.nullable(dayRate),
  usual_move: z.nullable(z.object({ low: z.number(), high: z.number() })),
})
export type DayRow = z.output<typeof dayRow>

export const entriesOfDay = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/manual/day',
  access: 'read',
  summary: 'Entries of a day',
  description:
    'The entries of a day, with the published rate and the one before, for every currency. ' +
    'What a form shows beside its fields. The day defaults to today in Colombo, `kind` to ' +
    '`indicative`; a day after today is refused, for customs rates one more than 14 days after. ' +
    '`schedule` is the stored one of customs rates that begins on the day. `usual_move` is the middle 90 % of the moves ' +
    'from a rate to the next in the year before, in per cent; null with fewer than 20.',
  query: z.strictObject({ date: z.optional(v.calendarDate), ...v.kindAndPublisher }),
  response: {
    200: v.dataResponse({
      date: v.calendarDate,
      rates: z.array(dayRow),
      schedule: z.optional(customsSchedule),
      ...v.kindAndPublisher,
    }),
  },
})

export const daysWithRates = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/manual/days',
  access: 'read',
  summary: 'Days with and without rates',
  description:
    'Days on which a currency has a rate (`manual` if one was entered by hand), and those on ' +
    'which one has none, with the reason: a day in both is incomplete. About indicative rates, ' +
    'with `publisher` about both sides of that bank. At most 400 days; the last 30 by default.',
  query: z.strictObject({
    from: z.optional(v.calendarDate),
    to: z.optional(v.calendarDate),
    publisher: z.optional(v.publisher),
  }),
  response: {
    200: v.dataResponse({
      from: v.calendarDate,
      to: v.calendarDate,
      rates: z.array(z.pick(dayRate, { date: true, source: true })),
      missing: z.array(missingDay),
      publisher: z.optional(v.publisher),
    }),
  },
})

export const entryId = v.wholeNumber(1, 999_999_999_999_999, inputError('id form'))

/** Refused if the entry has changed since. */
export const seenEntry = z.strictObject({ id: entryId, version: entryId })
export type SeenEntry = z.output<typeof seenEntry>
