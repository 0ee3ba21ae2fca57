import * as z from 'zod/mini'
import { inputError } from '../../domain/input-error.ts'
import { HOLIDAY_SCOPES, MAX_HOLIDAY_NAME, MIN_LISTED_HOLIDAYS } from '../../domain/bank-holiday.ts'
import { DATE_ORDERS } from '../../domain/day-text.ts'
import { HOLIDAY_ROW_STATUSES } from '../../domain/row-status.ts'
import type { EndpointSchema } from '../endpoint.ts'
import { reason } from './entries.schema.ts'
import { errorBody } from './error.schema.ts'
import { listImports, undoImport } from './imports.schema.ts'
import * as v from './values.ts'

const yearQuery = z.strictObject({
  year: z.optional(
    v.numberInText((text) => /^(?:19|2[0-9])[0-9]{2}$/.test(text), 'year must be from 1900 to 2999.', {
      minimum: 1900,
      maximum: 2999,
      examples: [2026],
    }),
  ),
})

const scope = v
  .oneOf('scope', HOLIDAY_SCOPES)
  .check(
    z.meta({ description: '`bank`: of the year’s list; `special`: declared by itself, as during a year.' }),
  )

const holiday = z.object({ date: v.calendarDate, name: z.string(), scope, source: z.string() })
const enteredHoliday = z.extend(holiday, {
  entered_at: v.instant,
  /** Name of who entered it; null where it came with the product. */
  entered_by: z.nullable(z.string()),
})
export type EnteredHoliday = z.output<typeof enteredHoliday>

const yearFields = {
  year: z.int(),
  /** Whether the year's list is known: of no other year can it be said that a day is no holiday. */
  listed: z.boolean(),
  /** The years with a holiday, ascending. */
  years: z.array(z.int()),
  /** Years whose list should be known by now: this one and, from 1 November on, the next. */
  years_missing: z.array(z.int()),
} as const

export const bankHolidays = {
  summary: 'The bank holidays of a year',
  description:
    'The year defaults to the present one in Colombo. Weekends are not among them unless a holiday falls on one. ' +
    `A year counts as \`listed\` from ${MIN_LISTED_HOLIDAYS} holidays of the scope \`bank\` on; as long as it is not, a weekday without a rate has the reason \`no holiday list\`.`,
  querystring: yearQuery,
  response: { 200: v.dataResponse({ ...yearFields, holidays: z.array(holiday) }) },
} satisfies EndpointSchema

export const calendarFile = {
  summary: 'All known bank holidays as iCalendar (RFC 5545), to subscribe to',
  description: 'Every holiday is an event of a whole day; its UID stays the same when its name changes.',
  response: { 200: z.string() },
} satisfies EndpointSchema

export const enteredHolidays = {
  summary: 'The bank holidays of a year, with who entered each and when',
  description: 'As the public list, for signed-in users.',
  querystring: yearQuery,
  response: { 200: v.dataResponse({ ...yearFields, holidays: z.array(enteredHoliday) }) },
} satisfies EndpointSchema

/** What is imported: rows with a date and a name, pasted or of one day. */
export const holidayImportBody = z.strictObject({
  text: v.plainText('The rows must come as text.'),
  scope,
  /** Where the list stands, such as the number of the gazette. */
  source: v.plainText(inputError('source missing')).check(
    z.refine((text) => text.trim() !== '', { error: inputError('source missing') }),
    z.maxLength(200, { error: inputError('source too long', '200') }),
  ),
  /** Whether the days stop being bank holidays; a name is then not needed. */
  remove: z.optional(z.boolean({ error: inputError('choice', 'remove', 'true or false') })),
  /** How dates such as 03/04/2026 are meant, once a user has said so. */
  date_order: z.optional(v.oneOf('date_order', DATE_ORDERS)),
  /** Why rows that contradict a published rate are right; kept in the audit trail. */
  reason: z.optional(reason),
})
export type HolidayImport = z.output<typeof holidayImportBody>

export const holidayRow = z.object({
  /** Line of the text, from 1. */
  line: z.int(),
  /** What stood there, for a user to find it again. */
  given: z.string(),
  date: z.nullable(v.calendarDate),
  /** At most `MAX_HOLIDAY_NAME` characters. */
  name: z.nullable(z.string().check(z.maxLength(MAX_HOLIDAY_NAME))),
  verdict: z.enum(HOLIDAY_ROW_STATUSES),
  /** Why the verdict, to a user; empty for `new`. */
  sentence: z.string(),
  /** The name that the day has now. */
  replaces: z.nullable(z.string()),
})
export type HolidayRow = z.output<typeof holidayRow>

/** An example that the server refuses: pasted as it is, it changes nothing. */
const REFUSED_ROWS = { text: '2027-02-30, Independence Day\n', scope: 'bank', source: 'Gazette' }

export const previewHolidays = {
  summary: 'What an import of bank holidays would do, row by row; nothing is written',
  description:
    'Takes the same body as the import itself. `importable` says whether the import would be accepted.',
  example: REFUSED_ROWS,
  body: holidayImportBody,
  response: {
    200: v.dataResponse({
      rows: z.array(holidayRow),
      /** How many rows have each verdict; those of no row are left out. */
      counts: z.record(z.string(), z.int()),
      /** Whether the import may happen: no row is wrong, ambiguous or outside the window, and one changes something. */
      importable: z.boolean(),
    }),
  },
} satisfies EndpointSchema

export const importHolidays = {
  summary: 'Enter or remove bank holidays: all rows or, where one cannot be, none',
  description: 'An `Idempotency-Key` header makes a repeat return the first response.',
  example: REFUSED_ROWS,
  body: holidayImportBody,
  response: {
    201: v.changeResponse({
      id: v.id,
      added: z.int(),
      replaced: z.int(),
      removed: z.int(),
      unchanged: z.int(),
    }),
    409: errorBody,
  },
} satisfies EndpointSchema

export const undoHolidays = {
  summary: 'Take an import of bank holidays back',
  description:
    'What it added is removed, what it replaced or removed is put back. A day that was changed after the import stays as it is and is counted.',
  params: z.strictObject({ id: v.idInPath }),
  response: undoImport.response,
} satisfies EndpointSchema

export const listHolidayImports = {
  summary: 'The last 20 imports of bank holidays, newest first',
  description: '`undone_at` and `undone_by` are null for an import that stands.',
  response: listImports.response,
} satisfies EndpointSchema
