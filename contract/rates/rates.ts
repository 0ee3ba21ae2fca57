import * as z from 'zod/mini'
import { inputError } from '../../domain/input-error.ts'
import { PUBLISHER_ERRORS } from '../../domain/rate-precedence.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { endpoint, PUBLIC_READ } from '../endpoint.ts'
import * as v from '../values.ts'

const currencyParams = z.strictObject({ currency: v.currency })
const dateQuery = z.strictObject({ date: z.optional(v.calendarDate), ...v.kindAndPublisher })

/** Absent for other kinds. */
export const customsFields = {
  effective_from: z.optional(v.calendarDate),
  effective_to: z.optional(
    z
      .nullable(v.calendarDate)
      .check(z.meta({ description: 'Null where neither a schedule nor a later rate says it.' })),
  ),
  days_left: z.optional(z.nullable(z.int())),
  in_effect: z.optional(z.boolean()),
  overdue: z.optional(z.boolean()),
  gazette: z.optional(z.nullable(z.string())),
  document: z.optional(z.nullable(z.string())),
} as const

export const KIND_DESCRIPTION =
  ' Without `kind` it is about indicative rates; with one, the response names it too. Rates of ' +
  'one kind never count for another. With `publisher` it is about the rates of that bank ' +
  'alone, which the response names.'

export const publishedRate = z.object({
  rate: v.rateOutput,
  source: v.rateSource,
  difference: z
    .number()
    .check(z.meta({ description: 'Of the rate entered by hand from the published one, in LKR.' })),
})
export type PublishedRate = z.output<typeof publishedRate>

const publishedField = { published: z.optional(publishedRate) }

export const PUBLISHED_DESCRIPTION =
  ' Where a rate entered by hand counts before one that is published for the same day, ' +
  '`published` is that one.'

export const currentRate = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/current/:currency',
  summary: 'Current rate',
  description:
    'The newest rate on or before a day. ' +
    'The day defaults to today in Colombo. `date` in the response is the rate’s own day, which ' +
    'may be an earlier one; `age_business_days` counts the business days since. With `max_age` ' +
    'a rate that is older gets 404 with the code `too_old`. With `kind=customs` it says the ' +
    'days of effect as well: `in_effect` is false after `effective_to` as long as no other ' +
    'rate has followed, `overdue` is true where that is so more than ten days after ' +
    '`effective_from`.' +
    PUBLISHED_DESCRIPTION +
    KIND_DESCRIPTION,
  params: currencyParams,
  query: z.strictObject({
    date: z.optional(v.calendarDate),
    max_age: v.maxAge,
    ...v.kindAndPublisher,
  }),
  response: {
    200: v.dataResponse({
      ...v.quotedCurrency,
      date: v.calendarDate,
      rate: v.rateOutput,
      source: v.rateSource,
      ...publishedField,
      requested_date: v.calendarDate,
      age_business_days: v.ageBusinessDays,
      ...customsFields,
      ...v.kindAndPublisher,
    }),
  },
})

export const dayRate = z.object({ date: v.calendarDate, rate: v.rateOutput, source: v.rateSource })

export const countingRate = z.extend(dayRate, publishedField)

export const missingDay = z.object({ date: v.calendarDate, reason: z.string() })

export const lastSevenDays = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/:currency/last-seven-days',
  summary: 'Last seven days',
  description:
    'The rates of the seven days that end with a day, their average, and what is missing and ' +
    'why. ' +
    'Days without a rate of their own are not filled in: they are listed in `missing` with the ' +
    'reason: `not published` if the feed has answered for the day, `not received` if it has not ' +
    '(yet). `weekly_average` is the average of the days that have a rate, or null.' +
    PUBLISHED_DESCRIPTION +
    KIND_DESCRIPTION,
  params: currencyParams,
  query: dateQuery,
  response: {
    200: v.dataResponse({
      ...v.quotedCurrency,
      rates: z.array(countingRate),
      weekly_average: z.nullable(v.rateOutput),
      days_counted: z.int(),
      missing: z.array(missingDay),
      /** So that a reader can go there. */
      newest_date: z.nullable(v.calendarDate),
      ...v.kindAndPublisher,
    }),
  },
})

export const feedState = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/feed',
  summary: 'State of the feed',
  description:
    'Which feed is followed, when it last responded, and whether the bundled sample stands ' +
    'in for it. ' +
    '`failing` is true while the newest attempt to reach the feed has failed; the rates shown ' +
    'are then those of `newest_date`. `publisher_error` and `via` are there only while a page ' +
    'of the publisher cannot be used.',
  response: {
    200: v.dataResponse({
      feed: z.nullable(v.rateSource),
      /** From a feed or the sample, otherwise from a rate entered by hand. */
      newest_date: z.nullable(v.calendarDate),
      last_success_at: z.nullable(z.string()),
      failing: z.boolean(),
      /** The newest run brought figures that were refused, or of a weekend. */
      doubtful: z.optional(z.literal(true)),
      /** The feed is switched off: its rates stay, no new ones come. */
      off: z.optional(z.literal(true)),
      publisher_error: z.optional(z.enum(PUBLISHER_ERRORS)),
      via: z.optional(z.enum(['frankfurter'])),
      sample: z.boolean(),
    }),
  },
})

export const rateSeries = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/series',
  summary: 'Kinds of rate',
  description:
    'The kinds of which any currency has a rate, first those of the main series, then those of ' +
    'each bank with its `publisher`. `sources` are those of published figures: the page of the ' +
    'publisher about them, and their licence as SPDX, or null if it reserves all rights.',
  response: {
    200: v.dataResponse({
      series: z.array(z.object({ kind: v.rateKind, publisher: z.optional(v.publisher) })),
      sources: z.array(
        z.object({ source: v.rateSource, url: z.string(), licence: z.nullable(z.string()) }),
      ),
    }),
  },
})

export const rateStream = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/stream',
  access: 'public',
  anyOrigin: true,
  media: ['text/event-stream'],
  summary: 'Stream of changes',
  description:
    'Changes of rates as they happen, as server-sent events. ' +
    'Events: `hello` once, `rate` for each change (`currency`, `date`, `rate` and `source` or ' +
    'both null, `version`), `feed` when the state of the feed changes, `reset` when so much ' +
    'changed that everything should be fetched again. The id of an event is the version; ' +
    '`Last-Event-ID`, or `?after=` with a version, brings what was missed, before the `hello`. ' +
    'A comment line every 15 s keeps the line open. Without `kind` it tells of indicative ' +
    'rates; with one, or with `all`, each `rate` event names its `kind`. Without `publisher` ' +
    'it tells of the main series; with `all` of banks too, whose events name their `publisher`.',
  query: z.strictObject({
    kind: z.optional(z.enum([...RATE_KINDS, 'all'], { error: inputError('kind or all') })),
    publisher: z.optional(v.publisherOrAll),
    after: z.optional(
      z.string().check(z.regex(/^[0-9]{1,15}$/, { error: inputError('not a version', 'after') })),
    ),
  }),
  response: { 200: z.string() },
})

/** Null if the day has no rate any more. */
export const rateEvent = z.object({
  version: z.int(),
  currency: v.currency,
  date: v.calendarDate,
  ...v.unitsField,
  rate: z.nullable(v.rateOutput),
  source: z.nullable(v.rateSource),
  ...v.kindAndPublisher,
})
export type RateEvent = z.output<typeof rateEvent>
