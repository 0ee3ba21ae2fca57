import * as z from 'zod/mini'
import { EXPORT_FORMATS, EXPORT_NAMES } from '../../domain/integrations/export-name.ts'
import { inputError } from '../../domain/input-error.ts'
import type { EndpointSchema } from '../endpoint.ts'
import { month } from './periods.schema.ts'
import { KIND_DESCRIPTION } from './rates/rates.schema.ts'
import * as v from './values.ts'

export const exportName = z.enum(EXPORT_NAMES, {
  error: inputError('choice', 'The file', `a currency or all, a dot and one of ${EXPORT_FORMATS.join(', ')}`),
})

export const rateExport = {
  summary: 'The rates of a currency, or of all, as a file for an accounting program',
  description:
    'The name of the file is a currency or `all`, a dot, and what the file is for: `beancount`; `ledger` (also hledger); `csv` ' +
    '(`date,currency,rate,kind`, which can be imported here as it is); `sdmx.csv`; `erpnext.csv`; `odoo.csv`; `gnucash.csv`. Always ' +
    'rupees for one unit with 4 decimals, and only days with a rate of their own: these programs carry the last one forward. `to` ' +
    'defaults to today, `from` to 399 days before `to`.' +
    KIND_DESCRIPTION,
  params: z.strictObject({ file: exportName }),
  querystring: z.strictObject({
    from: z.optional(v.calendarDate),
    to: z.optional(v.calendarDate),
    ...v.kindField,
  }),
  response: { 200: z.string() },
} satisfies EndpointSchema

// A date that stops at its first error leaves the union without one of its own.
const latestOrDate = z.union([z.literal('latest'), v.calendarDate], { error: inputError('no such date') })

export const dayValue = {
  summary: 'The newest rate on or before a day as one plain number, for a cell of a spreadsheet',
  description:
    '`302.4465` and a new line; the header `Rate-Date` has the rate’s own day. The day is `latest` or such as `2025-08-29`. With ' +
    '`strict=1` a day without a rate of its own gets 404.' +
    KIND_DESCRIPTION,
  params: z.strictObject({ currency: v.currency, date: latestOrDate }),
  querystring: z.strictObject({
    strict: z.optional(z.enum(['0', '1'], { error: inputError('choice', 'strict', '0 or 1') })),
    ...v.kindField,
  }),
  response: { 200: z.string() },
} satisfies EndpointSchema

export const monthValue = {
  summary: 'The closing or the average rate of a month as one plain number',
  description:
    'As `/periods` gives them: `closing` is the newest rate on or before the last day, `average` the mean of the days with a rate of ' +
    'their own, up to today. The header `Rate-Date` has the newest day that counts. 404 for a month without a rate.' +
    KIND_DESCRIPTION,
  params: z.strictObject({
    currency: v.currency,
    month,
    figure: z.enum(['average', 'closing'], {
      error: inputError('choice', 'The figure', 'average or closing'),
    }),
  }),
  querystring: z.strictObject(v.kindField),
  response: { 200: z.string() },
} satisfies EndpointSchema

/** A currency of a dialect, in any case; which ones there are, each dialect says in its own form. */
const code = z.string().check(z.meta({ examples: ['USD'] }))
const codes = z.string().check(z.meta({ examples: ['LKR,GBP'], description: 'Codes with commas between.' }))
/** What one unit of the base is worth, by currency. */
const ratesByCode = z.record(z.string(), z.number())
const FURTHER =
  ' While a feed is followed, further currencies such as INR and EUR are known too, of its newest 60 days and here alone.'
const DERIVED =
  ' Rates that are not in rupees are derived from the rates in rupees of one day, exactly, and rounded once to 12 significant digits.' +
  FURTHER

export const frankfurterDay = {
  summary: 'The rates of one day in the form of Frankfurter v1',
  description:
    'The day is `latest` or such as `2025-08-29`: the newest day on or before it that has any of these rates. `rates` has the currencies ' +
    'with a rate of that very day. `base` has to be named: one of LKR, USD, AUD, CAD, GBP.' +
    DERIVED,
  params: z.strictObject({ date: latestOrDate }),
  querystring: z.strictObject({ base: z.optional(code), symbols: z.optional(codes) }),
  response: {
    200: z.object({
      amount: z.number(),
      base: z.string(),
      date: v.calendarDate,
      rates: ratesByCode,
    }),
    404: v.messageResponse,
    422: v.messageResponse,
    503: v.messageResponse,
  },
} satisfies EndpointSchema

/** What one unit of `base` is worth in `quote`. */
export const pairRate = z.object({
  date: v.calendarDate,
  base: z.string(),
  quote: z.string(),
  rate: z.number(),
})
export const frankfurterError = z.object({ status: z.int(), message: z.string() })
const frankfurterErrors = { 404: frankfurterError, 422: frankfurterError, 503: frankfurterError }

export const frankfurterRate = {
  summary: 'The newest rate of a pair on or before a day in the form of Frankfurter v2',
  description:
    'The day defaults to today in Colombo. `date` in the response is the rate’s own day.' + DERIVED,
  params: z.strictObject({ base: code, quote: code }),
  querystring: z.strictObject({ date: z.optional(v.calendarDate) }),
  response: { 200: pairRate, ...frankfurterErrors },
} satisfies EndpointSchema

export const frankfurterRates = {
  summary: 'The rates of pairs, of a day or of at most five years, in the form of Frankfurter v2',
  description:
    'With `from`, the days up to `to` (today) on which both have a rate of their own; else the newest rate of each pair on or before ' +
    '`date` (today), each with its own day. `base` has to be named; `quotes` defaults to all others.' +
    DERIVED,
  querystring: z.strictObject({
    base: z.optional(code),
    quotes: z.optional(codes),
    date: z.optional(v.calendarDate),
    from: z.optional(v.calendarDate),
    to: z.optional(v.calendarDate),
  }),
  response: { 200: z.array(pairRate), ...frankfurterErrors },
} satisfies EndpointSchema

export const openExchangeRates = z.object({
  disclaimer: z.string(),
  license: z.string(),
  /** 09:30 in Colombo on the day of the rates, in seconds since 1970. */
  timestamp: z.int(),
  base: z.string(),
  rates: ratesByCode,
})
export const openExchangeRatesError = z.object({
  error: z.literal(true),
  status: z.int(),
  message: z.string(),
  description: z.string(),
})

/** What clients of Open Exchange Rates send beside these fields, such as `prettyprint`, changes nothing. */
const openExchangeRatesQuery = z.object({
  app_id: z.optional(z.string()),
  base: z.optional(code),
  symbols: z.optional(codes),
})
const openExchangeRatesResponse = {
  200: openExchangeRates,
  400: openExchangeRatesError,
  503: openExchangeRatesError,
}
const openExchangeRatesDescription =
  'Of the newest day that has any of these rates, which `timestamp` tells (09:30 in Colombo); `rates` has the currencies with a rate ' +
  'of that very day. `base` defaults to USD, `symbols` to all. `app_id` is not read.' +
  DERIVED

export const openExchangeRatesLatest = {
  summary: 'The newest rates in the form of Open Exchange Rates',
  description: openExchangeRatesDescription,
  querystring: openExchangeRatesQuery,
  response: openExchangeRatesResponse,
} satisfies EndpointSchema

export const openExchangeRatesDay = {
  summary: 'The rates of a day, or of the newest before it, in the form of Open Exchange Rates',
  description: openExchangeRatesDescription,
  params: z.strictObject({ date: v.calendarDate }),
  querystring: openExchangeRatesQuery,
  response: { ...openExchangeRatesResponse, 404: openExchangeRatesError },
} satisfies EndpointSchema

const rateNews = {
  description:
    'An entry for each new rate of the last 90 days and for each correction of any day, the newest 60 first. A correction is an entry ' +
    'of its own, with an id of its own, and links to the day with its history. The bundled sample is left out.' +
    KIND_DESCRIPTION,
  params: z.strictObject({ currency: v.currency }),
  querystring: z.strictObject(v.kindField),
  response: { 200: z.string() },
} satisfies Omit<EndpointSchema, 'summary'>

export const rateNewsAtom = {
  summary: 'New rates and corrections of a currency as an Atom feed (RFC 4287)',
  ...rateNews,
} satisfies EndpointSchema

export const rateNewsJson = {
  summary: 'New rates and corrections of a currency as a JSON feed, version 1.1',
  ...rateNews,
} satisfies EndpointSchema
