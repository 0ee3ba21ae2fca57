import { sql } from 'kysely'
import {
  holidayRow,
  type HolidayImport,
  type HolidayRow,
  type ImportRow,
} from '../../contract/imports.ts'
import { yearOf } from '../../domain/bank-holiday.ts'
import {
  calendarDateOf,
  dayInColombo,
  isWeekend,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { LIVE_FACTS, recordChanges } from '../audit-log/record-changes.ts'
import { holidayChange, readHolidays } from '../calendar/read-holidays.ts'
import type { Db } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'
import { lockFacts } from '../rates/write-rates.ts'
import bundled from './bundled-holidays.json' with { type: 'json' }
import type { RowKind } from './row-kind.ts'

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

async function readPublishedDays(db: Db): Promise<ReadonlySet<CalendarDate>> {
  const { rows } = await sql<{ date: CalendarDate }>`
    SELECT DISTINCT date FROM ${LIVE_FACTS} live
    WHERE source = 'cbsl' AND kind <> 'customs'`.execute(db)
  return new Set(rows.map(({ date }) => date))
}

/** Enters the bundled bank holidays, unless any was ever entered: removed ones stay away. */
export async function loadBundledHolidays(db: Db, now: Date): Promise<void> {
  if (await hadHolidays(db)) return
  await db.transaction().execute(async (trx) => {
    await lockFacts(trx)
    if (await hadHolidays(trx)) return
    const { source, holidays } = bundled
    const days = Object.entries(holidays).map(([day, name]) => ({
      date: calendarDateOf(day),
      name,
    }))
    const scope = 'bank'
    await recordChanges(
      trx,
      days.map(({ date, name }) => holidayChange(date, { name, scope, source })),
    )
    const years = [...new Set(days.map(({ date }) => yearOf(date)))]
    const description = t.auditText.holidaysLoaded({
      years: years.join(' and '),
      count: days.length,
    })
    await recordAuditEntry(trx, { actor: SYSTEM, at: now }, 'change bank holidays', description)
  })
}

async function hadHolidays(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM public.change
    WHERE currency IS NULL AND kind IS NULL AND subject = 'bank holiday' LIMIT 1`.execute(db)
  return rows.length > 0
}
