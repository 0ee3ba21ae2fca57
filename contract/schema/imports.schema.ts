import * as z from 'zod/mini'
import { inputError } from '../../domain/input-error.ts'
import { DATE_ORDERS } from '../../domain/day-text.ts'
import { COLUMN_USES, isReadable } from '../../domain/imports/column-use.ts'
import { MAX_SHEETS, TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { ROW_STATUSES } from '../../domain/row-status.ts'
import type { EndpointSchema } from '../endpoint.ts'
import { errorBody } from './error.schema.ts'
import { rateWarning, reason } from './entries.schema.ts'
import * as v from './values.ts'

const dateOrder = v.oneOf('date_order', DATE_ORDERS)
const columnUse = z.enum(COLUMN_USES, { error: inputError('columns') })

/** What is imported: a pasted block or a CSV file, as text; a spreadsheet's rows as `readSheet` gives them. */
export const rateImportBody = z.strictObject({
  text: v.plainText(inputError('rows missing')),
  /** For rows that name no currency. */
  currency: z.optional(v.currency),
  /** For rows that name no kind; indicative without it. */
  kind: z.optional(v.rateKind),
  /** How dates such as 03/04/2026 are meant, once a user has said so. */
  date_order: z.optional(dateOrder),
  /** What each column holds, where the headings do not say it. */
  columns: z.optional(
    z.array(columnUse, { error: inputError('columns') }).check(
      z.maxLength(TABLE_LIMITS.cells, { error: inputError('columns') }),
      z.refine(isReadable, { error: inputError('columns') }),
      z.meta({
        description:
          'The use of each column from the left: `date`, `rate`, `currency`, `kind`, `none`, or the currency whose rates it has, with a kind where it is not that of the request.',
        examples: [['date', 'USD', 'AUD', 'CAD', 'GBP']],
      }),
    ),
  ),
  /** Whether rates with more than 4 decimals are rounded, half away from zero. */
  round: z.optional(z.boolean({ error: inputError('choice', 'round', 'true or false') })),
  /** How many rows cannot be imported and are left out; with another number than there are, nothing is imported. */
  leave_out: z.optional(
    v.wholeNumber(1, TABLE_LIMITS.rows, inputError('count', 'leave_out', String(TABLE_LIMITS.rows))),
  ),
  /** Why rates that look wrong are right; kept in the audit trail. */
  reason: z.optional(reason),
})
export type RateImport = z.output<typeof rateImportBody>

export const importRow = z.object({
  /** Line of the text, from 1. */
  line: z.int(),
  /** What stood there, for a user to find it again. */
  given: z.string(),
  date: z.nullable(v.calendarDate),
  currency: z.nullable(v.currency),
  /** There where the row or the request names one. */
  ...v.kindField,
  rate: z.nullable(v.rateOutput),
  /** The rate as it was given, where it was rounded. */
  rounded_from: z.optional(z.string()),
  verdict: z.enum(ROW_STATUSES),
  /** Why the verdict, to a user; empty for `new`. */
  sentence: z.string(),
  /** The live entry's rate that this row replaces. */
  replaces: z.nullable(v.rateOutput),
  warnings: z.array(rateWarning),
})
export type ImportRow = z.output<typeof importRow>

/** How a table was understood. */
const readTable = z.object({
  /** Each column with its heading and a value, both empty where there is none. */
  columns: z.array(z.object({ heading: z.string(), sample: z.string(), use: columnUse })),
  /** Rows that are no rates, with the first 20 of them. */
  skipped: z.object({
    count: z.int(),
    rows: z.array(z.object({ line: z.int(), given: z.string() })),
  }),
  /** The order of day and month that a date of the table proves, where others needed it. */
  date_order: z.nullable(z.object({ order: dateOrder, line: z.int(), given: z.string() })),
  /** How many rates have more than 4 decimals. */
  roundable: z.int(),
  /** How many dates had a time of day, which was left out. */
  timed: z.int(),
})

/** An example that the server refuses, its day being long past: pasted as it is, it imports nothing. */
const REFUSED_ROWS = { text: 'Date,Currency,Rate\n2000-01-03,USD,301.25\n' }

export const readSheet = {
  summary: 'The rows of a spreadsheet as text, for the preview and the import; nothing is written',
  description:
    'The body is the XLSX file itself, of at most 2 MiB. `text` has the rows of one sheet, cells parted by tabs and days as YYYY-MM-DD: ' +
    'the `sheet` that is named by its number, else the first one with days and numbers. `sheets` has the names of all, in their order. ' +
    'Responds with 400 for a file that is no spreadsheet, is protected with a password or has more than 10,000 rows, and with 413 for one that is larger unpacked than 16 MiB.',
  querystring: z.strictObject({
    sheet: z.optional(v.countInQuery(MAX_SHEETS, 'sheet', 'Number of the sheet, from 1.')),
  }),
  body: z.file(),
  response: {
    200: v.dataResponse({
      text: z.string(),
      /** Names of the first 100 sheets. */
      sheets: z.array(z.string()),
      /** Number of the sheet that `text` is from. */
      sheet: z.int(),
    }),
  },
} satisfies EndpointSchema

export const previewImport = {
  summary: 'What an import would do, row by row; nothing is written',
  description:
    'Takes the same body as the import itself, and `with_table`. `importable` says whether the import would be accepted. A table has a row for each rate ' +
    '(date, currency, rate), or a column for each currency under a heading that names it; titles, remarks and sums are skipped. A column `Kind` says of ' +
    'which kind each row is; rows that name none are of the kind of the request, and indicative without it. Dates such as 03/04/2026 ' +
    'are read in the order that others of the table prove, where `date_order` does not say it. Times of day are left out.',
  example: REFUSED_ROWS,
  body: z.extend(rateImportBody, {
    /** Whether the response says how the table was understood: its columns, what was skipped, what could be rounded. */
    with_table: z.optional(z.boolean({ error: inputError('choice', 'with_table', 'true or false') })),
  }),
  response: {
    200: v.dataResponse({
      rows: z.array(importRow),
      /** How many rows have each verdict; those of no row are left out. */
      counts: z.record(z.string(), z.int()),
      /**
       * Whether the import may happen: one row changes something, and no row is wrong, ambiguous or outside the window, or
       * `leave_out` says how many of them there are.
       */
      importable: z.boolean(),
      /** There where the request has `with_table`. */
      table: z.optional(readTable),
    }),
  },
} satisfies EndpointSchema

export const commitImport = {
  summary: 'Import all rows or, where one cannot be, none',
  description: 'An `Idempotency-Key` header makes a repeat return the first response.',
  example: REFUSED_ROWS,
  body: rateImportBody,
  response: {
    201: v.changeResponse({
      id: v.id,
      added: z.int(),
      replaced: z.int(),
      unchanged: z.int(),
      /** How many rows looked suspicious or were of a holiday, and were imported all the same. */
      warned: z.int(),
    }),
    409: errorBody,
  },
} satisfies EndpointSchema

export const undoImport = {
  summary: 'Take an import back: what it added is deleted, what it replaced is put back',
  description: 'An entry that was changed after the import stays as it is and is counted.',
  params: z.strictObject({ id: v.idInPath }),
  response: {
    200: v.changeResponse({ removed: z.int(), put_back: z.int(), left: z.int() }),
    409: errorBody,
  },
} satisfies EndpointSchema

/** An import in the list of the last ones. */
export const listedImport = z.object({
  id: v.id,
  created_at: v.instant,
  created_by: z.string(),
  rows: z.int(),
  undone_at: z.nullable(v.instant),
  undone_by: z.nullable(z.string()),
})

export const listImports = {
  summary: 'The last 20 imports, newest first',
  description: '`undone_at` and `undone_by` are null for an import that stands.',
  response: {
    200: z.object({ data: z.array(listedImport) }),
  },
} satisfies EndpointSchema
