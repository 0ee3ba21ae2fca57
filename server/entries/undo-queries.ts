import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Series } from '../../domain/series.ts'
import type { Db, Transaction } from '../database/schema.ts'

/** A day's manual rate that a user changed, as it was before the user's changes and as it is now. */
export interface ChangedDay extends Series {
  readonly date: CalendarDate
  /** The newest entry of the day, live or deleted. */
  readonly id: number
  /** The rate before; null where the day had no manual rate. */
  readonly before: string | null
  /** The rate now; null where the day has no manual rate. */
  readonly now: string | null
  /** Whether somebody else has entered, deleted or restored it after the user. */
  readonly changed_since: boolean
}

/**
 * Every day whose manual rate a user has changed since an instant, oldest first. What was before is the newest revision that is
 * not one of those changes. Somebody who entered the same rate again left no revision, but stands at the entry.
 */
export async function readChangedDays(db: Db, userId: number, since: Date): Promise<readonly ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`
    WITH manual AS (
      SELECT version, currency, kind, date, rate, user_id IS NOT DISTINCT FROM ${userId} AND at >= ${since} AS own
      FROM rate_revision WHERE source = 'manual'
    ), day AS (
      SELECT currency, kind, date, max(version) AS last, max(version) FILTER (WHERE NOT own) AS before
      FROM manual GROUP BY currency, kind, date HAVING bool_or(own)
    )
    SELECT day.currency, day.kind, day.date, entry.id, before.rate AS before,
      CASE WHEN entry.deleted_at IS NULL THEN entry.rate END AS now,
      day.last IS NOT DISTINCT FROM day.before OR (entry.deleted_at IS NULL AND entry.updated_by IS DISTINCT FROM ${userId})
        AS changed_since
    FROM day
      JOIN LATERAL (
        SELECT id, rate, deleted_at, updated_by FROM manual_rate m
        WHERE m.currency = day.currency AND m.kind = day.kind AND m.date = day.date
        ORDER BY m.deleted_at DESC NULLS FIRST, m.id DESC LIMIT 1
      ) entry ON true
      LEFT JOIN rate_revision before ON before.version = day.before
    ORDER BY day.date, day.currency, day.kind`.execute(db)
  return rows
}

/** Marks live entries as deleted by the operator. */
export async function deleteEntries(trx: Transaction, ids: readonly number[], at: Date): Promise<void> {
  await trx
    .updateTable('manual_rate')
    .set({ deleted_at: at, deleted_by: null })
    .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute()
}

/** Gives entries, live or deleted, the rate that they had before; each is then live, and the operator's. */
export async function putBackEntries(
  trx: Transaction,
  entries: readonly { readonly id: number; readonly rate: string }[],
  at: Date,
): Promise<void> {
  await sql`
    UPDATE manual_rate m SET rate = g.rate, updated_at = ${at}, updated_by = NULL, deleted_at = NULL, deleted_by = NULL
    FROM unnest(${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ rate }) => rate)}::numeric[]) AS g (id, rate)
    WHERE m.id = g.id`.execute(trx)
}

/** A first day of customs rates with the schedule that it had before a user's changes; null where it had none. */
export interface ScheduleBefore {
  readonly first_day: CalendarDate
  readonly last_day: CalendarDate | null
  readonly gazette: string | null
  readonly document: string | null
  readonly batch_id: number | null
}

/** The schedules that a user has changed since an instant, without those of these first days and those that somebody else has entered after. */
export async function readChangedSchedules(
  db: Db,
  without: readonly CalendarDate[],
  { userId, since }: { readonly userId: number; readonly since: Date },
): Promise<readonly ScheduleBefore[]> {
  const { rows } = await sql<ScheduleBefore>`
    WITH schedule AS (
      SELECT *, entered_by IS NOT DISTINCT FROM ${userId} AND entered_at >= ${since} AS own
      FROM customs_week WHERE first_day <> ALL(${without}::date[])
    ), newest AS (
      SELECT DISTINCT ON (first_day) * FROM schedule ORDER BY first_day, version DESC
    ), before AS (
      SELECT DISTINCT ON (first_day) * FROM schedule WHERE NOT own ORDER BY first_day, version DESC
    )
    SELECT newest.first_day, before.last_day, before.gazette, before.document, before.batch_id
    FROM newest LEFT JOIN before ON before.first_day = newest.first_day
    WHERE newest.own AND (newest.last_day, newest.gazette, newest.document)
      IS DISTINCT FROM (before.last_day, before.gazette, before.document)
    ORDER BY newest.first_day`.execute(db)
  return rows
}

/** Gives first days the schedule that they had before. */
export async function putBackSchedules(trx: Transaction, schedules: readonly ScheduleBefore[], at: Date) {
  if (schedules.length === 0) return
  const rows = schedules.map((schedule) => ({ ...schedule, entered_at: at, entered_by: null }))
  await trx.insertInto('customs_week').values(rows).execute()
}

/**
 * Marks as undone what a user imported since an instant, where days of these entries or first days were put back and nothing is left as
 * it was imported. Gives the numbers of those imports.
 */
export async function endImports(
  trx: Transaction,
  {
    entries,
    firstDays,
  }: { readonly entries: readonly number[]; readonly firstDays: readonly CalendarDate[] },
  { userId, since, at }: { readonly userId: number; readonly since: Date; readonly at: Date },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH imported AS (
      SELECT r.batch_id, r.stands_since, m.*, m.deleted_at IS NULL AND m.rate = r.rate AS stands
      FROM import_batch_row r JOIN manual_rate m ON m.id = r.manual_rate_id
    )
    UPDATE import_batch b SET undone_at = ${at}, undone_by = NULL
    WHERE b.created_by = ${userId} AND b.created_at >= ${since} AND b.undone_at IS NULL
      AND (EXISTS (
          SELECT FROM imported i JOIN manual_rate m USING (currency, kind, date)
          WHERE i.batch_id = b.id AND m.id = ANY(${entries}::bigint[]))
        OR EXISTS (SELECT FROM customs_week w WHERE w.batch_id = b.id AND w.first_day = ANY(${firstDays}::date[])))
      AND NOT EXISTS (
        SELECT FROM imported i
        WHERE i.batch_id = b.id AND i.stands AND i.updated_at = coalesce(i.stands_since, b.created_at))
    RETURNING b.id`.execute(trx)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
