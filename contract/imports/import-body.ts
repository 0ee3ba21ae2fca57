import * as z from 'zod/mini'
import { HOLIDAY_SCOPES } from '../../domain/bank-holiday.ts'
import { daysBetween } from '../../domain/calendar-date.ts'
import { MAX_CUSTOMS_DAYS, MAX_DOCUMENT, MAX_GAZETTE } from '../../domain/customs-week.ts'
import { inputError } from '../../domain/input-error.ts'
import { DATE_ORDERS } from '../../domain/day-text.ts'
import { columnUses, isReadable } from '../../domain/imports/column-use.ts'
import { QUOTES } from '../../domain/imports/headings.ts'
import { TABLE_LIMITS } from '../../domain/pasted-table.ts'
import { IMPORT_SUBJECTS } from '../../domain/row-status.ts'
import { reason } from '../entries.ts'
import * as v from '../values.ts'

/** How dates such as 03/04/2026 are meant, once a user has said so. */
export const dateOrder = v.oneOf('date_order', DATE_ORDERS)
export const columnUse = v.oneOfConfigured(columnUses, inputError('columns'))
const count = (name: string) => inputError('count', name, String(TABLE_LIMITS.rows))

/** What every import says of its rows. */
const everyImport = {
  /** A pasted block or a CSV file, as text; a spreadsheet's rows as `readSheet` gives them. */
  text: v.plainText(inputError('rows missing')),
  /** The rows that are imported, by their `row`; without it all of them are. */
  accepted: z.optional(
    z
      .array(z.int({ error: count('accepted') }))
      .check(z.maxLength(TABLE_LIMITS.rows, { error: count('accepted') })),
  ),
  /**
   * How many rows cannot be imported and are left out; with another number than there are, nothing
   * is imported.
   */
  leave_out: z.optional(v.wholeNumber(1, TABLE_LIMITS.rows, count('leave_out'))),
  /** Why rows that look wrong are right; kept in the audit trail. */
  reason: z.optional(reason),
}

/** What has to be said of a table of rates where it does not say it itself. */
export const readingFields = {
  /** For rows that name no currency. */
  currency: z.optional(v.currency),
  date_order: z.optional(dateOrder),
  /** What each column holds, where the headings do not say it. */
  columns: z.optional(
    z.array(columnUse, { error: inputError('columns') }).check(
      z.maxLength(TABLE_LIMITS.cells, { error: inputError('columns') }),
      z.refine(isReadable, { error: inputError('columns') }),
      z.meta({
        description:
          'The use of each column from the left: `date`, `rate`, `currency`, `kind`, `none`, ' +
          'or the currency whose rates it has, with a kind where it is not that of the request.',
        examples: [['date', 'USD', 'AUD', 'CAD', 'GBP']],
      }),
    ),
  ),
  /** What buying and selling rates are where nothing in the table says it. */
  quotes: z.optional(v.oneOf('quotes', QUOTES)),
} as const

const rateImportBody = z.strictObject({
  subject: z.optional(z.literal('rates')),
  ...everyImport,
  ...readingFields,
  /** For rows that name no kind; indicative without it. */
  kind: z.optional(v.rateKind),
  /** A bank, or null for the main series. Without it, the bank in the title of the table. */
  publisher: z.optional(z.nullable(v.publisher)),
  /** Whether rates with more than 4 decimals are rounded, half away from zero. */
  round: z.optional(z.boolean({ error: inputError('choice', 'round', 'true or false') })),
})

export const holidayScope = v.oneOf('scope', HOLIDAY_SCOPES).check(
  z.meta({
    description: '`bank`: of the year’s list; `special`: declared by itself, as during a year.',
  }),
)

const gazetteMissing = inputError('gazette missing')
const documentForm = inputError('document form', String(MAX_DOCUMENT))

/** A schedule of customs rates: its days of effect, where they stand, and a rate a row. */
export const customsImportBody = z
  .strictObject({
    subject: z.literal('customs rates'),
    ...everyImport,
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

/** Bank holidays: rows with a date and a name. */
export const holidayImportBody = z.strictObject({
  subject: z.literal('bank holidays'),
  ...everyImport,
  scope: holidayScope,
  /** Where the list stands, such as the number of the gazette. */
  source: v.plainText(inputError('source missing')).check(
    z.refine((text) => text.trim() !== '', { error: inputError('source missing') }),
    z.maxLength(200, { error: inputError('source too long', '200') }),
  ),
  /** Whether the days stop being bank holidays; a name is then not needed. */
  remove: z.optional(z.boolean({ error: inputError('choice', 'remove', 'true or false') })),
  date_order: z.optional(dateOrder),
})
export type HolidayImport = z.output<typeof holidayImportBody>

const subjects = { error: inputError('choice', 'subject', `one of ${IMPORT_SUBJECTS.join(', ')}`) }
const others = [customsImportBody, holidayImportBody] as const

export const importBody = z.discriminatedUnion('subject', [rateImportBody, ...others], subjects)
export type ImportBody = z.output<typeof importBody>

const ratePreviewBody = z.extend(rateImportBody, {
  /**
   * Whether the response says how the table was understood; an unreadable table is then no error.
   */
  with_table: z.optional(z.boolean({ error: inputError('choice', 'with_table', 'true or false') })),
})
export type RateImport = z.output<typeof ratePreviewBody>

export const previewBody = z.discriminatedUnion('subject', [ratePreviewBody, ...others], subjects)
export type PreviewBody = z.output<typeof previewBody>
