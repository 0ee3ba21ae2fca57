import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { allSeries, bankSeries, key, type Series } from '../../domain/series.ts'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { undoChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { lockFacts } from '../rates/write-rates.ts'
import { rateName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'

export interface ChangedDay extends Series {
  readonly date: CalendarDate
  readonly before: string | null
  readonly now: string | null
  /** Another user changed it later. */
  readonly changed_since: boolean
}

/** Without a gazette, no schedule counts again. */
interface ScheduleBefore {
  readonly first_day: CalendarDate
  readonly gazette: string | null
}

interface UndoneUser {
  readonly id: number
  readonly name: string
  readonly email: string
}

export type RateUndo = Awaited<ReturnType<typeof undoRates>>

/**
 * Restores each day's rate and schedule unless somebody changed it later. Writes one audit entry,
 * none with `dryRun`. `null` is the operator.
 */
export async function undoRates(
  trx: Transaction,
  { user, since, at, dryRun }: { user: UndoneUser | null; since: Date; at: Date; dryRun: boolean },
) {
  await lockFacts(trx)
  const entries = await readEntriesToUndo(trx, user?.id ?? null, since)
  const { days, schedules } = await planUndo(trx, entries)
  const left = days.filter((day) => day.changed_since)
  const undone = days.filter((day) => !day.changed_since && day.before !== day.now)
  if (dryRun || undone.length + schedules.length === 0) return { undone, left, schedules }
  const range = await undoChanges(trx, entries)
  const imports = await readUndoneImports(trx, range.last)
  const deleted = undone.filter(({ before }) => before === null).length
  const act = { actor: OPERATOR, at }
  const series = bySeries(undone).map(([each]) => each)
  const who = user ? '[subject]' : 'the operator'
  const description =
    undone.length > 0
      ? t.auditText.ratesUndone({
          who,
          ...fillSeriesName(series),
          deleted,
          putBack: undone.length - deleted,
        })
      : t.auditText.schedulesUndone({ who, count: schedules.length })
  await recordAuditEntry(trx, act, 'undo exchange rates', description, {
    metadata: {
      since: since.toISOString(),
      ...(imports.length > 0 && { imports }),
      left: left.map(({ date }) => date),
    },
    ...(user && { subject: user }),
  })
  return { undone, left, schedules }
}

async function readEntriesToUndo(db: Db, userId: number | null, since: Date): Promise<number[]> {
  const isTheirs = userId === null ? sql`actor = 'operator'` : sql`user_id = ${userId}`
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM public.audit_entry
    WHERE ${isTheirs} AND created_at >= ${since} AND last_change IS NOT NULL
      AND action LIKE '% exchange rate%' ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

type PlannedDay = ChangedDay & { readonly subject: 'rate' | 'customs schedule' }

async function planUndo(db: Db, entries: readonly number[]) {
  const { rows } = await sql<PlannedDay & { gazette: string | null; hasChanged: boolean }>`
    SELECT n.subject, n.currency, n.kind, n.bank AS publisher, n.date,
      t.rate AS before, n.rate AS now, NOT p.stands AS changed_since,
      t.fact ->> 'gazette' AS gazette, n.fact::text IS DISTINCT FROM t.fact::text AS "hasChanged"
    FROM public.plan_undo(${entries}::bigint[]) p JOIN public.change n ON n.version = p.newest
      LEFT JOIN public.change t ON t.version = p.target
    WHERE n.subject IN ('rate', 'customs schedule')
    ORDER BY n.date, n.currency, n.kind`.execute(db)
  const days: readonly ChangedDay[] = rows.filter(({ subject }) => subject === 'rate')
  const schedules = rows
    .filter((row) => row.subject !== 'rate' && !row.changed_since && row.hasChanged)
    .map(({ date, gazette }): ScheduleBefore => ({ first_day: date, gazette }))
  return { days, schedules }
}

async function readUndoneImports(trx: Transaction, version: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM public.undo u JOIN public.audit_entry e ON e.id = u.undone
    WHERE u.version = ${version} AND e.metadata::json ->> 'import' IS NOT NULL
      AND e.metadata::json ->> 'undone' IS NULL
    ORDER BY e.id`.execute(trx)
  return rows.map(({ id }) => id)
}

export const fillSeriesName = (series: readonly Series[]) => ({
  name: series[0] && series.length === 1 ? rateName(series[0]) : null,
  series: series.length,
})

export function bySeries<T extends Series>(
  rows: readonly T[],
): (readonly [Series, readonly T[]])[] {
  const order = new Map([...allSeries(), ...bankSeries()].map((series, at) => [key(series), at]))
  const byKey = Map.groupBy(rows, (row) => key(row))
  return [...byKey]
    .sort(([one], [other]) => (order.get(one) ?? Infinity) - (order.get(other) ?? Infinity))
    .flatMap(([, some]) => (some[0] ? [[some[0], some] as const] : []))
}
