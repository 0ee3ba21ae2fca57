import * as z from 'zod/mini'
import { HOLIDAY_SCOPES, MAX_HOLIDAY_NAME } from '../domain/bank-holiday.ts'
import { daysBetween } from '../domain/calendar-date.ts'
import { unitsOf, type Currency } from '../domain/currency.ts'
import { MAX_CUSTOMS_DAYS, MAX_DOCUMENT, MAX_GAZETTE } from '../domain/customs-week.ts'
import { keptRate } from '../domain/imports/cells.ts'
import { IMPORT_KINDS, UNITS } from '../domain/imports/mapping.ts'
import { IMPORT_BYTES, MAX_LINES } from '../domain/imports/table.ts'
import { inputError } from '../domain/input-error.ts'
import { decimalNumber, type Rate } from '../domain/money.ts'
import { RATE_SOURCES } from '../domain/rate-precedence.ts'
import { IMPORT_SUBJECTS, ROW_STATES } from '../domain/row-status.ts'
import type { RateKind } from '../domain/series.ts'
import { endpoint } from './endpoint.ts'
import { rateWarning, reason, REFUSED_ENTRY } from './entries.ts'
import { errorBody } from './errors.ts'
import { customsSchedule } from './rates/rate-history.ts'
import * as v from './values.ts'

const count = (name: string) => inputError('count', name, String(MAX_LINES))
const line = z.optional(v.wholeNumber(1, 1_000_000, inputError('count', 'line', '1000000')))

const rateFields = {
  /** Line of the file or row of the sheet; by default the place in `rows`, from 1. */
  line,
  currency: v.currency,
  units: z.optional(
    z.literal(UNITS, { error: inputError('choice', 'units', 'one of 1, 10, 100, 1000') }),
  ),
  rate: z.number({ error: inputError('rate not a number') }).check(z.meta({ examples: [301.25] })),
  accept: v.accept,
}

interface GivenRate {
  readonly currency: Currency
  readonly units?: number | undefined
  readonly rate: number
}

const withKeptRate = <Fields extends GivenRate, Input>(schema: z.ZodMiniType<Fields, Input>) =>
  z.pipe(
    schema,
    z.transform((row: Fields, { issues }) => {
      const { currency, units = 1, rate } = row
      const kept = keptRate(decimalNumber(rate), units, unitsOf(currency))
      if (typeof kept !== 'number')
        issues.push({ code: 'custom', input: row, message: kept.error, path: ['rate'] })
      return { ...row, units: undefined, rate: kept as Rate }
    }),
  )

export const defineRateRow = <Kind extends z.ZodMiniType<RateKind, string>>(kind: Kind) =>
  withKeptRate(
    z.strictObject({
      ...rateFields,
      date: v.calendarDate,
      /** Customs rates are entered as a week. */
      kind: z.optional(kind),
      publisher: z.optional(v.publisher),
    }),
  )
export const rateRow = defineRateRow(v.choice('kind', IMPORT_KINDS))
export type RateRow = z.output<ReturnType<typeof defineRateRow>>

export const customsRow = withKeptRate(z.strictObject(rateFields))

const nameTooLong = inputError('holiday name too long', String(MAX_HOLIDAY_NAME))
export const holidayRow = z.strictObject({
  line,
  date: v.calendarDate,
  name: z.optional(v.plainText().check(z.maxLength(MAX_HOLIDAY_NAME, { error: nameTooLong }))),
})
export type HolidayRow = z.output<typeof holidayRow>

const defineRows = <Row extends z.core.$ZodType>(row: Row) =>
  z
    .array(row, { error: inputError('rows missing') })
    .check(
      z.minLength(1, { error: inputError('rows missing') }),
      z.maxLength(MAX_LINES, { error: count('rows') }),
    )

const everyImport = {
  reason: z.optional(reason),
  left_out: z.optional(v.wholeNumber(0, 1_000_000, count('left_out'))),
}

export const holidayScope = v.choice('scope', HOLIDAY_SCOPES).check(
  z.meta({
    description: '`bank`: of the year’s list; `special`: declared by itself, as during a year.',
  }),
)

const requiredText = (missing: string, tooLong: string, most: number) =>
  v.plainText(missing).check(
    z.refine((text) => text.trim() !== '', { error: missing }),
    z.maxLength(most, { error: tooLong }),
  )
const gazetteTooLong = inputError('gazette too long', String(MAX_GAZETTE))
const documentForm = inputError('document form', String(MAX_DOCUMENT))

function defineCustomsImport<Row extends z.core.$ZodType>(row: Row) {
  return z
    .strictObject({
      subject: z.literal('customs rates'),
      rows: defineRows(row),
      ...everyImport,
      first_day: v.calendarDate,
      last_day: v.calendarDate,
      gazette: z.pipe(
        requiredText(inputError('gazette missing'), gazetteTooLong, MAX_GAZETTE),
        z.transform((text: string) => text.trim()),
      ),
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
}

const defineHolidayImport = <Row extends z.core.$ZodType>(row: Row) =>
  z.strictObject({
    subject: z.literal('bank holidays'),
    rows: defineRows(row),
    ...everyImport,
    scope: holidayScope,
    source: requiredText(inputError('source missing'), inputError('source too long', '200'), 200),
    remove: z.optional(z.boolean({ error: inputError('choice', 'remove', 'true or false') })),
  })

const defineRateImport = <Row extends z.core.$ZodType>(row: Row) =>
  z.strictObject({ subject: z.optional(z.literal('rates')), rows: defineRows(row), ...everyImport })

type Schema = z.core.$ZodType

const defineImport = <R extends Schema, C extends Schema, H extends Schema>(r: R, c: C, h: H) =>
  z.discriminatedUnion(
    'subject',
    [defineRateImport(r), defineCustomsImport(c), defineHolidayImport(h)],
    { error: inputError('choice', 'subject', `one of ${IMPORT_SUBJECTS.join(', ')}`) },
  )
const importBody = defineImport(rateRow, customsRow, holidayRow)
/** The server checks the rows later, in turn with other requests. */
export const uncheckedImportBody = defineImport(z.unknown(), z.unknown(), z.unknown())
export type ImportBody = z.output<typeof importBody>
type BodyOf<Subject> = Extract<ImportBody, { readonly subject?: Subject | undefined }>
export type RateImport = BodyOf<'rates'>
export type CustomsImport = BodyOf<'customs rates'>
export type HolidayImport = BodyOf<'bank holidays'>

const importRow = z.object({
  row: z.int(),
  line: z.int(),
  date: v.calendarDate,
  currency: z.optional(v.currency),
  name: z.optional(z.string()),
  ...v.kindAndPublisher,
  rate: z.optional(v.rateOutput),
  ...v.unitsField,
  state: z.enum(ROW_STATES),
  sentence: z.string(),
  current: z.optional(
    z.object({ rate: v.rateOutput, source: z.enum(RATE_SOURCES), difference_percent: z.number() }),
  ),
  replaces: z.nullable(z.union([v.rateOutput, z.string()])),
  warnings: z.array(rateWarning),
})
export type ImportRow = z.output<typeof importRow>

const EXAMPLE = { rows: [{ date: REFUSED_ENTRY.date, currency: 'USD', rate: 301.25 }] }
const ADDRESS = 'https://rates.example.com/api/exchange-rate/import'
const CSV_FORM =
  ' At most 10,000 rows. With `Content-Type: text/csv` the body is rates with the header ' +
  '`date,currency,rate` or that with `,kind`, `,kind,publisher` or `,kind,publisher,units` ' +
  'behind it; anything else is refused with its line and column:\n\n' +
  `    curl -H 'Authorization: Bearer TOKEN' -H 'Content-Type: text/csv' \\\n` +
  `      --data-binary @rates.csv ${ADDRESS}\n\nThe same as JSON:\n\n` +
  `    curl -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' \\\n` +
  `      -d '${JSON.stringify(EXAMPLE)}' ${ADDRESS}\n\n` +
  'The day of this example is refused, because it is in the future.'

const takesRows = {
  bodyLimit: IMPORT_BYTES.request,
  maxValues: 100 + 9 * MAX_LINES,
  example: EXAMPLE,
  csv: 'date,currency,rate,kind\n2999-12-31,USD,301.25,indicative\n',
  body: importBody,
} as const

export const previewImport = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import/preview',
  access: 'read',
  summary: 'Preview an import',
  description:
    'What an import would do with each row; nothing is written. Takes the body of ' +
    '`POST /api/exchange-rate/import`. `doubtful`: the rate looks wrong, or banks were closed. ' +
    '`wrong`: the row blocks the import, such as a second rate for the same day.',
  ...takesRows,
  response: {
    200: v.dataResponse({
      rows: z.array(importRow),
      counts: z.record(z.string(), z.int()),
      importable: z.boolean(),
      missing: z.optional(z.array(v.currency)),
    }),
  },
})

export const commitImport = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import',
  access: 'write',
  summary: 'Import rows',
  description:
    'Import all rows or, if one is wrong, none: rates; with `subject` the customs rates of a ' +
    'week, which are dated on its first day, or bank holidays. An `Idempotency-Key` header makes ' +
    'a repeat return the first response.' +
    CSV_FORM,
  ...takesRows,
  response: {
    201: v.changeResponse({
      id: v.id,
      added: z.int(),
      replaced: z.int(),
      removed: z.optional(z.int()),
      unchanged: z.int(),
      doubtful: z.int(),
    }),
    409: errorBody,
    422: errorBody,
  },
})

export const undoImport = endpoint({
  method: 'POST',
  url: '/api/exchange-rate/import/:id/undo',
  access: 'write',
  summary: 'Undo an import',
  description:
    'Take an import back: what it added is deleted, what it replaced is put back. ' +
    'What was changed after the import stays as it is and is counted. Of a week of customs ' +
    'rates all is taken back or, with 409, nothing: what was entered later for its days is ' +
    'undone first. A doubtful figure that is put back is not refused: it was stored before.',
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
    'The last 20 imports, newest first: of rates; with `subject` of customs rates, each with its ' +
    'week, or of bank holidays. `undone_at` and `undone_by` are null for an import that was not ' +
    'undone.',
  query: z.strictObject({ subject: z.optional(v.choice('subject', IMPORT_SUBJECTS)) }),
  response: {
    200: z.object({
      data: z.array(
        z.extend(z.partial(customsSchedule), {
          /** Days of effect for customs rates; null without rows. */
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
