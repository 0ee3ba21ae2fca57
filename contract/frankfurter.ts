import * as z from 'zod/mini'
import { isCalendarDate } from '../domain/calendar-date.ts'
import { inputError } from '../domain/input-error.ts'
import { endpoint, PUBLIC_READ } from './endpoint.ts'
import { decisionQuery, oneChoice } from './policies.ts'
import * as v from './values.ts'

// Clients of Frankfurter (https://frankfurter.dev), v1 and v2.

/** The routes refuse unknown codes in Frankfurter's form. */
const code = z.string().check(z.meta({ examples: ['USD'] }))
const codes = z
  .string()
  .check(z.meta({ examples: ['LKR,GBP'], description: 'Codes with commas between.' }))
// Refused because ignoring them would change the meaning of the response.
/* eslint-disable no-restricted-syntax -- Clients of Frankfurter get its sentences, not codes. */
const unsupported = z.optional(z.never({ error: 'unsupported parameter' }))
const amount = z.optional(z.literal('1', { error: 'only amount=1 is supported' }))
/* eslint-enable no-restricted-syntax */
const ignored = z.optional(z.string().check(z.meta({ description: 'Ignored.' })))
const anyPair = {
  // Currency converters send the amount of one unit and the language of their page.
  amount,
  locale: ignored,
  // jQuery sends it with `cache: false`; money.js’s examples fetch rates by jQuery.
  _: ignored,
  ...v.kindAndPublisher,
  ...decisionQuery,
}
const DERIVED =
  ' `base` defaults to LKR. Rates that are not in rupees are derived from the rates in rupees ' +
  'of one day, exactly, and rounded once to 12 significant digits. `kind` and `publisher` choose ' +
  'other rates than the indicative ones of the main series. `policy`, with `known_at` perhaps, ' +
  'takes the rate of a rate policy, but not of a range; the header `Rate-Policy` names its ' +
  'version. Any other parameter is refused with 422.'

const isDayOrEmpty = (text: string) => text === '' || isCalendarDate(text)
/** A path of Frankfurter v1 has `2026-01-01..2026-02-01`, or `2026-01-01..` to today. */
const dayRange = z.string().check(
  z.refine((text) => /^[^.]+\.\.[^.]*$/.test(text) && text.split('..').every(isDayOrEmpty), {
    error: inputError('no such date'),
    abort: true,
  }),
  z.meta({ examples: ['2026-09-28..2026-09-29', '2026-09-28..'] }),
)
const ratesByCode = z.record(z.string(), z.number())
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
  ...PUBLIC_READ,
  url: '/api/compat/frankfurter/v1/:date',
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
  query: z
    .strictObject({
      base: z.optional(code),
      symbols: z.optional(codes),
      from: z.optional(code.check(z.meta({ description: 'Another name of `base`.' }))),
      to: z.optional(codes.check(z.meta({ description: 'Another name of `symbols`.' }))),
      ...anyPair,
    })
    .check(...oneChoice),
  response: {
    200: z.union([ratesOfDay, ratesOfDays]),
    404: v.messageResponse,
    422: v.messageResponse,
    503: v.messageResponse,
  },
})

const pairRate = z.object({
  date: v.calendarDate,
  base: z.string(),
  quote: z.string(),
  rate: z.number(),
})
const frankfurterError = z.object({ status: z.int(), message: z.string() })

export const frankfurterRate = endpoint({
  ...PUBLIC_READ,
  url: '/api/compat/frankfurter/v2/rate/:base/:quote',
  summary: 'Frankfurter v2: one pair',
  description:
    'The newest rate of a pair on or before a day in the form of Frankfurter v2. ' +
    'The day defaults to today in Colombo. `date` in the response is the rate’s own day.' +
    DERIVED,
  params: z.strictObject({ base: code, quote: code }),
  query: z
    .strictObject({ date: z.optional(v.calendarDate), providers: unsupported, ...anyPair })
    .check(...oneChoice),
  response: { 200: pairRate, 404: frankfurterError, 422: frankfurterError, 503: frankfurterError },
})

export const frankfurterRates = endpoint({
  ...PUBLIC_READ,
  url: '/api/compat/frankfurter/v2/rates',
  summary: 'Frankfurter v2: rates',
  description:
    'The rates of pairs, of a day or of at most five years, in the form of Frankfurter v2. ' +
    'With `from`, the days up to `to` (today; `to` needs `from`) on which both have a rate of their own; else the ' +
    'newest rate of each pair on or before `date` (today), each with its own day. `quotes` ' +
    'defaults to all, the base with 1 among them. A range whose first day has no rate begins ' +
    'with the newest one before it, of two weeks at most. `group` and `providers` are refused.' +
    DERIVED,
  query: z
    .strictObject({
      base: z.optional(code),
      quotes: z.optional(codes),
      date: z.optional(v.calendarDate),
      from: z.optional(v.calendarDate),
      to: z.optional(v.calendarDate),
      group: unsupported,
      providers: unsupported,
      ...anyPair,
    })
    .check(...oneChoice),
  response: { 200: z.array(pairRate), 422: frankfurterError, 503: frankfurterError },
})

export const frankfurterNames = endpoint({
  ...PUBLIC_READ,
  url: '/api/compat/frankfurter/v1/currencies',
  summary: 'Frankfurter v1: currencies',
  description: 'The names of the currencies in the form of Frankfurter v1. By code, in English.',
  query: z.strictObject({ _: ignored }),
  response: {
    200: z.record(z.string(), z.string()),
    422: v.messageResponse,
    503: v.messageResponse,
  },
})

export const frankfurterCurrencies = endpoint({
  ...PUBLIC_READ,
  url: '/api/compat/frankfurter/v2/currencies',
  summary: 'Frankfurter v2: currencies',
  description:
    'The currencies in the form of Frankfurter v2. ' +
    'With the first and the newest day of their rates; null if there are none.',
  // frankfurter-js sends `scope`; all currencies are listed anyway.
  query: z.strictObject({ scope: ignored, _: ignored }),
  response: {
    200: z.array(
      z.object({
        iso_code: z.string(),
        name: z.string(),
        symbol: z.string(),
        start_date: z.nullable(v.calendarDate),
        end_date: z.nullable(v.calendarDate),
      }),
    ),
    422: frankfurterError,
    503: frankfurterError,
  },
})
