import * as z from 'zod/mini'
import { daysBetween } from '../../domain/calendar-date.ts'
import { MAX_CUSTOMS_DAYS, MAX_DOCUMENT, MAX_GAZETTE } from '../../domain/customs-week.ts'
import { inputError } from '../../domain/input-error.ts'
import { CUSTOMS_ROW_STATUSES } from '../../domain/row-status.ts'
import type { EndpointSchema } from '../endpoint.ts'
import { reason } from './entries.schema.ts'
import { errorBody } from './error.schema.ts'
import { listedImport, undoImport } from './imports.schema.ts'
import { customsSchedule } from './rates/rate-history.schema.ts'
import * as v from './values.ts'

const gazetteMissing = inputError('gazette missing')
const documentForm = inputError('document form', String(MAX_DOCUMENT))

/** A schedule of customs rates: the days of effect, where they stand, and rows with a currency's code and its rate. */
export const customsImportBody = z
  .strictObject({
    text: v.plainText(inputError('rows missing')),
    first_day: v.calendarDate,
    last_day: v.calendarDate,
    /** Its number. */
    gazette: z.pipe(
      v.plainText(gazetteMissing).check(
        z.refine((text) => text.trim() !== '', { error: gazetteMissing }),
        z.maxLength(MAX_GAZETTE, { error: inputError('gazette too long', String(MAX_GAZETTE)) }),
      ),
      z.transform((text: string) => text.trim()),
    ),
    /** Address of the gazette. */
    document: z.optional(
      v.plainText(documentForm).check(
        z.refine((text) => /^https?:\/\/\S+$/.test(text), { error: documentForm }),
        z.maxLength(MAX_DOCUMENT, { error: documentForm }),
      ),
    ),
    /** Why rows that look wrong are right; kept in the audit trail. */
    reason: z.optional(reason),
  })
  .check(
    z.refine(({ first_day, last_day }) => first_day <= last_day, {
      error: inputError('week ends before it begins'),
      path: ['last_day'],
    }),
    z.refine(({ first_day, last_day }) => daysBetween(first_day, last_day) < MAX_CUSTOMS_DAYS, {
      error: inputError('week too long', String(MAX_CUSTOMS_DAYS)),
      path: ['last_day'],
    }),
  )
export type CustomsImport = z.output<typeof customsImportBody>

export const customsRow = z.object({
  /** Line of the text, from 1. */
  line: z.int(),
  /** What stood there, for a user to find it again. */
  given: z.string(),
  currency: z.nullable(v.currency),
  rate: z.nullable(v.rateOutput),
  verdict: z.enum(CUSTOMS_ROW_STATUSES),
  /** Why the verdict, to a user. */
  sentences: z.array(z.string()),
  /** The rate that is entered for the first day now. */
  replaces: z.nullable(v.rateOutput),
})
export type CustomsRow = z.output<typeof customsRow>

/** An example that the server refuses, its days being long past: pasted as it is, it enters nothing. */
const REFUSED_SCHEDULE = {
  text: 'US Dollar,USD,301.25\n',
  first_day: '2000-01-03',
  last_day: '2000-01-09',
  gazette: '1113/01',
}

export const previewCustoms = {
  summary: 'What entering a schedule of customs rates would do, row by row; nothing is written',
  description:
    'Takes the same body as the import itself. A row has a currency’s code and, behind it, rupees for one unit. `missing` names the currencies without a row.',
  example: REFUSED_SCHEDULE,
  body: customsImportBody,
  response: {
    200: v.dataResponse({
      rows: z.array(customsRow),
      /** How many rows have each verdict; those of no row are left out. */
      counts: z.record(z.string(), z.int()),
      missing: z.array(v.currency),
      /** Whether the import may happen: no row is wrong, and it changes a rate, the days or the gazette. */
      importable: z.boolean(),
    }),
  },
} satisfies EndpointSchema

export const importCustoms = {
  summary: 'Enter a schedule of customs rates: all rows or, where one cannot be, none',
  description:
    'The rates are of the kind `customs` and dated on the first day. An `Idempotency-Key` header makes a repeat return the first response.',
  example: REFUSED_SCHEDULE,
  body: customsImportBody,
  response: {
    201: v.changeResponse({ id: v.id, added: z.int(), replaced: z.int(), unchanged: z.int() }),
    409: errorBody,
  },
} satisfies EndpointSchema

export const undoCustoms = {
  summary: 'Take a schedule of customs rates back',
  description:
    'What it added is deleted, what it replaced is put back, and so are the days of effect. A rate that was changed after it stays as it is and is counted; the days of effect then stay as well. 409 while a schedule that was entered later for the same first day stands: that one is undone first.',
  params: z.strictObject({ id: v.idInPath }),
  response: undoImport.response,
} satisfies EndpointSchema

export const listCustomsImports = {
  summary: 'The last 20 schedules of customs rates that were entered, newest first',
  description: '`undone_at` and `undone_by` are null for one that stands; `rows` counts its rates.',
  response: {
    200: z.object({ data: z.array(z.extend(listedImport, customsSchedule.shape)) }),
  },
} satisfies EndpointSchema
