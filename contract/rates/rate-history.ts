import * as z from 'zod/mini'
import { inputError } from '../../domain/input-error.ts'
import { CSV_TYPE, endpoint, PUBLIC_READ, XLSX_TYPE } from '../endpoint.ts'
import {
  countingRate,
  customsFields,
  KIND_DESCRIPTION,
  missingDay,
  PUBLISHED_DESCRIPTION,
  publishedRate,
} from './rates.ts'
import * as v from '../values.ts'
import { errorBody } from '../errors.ts'

/** All fields but the first are null if no rate is known. */
export const ratePoint = z.object({ date: v.calendarDate, rate: v.rateOutput })

export const boardRow = z.object({
  currency: v.currency,
  ...v.unitsField,
  rate: z.nullable(v.rateOutput),
  /** May be before the requested day. */
  date: z.nullable(v.calendarDate),
  source: z.nullable(v.rateSource),
  published: z.optional(publishedRate),
  age_business_days: z.nullable(v.ageBusinessDays),
  /** From the newest earlier day with a rate. */
  change: z.nullable(z.number()),
  previous_date: z.nullable(v.calendarDate),
  weekly_average: z.nullable(v.rateOutput),
  /** Days with a rate among the last 30, ascending. */
  points: z.array(ratePoint),
  ...customsFields,
})
export type BoardRow = z.output<typeof boardRow>

export const rateBoard = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/board',
  summary: 'All currencies',
  description:
    'Every currency at a glance: rate, change, average of the week, the last 30 days. ' +
    'The day defaults to today in Colombo. A currency without any rate by that day has null in ' +
    'every field. With `max_age` the response is 404 with the code `too_old` where one of the ' +
    'rates is older.' +
    PUBLISHED_DESCRIPTION +
    KIND_DESCRIPTION,
  query: z.strictObject({
    date: z.optional(v.calendarDate),
    max_age: v.maxAge,
    ...v.kindAndPublisher,
  }),
  response: {
    200: v.dataResponse({
      requested_date: v.calendarDate,
      rates: z.array(boardRow),
      ...v.kindAndPublisher,
    }),
    404: errorBody,
  },
})

const currencyParams = z.strictObject({ currency: v.currency })
const period = z.strictObject({
  from: z.optional(v.calendarDate),
  to: z.optional(v.calendarDate),
  ...v.kindAndPublisher,
})
const periodDescription =
  '`to` defaults to today, `from` to 29 days before `to`. Days without a rate of their own are ' +
  'left out.' +
  PUBLISHED_DESCRIPTION +
  KIND_DESCRIPTION

export const rateHistory = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/:currency/history',
  summary: 'Rates of a period',
  description:
    `${periodDescription} With \`missing=1\` the days without a rate come with the reason, in a ` +
    'period of at most 400 days; 400 for more.',
  params: currencyParams,
  query: z.extend(period, { missing: z.optional(z.literal('1')) }),
  response: {
    200: v.dataResponse({
      ...v.quotedCurrency,
      from: v.calendarDate,
      to: v.calendarDate,
      rates: z.array(countingRate),
      oldest_date: z.nullable(v.calendarDate),
      missing: z.optional(z.array(missingDay)),
      ...v.kindAndPublisher,
    }),
  },
})

const historyFile = {
  ...PUBLIC_READ,
  description: periodDescription,
  params: currencyParams,
  query: period,
  response: { 200: z.string() },
} as const

export const rateHistoryCsv = endpoint({
  ...historyFile,
  url: '/api/exchange-rate/:currency/history.csv',
  media: [CSV_TYPE],
  summary: 'Rates of a period: CSV',
})

export const rateHistoryXlsx = endpoint({
  ...historyFile,
  url: '/api/exchange-rate/:currency/history.xlsx',
  media: [XLSX_TYPE],
  summary: 'Rates of a period: XLSX',
})

/** `long`: a row for each rate. `wide`: a row for each day, a column for each currency. */
export const FILE_LAYOUTS = ['long', 'wide'] as const

const allRates = {
  ...PUBLIC_READ,
  description:
    periodDescription +
    ' With `layout=wide` a row for each day and a column for each currency, else a row for ' +
    'each rate. An import takes either as it is. At most 10,000 rates; 400 for more.',
  query: z.extend(period, { layout: z.optional(v.choice('layout', FILE_LAYOUTS)) }),
  response: { 200: z.string() },
} as const

export const allRatesCsv = endpoint({
  ...allRates,
  url: '/api/exchange-rate/history.csv',
  media: [CSV_TYPE],
  summary: 'Rates of all currencies: CSV',
})

export const allRatesXlsx = endpoint({
  ...allRates,
  url: '/api/exchange-rate/history.xlsx',
  media: [XLSX_TYPE],
  summary: 'Rates of all currencies: XLSX',
})

/** `hash` binds the entry and all before it. */
export const changeEntry = z.object({ id: v.id, hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

export const rateRevision = z.object({
  version: z.int(),
  at: v.instant,
  source: v.rateSource,
  /** Null: the source has had no rate since. */
  rate: z.nullable(v.rateOutput),
  /** `a registered user`, or a name if names are public; null for a feed. */
  by: z.nullable(z.string()),
  corrected: z.optional(z.literal(true)),
  entry: z.optional(changeEntry),
})

export const knownAt = z.optional(
  z
    .string()
    .check(
      z.refine(
        (text) =>
          /^(?:19|2\d)\d\d-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
        { error: inputError('not an instant', 'known_at') },
      ),
    ),
)

export const customsSchedule = z.object({
  first_day: v.calendarDate,
  last_day: v.calendarDate,
  gazette: z.string(),
  document: z.nullable(z.string()),
})
export type CustomsSchedule = z.output<typeof customsSchedule>

export const citedRate = endpoint({
  ...PUBLIC_READ,
  url: '/api/exchange-rate/:currency/on/:date',
  summary: 'Citation of a rate',
  description:
    'The rate of exactly one day, to cite: who says so, since when, and how it changed. ' +
    'With `known_at`, a time such as `2026-09-29T10:00:00Z`, the rate as it was known then; ' +
    '`as_of` is the `known_at` that gives the response again, whatever is stored later. ' +
    '`revisions` has the last 50 changes, older ones come with `page`, and `total` says how ' +
    'many there are. 404 for a day that never had one.' +
    PUBLISHED_DESCRIPTION +
    KIND_DESCRIPTION,
  params: z.strictObject({ currency: v.currency, date: v.calendarDate }),
  query: z.strictObject({
    known_at: knownAt,
    page: z.optional(
      v.countInQuery(999_999_999, 'page', 'Page of the changes; the newest are on page 1.'),
    ),
    ...v.kindAndPublisher,
  }),
  response: {
    200: z.object({
      data: z.object({
        ...v.quotedCurrency,
        date: v.calendarDate,
        known_at: z.nullable(v.instant),
        /**
         * When the newest fact of all that count here was stored: as `known_at` it gives the same
         * for ever. Null: no rate was known.
         */
        as_of: z.nullable(v.instant),
        rate: z.nullable(v.rateOutput),
        source: z.nullable(v.rateSource),
        published: z.optional(publishedRate),
        /** When this rate was entered or fetched. */
        since: z.nullable(v.instant),
        entered_by: z.nullable(z.string()),
        entry: z.optional(changeEntry),
        /** Oldest first. With `known_at`, those up to then. */
        revisions: z.array(rateRevision),
        schedule: z.optional(customsSchedule),
        ...v.kindAndPublisher,
      }),
      ...v.pageFields,
    }),
  },
})
