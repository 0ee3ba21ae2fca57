import type * as z from 'zod/mini'
import {
  holidayRow,
  rateRow,
  type HolidayImport,
  type HolidayRow,
  type ImportBody,
  type ImportRow,
  type RateImport,
} from '../../contract/imports.ts'
import { yearOf } from '../../domain/bank-holiday.ts'
import {
  calendarDateOf,
  dayInColombo,
  isWeekend,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { key, seriesOf, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import {
  isFromFeed,
  type OtherFact,
  type RateFact,
  type ReadChange,
} from '../audit-log/record-changes.ts'
import { holidayChange, readHolidays } from '../calendar/calendar-queries.ts'
import type { Db } from '../database/schema.ts'
import { checkManualRate } from '../entries/warnings.ts'
import { bySeries, fillSeriesName } from '../entries/undo-rates.ts'
import type { RateDependencies } from '../deps.ts'
import { checkRates, type ImportState } from './check-rows.ts'

/** Counts of an import's rows. */
export interface RowCounts {
  readonly added: number
  readonly replaced: number
  readonly removed: number
}

/** Rows with their states, and what an import of them records. */
export interface CheckedRows {
  readonly rows: readonly ImportRow[]
  /** The currencies that a week of customs rates does not name. */
  readonly missing?: readonly Currency[]
  /** A change besides those of the rows, undone with them. */
  readonly schedule?: Omit<OtherFact, 'group'>
  /** True if the schedule differs from the stored one: then it is imported without any new rate. */
  readonly isScheduleNew?: boolean
  readonly changeOf: (row: ImportRow) => RateFact | OtherFact
  /** The audit entry's sentence. */
  readonly described: (rows: readonly ImportRow[], counts: RowCounts, leftOut: number) => string
  readonly texts?: { readonly source: string }
  readonly message: (counts: RowCounts) => string
}

/** The parts in which imports of one subject differ from the others. */
export interface RowKind<Body extends ImportBody> {
  readonly action: 'import exchange rates' | 'change bank holidays'
  readonly fact: 'rate' | 'bank holiday'
  readonly row: z.core.$ZodType
  readonly unchanged: () => string
  readonly check: (body: Body, db: Db, deps: RateDependencies) => Promise<CheckedRows>
  /** Throws 409 if an import must be undone whole and cannot be. */
  readonly refuseLeft?: (db: Db, id: number) => Promise<void>
  readonly undone: (
    id: number,
    undone: UndoneRows,
    changes: readonly ReadChange<'rate'>[],
  ) => string
}

/** Rows of an import that was undone; `left` were changed since. */
export interface UndoneRows {
  readonly removed: number
  readonly putBack: number
  readonly left: number
}

/** `3 USD rates`, of several series `12 rates of 3 series`. */
const counted = (count: number, series: readonly Series[]) =>
  t.auditText.rates({ count, ...fillSeriesName(series) })

export const RATE_ROWS: RowKind<RateImport> = {
  action: 'import exchange rates',
  fact: 'rate',
  row: rateRow,
  unchanged: () => t.rateImportText.unchanged,
  check: async ({ rows }, db, deps) => ({
    rows: await checkRates(rows, await importState(db, deps, firstDay(rows))),
    changeOf: enteredRate,
    described: (entered, { added, replaced }, leftOut) =>
      t.auditText.ratesImported({
        rates: counted(
          added + replaced,
          bySeries(entered.map(enteredRate)).map(([each]) => each),
        ),
        added,
        replaced,
        leftOut,
      }),
    message: ({ added, replaced }) => t.rateImportText.imported({ count: added + replaced }),
  }),
  undone: (id, { removed, putBack, left }, changes) =>
    changes.length === 0
      ? t.auditText.importLeft({ id, left })
      : t.auditText.importUndone({
          id,
          rates: counted(
            removed,
            bySeries(changes).map(([each]) => each),
          ),
          putBack,
        }),
}

const firstDay = (rows: readonly { readonly date: CalendarDate }[]) =>
  rows.reduce((first, { date }) => (date < first ? date : first), rows[0]?.date ?? FIRST_HOLIDAY)

/** A row as a manual rate. */
export function enteredRate(row: Partial<ImportRow>): RateFact {
  const { currency, kind, publisher, date, rate } = row
  if (!currency || !date || rate === undefined) throw new Error('A row of rates has a rate')
  const series = seriesOf(currency, kind, publisher)
  return { ...series, date, source: 'manual', rate: formatRate(rateOf(rate)) }
}

/** The live entries from a day on, and the published rates. */
export async function importState(
  db: Db,
  { clock, liveRateBook: { book } }: Pick<RateDependencies, 'clock' | 'liveRateBook'>,
  from: CalendarDate,
): Promise<ImportState> {
  return {
    today: dayInColombo(clock()),
    calendar: book.holidays.calendar,
    entered: await readEnteredRates(db, from),
    published: (series, date) => book.publishedOn(series, date),
    rateWarnings: (...of) => checkManualRate(book, ...of),
  }
}

/** The rate of the live entry of a series and day from `from` on. */
export async function readEnteredRates(
  db: Db,
  from: CalendarDate,
): Promise<ImportState['entered']> {
  const rows = await db
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'publisher', 'date', 'rate'])
    .where('source', '=', 'manual')
    .where('ended', 'is', null)
    .where('date', '>=', from)
    .execute()
  const entered = new Map(rows.map((row) => [key(row, row.date), rateOf(row.rate)]))
  return (series, date) => entered.get(key(series, date))
}

const FIRST_HOLIDAY = calendarDateOf('2000-01-01')

export const HOLIDAY_ROWS: RowKind<HolidayImport> = {
  action: 'change bank holidays',
  fact: 'bank holiday',
  row: holidayRow,
  unchanged: () => t.holidayImportText.unchanged,
  check: async (body, db, { clock }) => {
    const { scope, remove = false } = body
    const source = body.source.trim()
    return {
      rows: await checkHolidays(body, db, dayInColombo(clock())),
      changeOf: ({ date, name }) =>
        holidayChange(date, remove || !name ? null : { name, scope, source }),
      described: (rows, { added, replaced, removed }) =>
        remove
          ? t.auditText.holidaysRemoved({ years: yearsOf(rows), count: removed })
          : t.auditText.holidaysEntered({
              years: yearsOf(rows),
              count: added + replaced,
              added,
              replaced,
            }),
      ...(remove && { texts: { source } }),
      message: ({ added, replaced, removed }) =>
        remove
          ? t.holidayImportText.removed({ count: removed })
          : t.holidayImportText.entered({ count: added + replaced }),
    }
  },
  undone: (id, undone) => t.auditText.holidaysUndone({ id, ...undone }),
}

const yearsOf = (rows: readonly ImportRow[]) =>
  [...new Set(rows.map(({ date }) => yearOf(date)))].sort().join(' and ')

async function checkHolidays(
  { rows, scope, remove = false }: HolidayImport,
  db: Db,
  today: CalendarDate,
): Promise<ImportRow[]> {
  const { known } = await readHolidays(db)
  const entered = new Map(known.map((each) => [each.date, each]))
  const published = await readPublishedDays(db)
  const lastDay = calendarDateOf(`${Number(today.slice(0, 4)) + 2}-12-31`)
  const text = t.holidayImportText
  const seen = new Map<CalendarDate, { readonly line: number; readonly name: string | undefined }>()
  const stateOf = (
    { date, name }: HolidayRow,
    before: { readonly line: number; readonly name: string | undefined } | undefined,
  ): Pick<ImportRow, 'state' | 'sentence'> => {
    const old = entered.get(date)
    if (date < FIRST_HOLIDAY || date > lastDay)
      return { state: 'wrong', sentence: text.outside({ first: FIRST_HOLIDAY, last: lastDay }) }
    if (before)
      return before.name === name
        ? { state: 'unchanged', sentence: t.importsText.sameAsLine({ line: before.line }) }
        : { state: 'wrong', sentence: text.otherName({ line: before.line, date }) }
    if (remove)
      return old
        ? { state: 'removes', sentence: '' }
        : { state: 'unchanged', sentence: text.noHoliday }
    if (!name) return { state: 'wrong', sentence: text.noName }
    if (old?.name === name && old.scope === scope)
      return { state: 'unchanged', sentence: text.enteredAlready }
    if (published.has(date)) return { state: 'doubtful', sentence: text.published({ date }) }
    if (old) return { state: 'replaces', sentence: '' }
    return { state: 'new', sentence: isWeekend(date) ? text.weekend : '' }
  }
  return rows.map((row, index) => {
    const { date, line = index + 1 } = row
    const name = row.name?.trim() || undefined
    const before = seen.get(date)
    if (!before) seen.set(date, { line, name })
    return {
      row: index + 1,
      line,
      date,
      ...(name && { name }),
      ...stateOf({ date, name }, before),
      replaces: entered.get(date)?.name ?? null,
      warnings: [],
    }
  })
}

/** The days for which the Central Bank has published a rate. */
async function readPublishedDays(db: Db): Promise<ReadonlySet<CalendarDate>> {
  const rows = await db
    .selectFrom('live_fact')
    .select('date')
    .distinct()
    .where(isFromFeed('cbsl'))
    .where('kind', '!=', 'customs')
    .execute()
  return new Set(rows.map(({ date }) => date))
}
