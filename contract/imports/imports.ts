import * as z from 'zod/mini'
import { MAX_HOLIDAY_NAME } from '../../domain/bank-holiday.ts'
import { RATE_SOURCES } from '../../domain/rate-precedence.ts'
import { IMPORT_BYTES, MAX_SHEETS, TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { IMPORT_SUBJECTS, ROW_STATUSES } from '../../domain/row-status.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '../endpoint.ts'
import { rateWarning } from '../entries.ts'
import { errorBody } from '../errors.ts'
import { columnUse, dateOrder, importBody, previewBody } from './import-body.ts'
import { customsSchedule } from '../rates/rate-history.ts'
import * as v from '../values.ts'

export const importRow = z.object({
  /** Number of the row in this response, from 1. */
  row: z.int(),
  /** Line of the text, from 1. */
  line: z.int(),
  /** What stood there, for a user to find it again. */
  given: z.string(),
  date: z.nullable(v.calendarDate),
  /** Null for a bank holiday. */
  currency: z.nullable(v.currency),
  /** The name of a bank holiday. */
  name: z.optional(z.nullable(z.string().check(z.maxLength(MAX_HOLIDAY_NAME)))),
  /** There where the row or the request names one. */
  ...v.kindAndPublisher,
  rate: z.nullable(v.rateOutput),
  ...v.unitsField,
  /** The rate as it was given, where it was rounded. */
  rounded_from: z.optional(z.string()),
  verdict: z.enum(ROW_STATUSES),
  /** Why the verdict, to a user; empty for `new`. */
  sentence: z.string(),
  /** The rate that counts for the day now, and by how many per cent this one differs from it. */
  current: z.optional(
    z.object({ rate: v.rateOutput, source: z.enum(RATE_SOURCES), difference_percent: z.number() }),
  ),
  /** What this row replaces: the rate of the live entry, or the name of the holiday. */
  replaces: z.nullable(z.union([v.rateOutput, z.string()])),
  warnings: z.array(rateWarning),
})
export type ImportRow = z.output<typeof importRow>

export const understoodTable = z.object({
  /**
   * Each column with its heading and a value, both empty where there is none; of a table that was
   * read with a row for each of the days in its one row, none.
   */
  columns: z.array(z.object({ heading: z.string(), sample: z.string(), use: columnUse })),
  /** Columns that look like rates and are not used, and why. */
  unused: z.array(z.object({ heading: z.string(), sentence: z.string() })),
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

/**
 * An example that the server refuses, its day being long past: pasted as it is, it imports nothing.
 */
const REFUSED_ROWS = { text: 'Date,Currency,Rate\n2999-12-31,USD,301.25\n' }

export const readSheet = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import/sheet',
  access: 'write',
  takes: [XLSX_TYPE, CSV_TYPE],
  bodyLimit: IMPORT_BYTES.sheet,
  summary: 'Read a file',
  description:
    'The rows of a file as text, for the preview and the import; nothing is written. ' +
    'The body is the file itself, of at most 2 MiB: XLSX, or a table as text in UTF-8, UTF-16 ' +
    'or Windows-1252, of which `text` is the whole and `sheets` empty. Of XLSX, `text` has the ' +
    'rows of one sheet, cells parted by tabs and days as YYYY-MM-DD, below its name where that ' +
    'says what its rates are: the `sheet` that is named by its number, else the first one with ' +
    'days and numbers that is not hidden. `sheets` has the names of all in their order, hidden ' +
    'ones last. Responds with 400 for a file that is no spreadsheet, is protected with a ' +
    'password or has more than 10,000 rows or cells beyond column AN or row 11,000, and with ' +
    '413 for one that is larger unpacked than 16 MiB or takes a processor more than 3 s.',
  query: z.strictObject({
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
})

export const previewImport = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import/preview',
  access: 'read',
  bodyLimit: IMPORT_BYTES.text,
  summary: 'Preview an import',
  description:
    'What an import would do, row by row; nothing is written. ' +
    'Takes the same body as the import itself, and `with_table` for rates. `importable` says ' +
    'whether the import would be accepted. A table has a row for each rate (date, currency, ' +
    'rate), or a column for each currency under a heading that names it; titles, remarks and ' +
    'sums are skipped. A column `Kind` says of which kind each row is; words for a kind count ' +
    'wherever they stand, and rows that name none are of the kind of the request, and ' +
    'indicative without it. Columns of pairs, forwards, budgets, notes, cheques, amounts or ' +
    'figures for 100 units are not used. Dates such as 03/04/2026 are read in the order that ' +
    'others of the table prove, where `date_order` does not say it. Times of day are left out. ' +
    'A row of customs rates has a currency’s code and, behind it, rupees for one unit; one of ' +
    'bank holidays has a date and a name.',
  example: REFUSED_ROWS,
  body: previewBody,
  response: {
    200: v.dataResponse({
      rows: z.array(importRow),
      /** How many rows have each verdict; those of no row are left out. */
      counts: z.record(z.string(), z.int()),
      /** Whether something changes and no row is blocking, or `leave_out` has their number. */
      importable: z.boolean(),
      /** The headings that ask for `quotes`, to be answered before an import. */
      question: z.optional(z.object({ headings: z.array(z.string()) })),
      publisher: z.optional(v.publisher),
      /** There where the request has `with_table`. */
      table: z.optional(understoodTable),
      /** The currencies that a schedule of customs rates does not name. */
      missing: z.optional(z.array(v.currency)),
    }),
  },
})

export const commitImport = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import',
  access: 'write',
  bodyLimit: IMPORT_BYTES.text,
  // The rows that are accepted.
  maxValues: 100 + TABLE_LIMITS.rows,
  summary: 'Import rows',
  description:
    'Import all rows or, where one cannot be, none. ' +
    'Rates; with `subject` the week’s schedule of customs rates, which are dated on its first ' +
    'day, or bank holidays. An `Idempotency-Key` header makes a repeat return the first ' +
    'response.',
  example: REFUSED_ROWS,
  body: importBody,
  response: {
    201: v.changeResponse({
      id: v.id,
      added: z.int(),
      replaced: z.int(),
      /** Of bank holidays that stop being some. */
      removed: z.optional(z.int()),
      unchanged: z.int(),
      /** How many rows looked suspicious or were of a holiday, and were imported all the same. */
      warned: z.int(),
    }),
    409: errorBody,
  },
})

export const undoImport = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import/:id/undo',
  access: 'write',
  summary: 'Undo an import',
  description:
    'Take an import back: what it added is deleted, what it replaced is put back. ' +
    'What was changed after the import stays as it is and is counted. Of a schedule of customs ' +
    'rates all is taken back or, with 409, nothing: what was entered later for its days is ' +
    'undone first.',
  params: z.strictObject({ id: v.idInPath }),
  response: {
    200: v.changeResponse({ removed: z.int(), put_back: z.int(), left: z.int() }),
    409: errorBody,
  },
})

export const listImports = endpoint({
  method: 'GET',
  url: '/api/exchange-rate/imports',
  access: 'read',
  summary: 'Recent imports',
  description:
    'The last 20 imports, newest first. ' +
    'Those of rates; with `subject` those of customs rates, each with its schedule, or of bank ' +
    'holidays. `undone_at` and `undone_by` are null for an import that stands.',
  query: z.strictObject({ subject: z.optional(v.oneOf('subject', IMPORT_SUBJECTS)) }),
  response: {
    200: z.object({
      data: z.array(
        z.extend(z.partial(customsSchedule), {
          /** Of its rows or, of customs rates, in effect; null without rows. */
          first_day: z.nullable(v.calendarDate),
          last_day: z.nullable(v.calendarDate),
          id: v.id,
          created_at: v.instant,
          created_by: z.string(),
          rows: z.int(),
          undone_at: z.nullable(v.instant),
          undone_by: z.nullable(z.string()),
        }),
      ),
    }),
  },
})
