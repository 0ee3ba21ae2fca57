import * as z from 'zod/mini'
import { isCalendarDate } from '../../domain/calendar-date.ts'
import { inputError } from '../../domain/input-error.ts'
import { endpoint } from '../endpoint.ts'
import * as v from '../values.ts'

/**
 * A currency of a dialect, in any case; which ones there are, each dialect says in its own form.
 */
const code = z.string().check(z.meta({ examples: ['USD'] }))
const codes = z
  .string()
  .check(z.meta({ examples: ['LKR,GBP'], description: 'Codes with commas between.' }))
const providers = z
  .string()
  .check(
    z.meta({ examples: ['CBSL'], description: 'Keys of `/v2/providers` with commas between.' }),
  )
const amount = v.numberInText(
  (text) => /^\d{1,15}(?:\.\d{1,15})?$/.test(text) && Number(text) > 0,
  'invalid amount',
  {
    type: 'number',
    exclusiveMinimum: 0,
    examples: [100],
    description: 'Of the base; 1 without it.',
  },
)
/** What so much of the base is worth, by currency. */
const ratesByCode = z.record(z.string(), z.number())
const DERIVED =
  ' `base` defaults to LKR. Rates that are not in rupees are derived from the rates in rupees ' +
  'of one day, exactly, and rounded once to 12 significant digits.'

const isDayOrNothing = (text: string) => text === '' || isCalendarDate(text)
/** Two days, or the first alone, as Frankfurter v1 writes them in a path. */
const dayRange = z.string().check(
  z.refine((text) => /^[^.]+\.\.[^.]*$/.test(text) && text.split('..').every(isDayOrNothing), {
    error: inputError('no such date'),
    abort: true,
  }),
  z.meta({ examples: ['2026-09-28..2026-09-29', '2026-09-28..'] }),
)

const ratesOfDay = z.object({
  amount: z.number(),
  base: z.string(),
  date: v.calendarDate,
  rates: ratesByCode,
})
const ratesOfDays = z.object({
  amount: z.number(),
  base: z.string(),
  start_date: v.calendarDate,
  end_date: v.calendarDate,
  rates: z.record(z.string(), ratesByCode),
})

export const frankfurterDay = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v1/:date',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v1: rates',
  description:
    'The rates of one day, or of each of at most five years, in the form of Frankfurter v1. ' +
    'The day is `latest` or such as `2025-08-29`: the newest day on or before it that has any ' +
    'of these rates. `rates` has the currencies with a rate of that very day. ' +
    '`2025-08-01..2025-08-29`, or `2025-08-01..` up to today, gives them by day.' +
    DERIVED,
  params: z.strictObject({
    date: z.union([z.literal(['latest', 'current']), v.calendarDate, dayRange], {
      error: inputError('no such date'),
    }),
  }),
  // As in the original, what is not known says nothing.
  query: z.object({
    base: z.optional(code),
    symbols: z.optional(codes),
    from: z.optional(code.check(z.meta({ description: 'Another name of `base`.' }))),
    to: z.optional(codes.check(z.meta({ description: 'Another name of `symbols`.' }))),
    amount: z.optional(amount),
  }),
  response: {
    200: z.union([ratesOfDay, ratesOfDays]),
    404: v.messageResponse,
    422: v.messageResponse,
    503: v.messageResponse,
  },
})

/** What one unit of `base` is worth in `quote`; with `expand`, who says so. */
const pairRate = z.object({
  date: v.calendarDate,
  base: z.string(),
  quote: z.string(),
  rate: z.number(),
  providers: z.optional(
    z.array(z.object({ key: z.string(), date: v.calendarDate, rate: z.number() })),
  ),
})
const expand = v.oneOf('expand', ['providers'])
const frankfurterError = z.object({ status: z.int(), message: z.string() })
const frankfurterErrors = { 404: frankfurterError, 422: frankfurterError, 503: frankfurterError }

export const frankfurterRate = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v2/rate/:base/:quote',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v2: one pair',
  description:
    'The newest rate of a pair on or before a day in the form of Frankfurter v2. ' +
    'The day defaults to today in Colombo. `date` in the response is the rate’s own day.' +
    DERIVED,
  params: z.strictObject({ base: code, quote: code }),
  query: z.strictObject({
    date: z.optional(v.calendarDate),
    providers: z.optional(providers),
    expand: z.optional(expand),
  }),
  response: { 200: pairRate, ...frankfurterErrors },
})

export const frankfurterRates = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v2/rates',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v2: rates',
  description:
    'The rates of pairs, of a day or of at most five years, in the form of Frankfurter v2. ' +
    'With `from`, the days up to `to` (today) on which both have a rate of their own; else the ' +
    'newest rate of each pair on or before `date` (today), each with its own day. `quotes` ' +
    'defaults to all, the base with 1 among them. `group` gives the mean of these days of ' +
    'every week or month that the range touches, whole, under its first day (a Monday, the 1st), for any number of ' +
    'years. A range whose first day has no rate begins with the newest one before it, of two ' +
    'weeks at most. `providers` takes the first that is known, the feed before banks; without ' +
    'one the list is empty.' +
    DERIVED,
  query: z.strictObject({
    base: z.optional(code),
    quotes: z.optional(codes),
    providers: z.optional(providers),
    date: z.optional(v.calendarDate),
    from: z.optional(v.calendarDate),
    to: z.optional(v.calendarDate),
    group: z.optional(v.oneOf('group', ['week', 'month'])),
    expand: z.optional(expand),
  }),
  response: { 200: z.array(pairRate), ...frankfurterErrors },
})

export const frankfurterNames = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v1/currencies',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v1: currencies',
  description: 'The names of the currencies in the form of Frankfurter v1. By code, in English.',
  response: { 200: z.record(z.string(), z.string()), 503: v.messageResponse },
})

/** The first and the newest day with a rate; null where there is none. */
const span = {
  start_date: z.nullable(v.calendarDate),
  end_date: z.nullable(v.calendarDate),
}

const currency = z.object({ iso_code: z.string(), name: z.string(), symbol: z.string(), ...span })

export const frankfurterCurrency = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v2/currency/:code',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v2: one currency',
  description: 'With the keys of those whose rates of it there are.',
  params: z.strictObject({ code }),
  response: {
    200: z.extend(currency, { providers: z.array(z.string()) }),
    ...frankfurterErrors,
  },
})

export const frankfurterCurrencies = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v2/currencies',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v2: currencies',
  description:
    'With the first and the newest day of their rates. `scope=all` adds nothing: none is out ' +
    'of use.',
  query: z.object({ scope: z.optional(z.string()), providers: z.optional(providers) }),
  response: {
    200: z.array(currency),
    422: frankfurterError,
    503: frankfurterError,
  },
})

export const frankfurterProviders = endpoint({
  method: 'GET',
  url: '/api/compat/frankfurter/v2/providers',
  access: 'public',
  anyOrigin: true,
  summary: 'Frankfurter v2: providers',
  description:
    'Whose rates these are, in the form of Frankfurter v2. ' +
    'The feed that is followed, from its first rates on, and the banks that have rates here: ' +
    'theirs are what they ask for a telegraphic transfer.',
  response: {
    200: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        base: z.string(),
        pivot_currency: z.string(),
        rate_type: z.string(),
        ...span,
        currencies: z.array(z.string()),
      }),
    ),
    503: frankfurterError,
  },
})
