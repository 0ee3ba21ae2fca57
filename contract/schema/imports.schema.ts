import * as z from 'zod/mini'
import { inputError } from '../../domain/input-error.ts'
import { DATE_ORDERS } from '../../domain/day-text.ts'
import { ROW_STATUSES } from '../../domain/row-status.ts'
import type { EndpointSchema } from '../endpoint.ts'
import { errorBody } from './error.schema.ts'
import { rateWarning } from './entries.schema.ts'
import {
  calendarDate,
  currency,
  id,
  idInPath,
  instant,
  kindField,
  plainText,
  rateKind,
  rateOutput,
} from './values.ts'

/** What is imported: a pasted block or a CSV file, as text; a spreadsheet's rows as `readSheet` gives them. */
export const rateImportBody = z.strictObject({
  text: plainText(inputError('rows missing')),
  /** For rows that name no currency. */
  currency: z.optional(currency),
  /** For rows that name no kind; indicative without it. */
  kind: z.optional(rateKind),
  /** How dates such as 03/04/2026 are meant, once a user has said so. */
  date_order: z.optional(
    z.enum(DATE_ORDERS, { error: inputError('choice', 'date_order', `one of ${DATE_ORDERS.join(', ')}`) }),
  ),
  /** Why rates that look wrong are right; kept in the audit trail. */
  reason: z.optional(plainText().check(z.maxLength(500, { error: inputError('reason too long', '500') }))),
})
export type RateImport = z.output<typeof rateImportBody>

export const importRow = z.object({
  /** Line of the text, from 1. */
  line: z.int(),
  /** What stood there, for a user to find it again. */
  given: z.string(),
  date: z.nullable(calendarDate),
  currency: z.nullable(currency),
  /** There where the row or the request names one. */
  ...kindField,
  rate: z.nullable(rateOutput),
  verdict: z.enum(ROW_STATUSES),
  /** Why the verdict, to a user; empty for `new`. */
  sentence: z.string(),
  /** The live entry's rate that this row replaces. */
  replaces: z.nullable(rateOutput),
  warnings: z.array(rateWarning),
})
export type ImportRow = z.output<typeof importRow>

/** An example that the server refuses, its day being long past: pasted as it is, it imports nothing. */
const REFUSED_ROWS = { text: 'Date,Currency,Rate\n2000-01-03,USD,301.25\n' }

export const readSheet = {
  summary: 'The rows of a spreadsheet as text, for the preview and the import; nothing is written',
  description:
    'The body is the XLSX file itself, of at most 2 MiB. `text` has the rows of its first sheet, cells parted by tabs and days as YYYY-MM-DD. ' +
    'Answers 400 for a file that is no spreadsheet, is protected with a password or has more than 10,000 rows, and 413 for one that is larger unpacked than 16 MiB.',
  body: z.file(),
  response: { 200: z.object({ data: z.object({ text: z.string() }) }) },
} satisfies EndpointSchema

export const previewImport = {
  summary: 'What an import would do, row by row; nothing is written',
  description:
    'Takes the same body as the import itself. `importable` says whether the import would be accepted. A column `Kind` says of which ' +
    'kind each row is; rows that name none are of the kind of the request, and indicative without it.',
  example: REFUSED_ROWS,
  body: rateImportBody,
  response: {
    200: z.object({
      data: z.object({
        rows: z.array(importRow),
        /** How many rows have each verdict; those of no row are left out. */
        counts: z.record(z.string(), z.int()),
        /** Whether the import may happen: no row is wrong, ambiguous or outside the window, and one changes something. */
        importable: z.boolean(),
      }),
    }),
  },
} satisfies EndpointSchema

export const commitImport = {
  summary: 'Import all rows or, where one cannot be, none',
  description: 'An `Idempotency-Key` header makes a repeat return the first answer.',
  example: REFUSED_ROWS,
  body: rateImportBody,
  response: {
    201: z.object({
      message: z.string(),
      data: z.object({
        id,
        added: z.int(),
        replaced: z.int(),
        unchanged: z.int(),
        /** How many rows looked suspicious or were of a holiday, and were imported all the same. */
        warned: z.int(),
      }),
    }),
    409: errorBody,
  },
} satisfies EndpointSchema

export const undoImport = {
  summary: 'Take an import back: what it added is deleted, what it replaced is put back',
  description: 'An entry that was changed after the import stays as it is and is counted.',
  params: z.strictObject({ id: idInPath }),
  response: {
    200: z.object({
      message: z.string(),
      data: z.object({ removed: z.int(), put_back: z.int(), left: z.int() }),
    }),
    409: errorBody,
  },
} satisfies EndpointSchema

export const listImports = {
  summary: 'The last 20 imports, newest first',
  description: '`undone_at` and `undone_by` are null for an import that stands.',
  response: {
    200: z.object({
      data: z.array(
        z.object({
          id,
          created_at: instant,
          created_by: z.string(),
          rows: z.int(),
          undone_at: z.nullable(instant),
          undone_by: z.nullable(z.string()),
        }),
      ),
    }),
  },
} satisfies EndpointSchema
