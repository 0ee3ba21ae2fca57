import * as z from 'zod/mini'
import { inputError } from '../domain/input-error.ts'
import { ACCOUNTING_FORMATS, exportNames } from '../domain/integrations.ts'
import { endpoint, PUBLIC_READ } from './endpoint.ts'
import { month } from './periods.ts'
import { decisionQuery, oneChoice, POLICY_DESCRIPTION } from './policies.ts'
import { KIND_DESCRIPTION } from './rates/rates.ts'
import * as v from './values.ts'

const exportName = v.oneOfConfigured(
  exportNames,
  inputError(
    'choice',
    'The file',
    `a currency or all, a dot and one of ${ACCOUNTING_FORMATS.join(', ')}`,
  ),
)

export const rateExport = endpoint({
  method: 'GET',
  url: '/api/export/:file',
  access: 'public',
  anyOrigin: true,
  media: ['text/csv', 'text/plain'],
  summary: 'File for accounting',
  description:
    'The rates of a currency, or of all, as a file for an accounting program. ' +
    'The name of the file is a currency or `all`, a dot, and what the file is for: ' +
    '`beancount`; `ledger` (also hledger); `csv` (`date,currency,rate,kind,publisher,units`, ' +
    'which can be imported here as it is, unless its rates are customs rates); `odoo.csv`. Always ' +
    'rupees for one unit, with 4 decimals, or 6 or 7 where rates are kept for 100 or 1,000 units, ' +
    'and only days with a rate of their own: these programs carry the last one ' +
    'forward. `to` defaults to today, `from` to 399 days before `to`.' +
    KIND_DESCRIPTION +
    POLICY_DESCRIPTION +
    ' Such a file has a row for every calendar day, and a policy by month a row for each ' +
    'finished month, dated its last day. It cannot be imported here.',
  params: z.strictObject({ file: exportName }),
  query: z
    .strictObject({
      from: z.optional(v.calendarDate),
      to: z.optional(v.calendarDate),
      ...v.kindAndPublisher,
      ...decisionQuery,
    })
    .check(...oneChoice),
  response: { 200: z.string() },
})

// The union needs an error of its own because a date stops at its first error.
const latestOrDate = z.union([z.literal('latest'), v.calendarDate], {
  error: inputError('no such date'),
})

export const dayValue = endpoint({
  ...PUBLIC_READ,
  url: '/api/value/:currency/:date.txt',
  media: ['text/plain'],
  summary: 'Spreadsheet: a rate',
  description:
    'The newest rate on or before a day as one plain number, for a cell of a spreadsheet. ' +
    '`302.4465` and a new line; the header `Rate-Date` has the rate’s own day. The day is ' +
    '`latest` or such as `2025-08-29`. With `strict=1` a day without a rate of its own gets ' +
    '404.' +
    KIND_DESCRIPTION +
    POLICY_DESCRIPTION,
  params: z.strictObject({ currency: v.currency, date: latestOrDate }),
  query: z
    .strictObject({
      strict: z.optional(z.enum(['0', '1'], { error: inputError('choice', 'strict', '0 or 1') })),
      ...v.kindAndPublisher,
      ...decisionQuery,
    })
    .check(
      ...oneChoice,
      z.refine(({ policy, strict }) => policy === undefined || strict === undefined, {
        error: inputError('choice', 'strict', 'left out beside a policy'),
        path: ['strict'],
      }),
    ),
  response: { 200: z.string() },
})

export const monthValue = endpoint({
  ...PUBLIC_READ,
  url: '/api/value/:currency/:month/:figure.txt',
  media: ['text/plain'],
  summary: 'Spreadsheet: a month',
  description:
    'The closing or the average rate of a month as one plain number. ' +
    'As `/periods` gives them: `closing` is the newest rate on or before the last day, ' +
    '`average` the mean of the days with a rate of their own, up to today. The header ' +
    '`Rate-Date` has the newest day that counts. 404 for a month without a rate.' +
    KIND_DESCRIPTION,
  params: z.strictObject({
    currency: v.currency,
    month,
    figure: z.enum(['average', 'closing'], {
      error: inputError('choice', 'The figure', 'average or closing'),
    }),
  }),
  query: z.strictObject(v.kindAndPublisher),
  response: { 200: z.string() },
})

export const rateNewsAtom = endpoint({
  ...PUBLIC_READ,
  url: '/feed/:currency.atom',
  media: ['application/atom+xml'],
  summary: 'Atom feed',
  description:
    'New rates and corrections of a currency as an Atom feed (RFC 4287). ' +
    'An entry for each new rate of the last 90 days and for each correction of any day, the ' +
    'newest 60 first. A correction is an entry of its own, with an id of its own, and links to ' +
    'the day with its history. The bundled sample is left out.' +
    KIND_DESCRIPTION,
  params: z.strictObject({ currency: v.currency }),
  query: z.strictObject(v.kindAndPublisher),
  response: { 200: z.string() },
})
