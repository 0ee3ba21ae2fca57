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

/**
 * Gives first days of customs rates the schedule that they had before a user's changes since an instant, where none was entered by
 * anybody else after it. Gives those days.
 */
export async function putBackSchedules(
  trx: Transaction,
  days: readonly CalendarDate[],
  { userId, since, at }: { readonly userId: number; readonly since: Date; readonly at: Date },
): Promise<readonly CalendarDate[]> {
  const { rows } = await sql<{ first_day: CalendarDate }>`
    WITH schedule AS (
      SELECT *, entered_by IS NOT DISTINCT FROM ${userId} AND entered_at >= ${since} AS own
      FROM customs_week WHERE first_day = ANY(${days}::date[])
    ), newest AS (
      SELECT DISTINCT ON (first_day) first_day, own FROM schedule ORDER BY first_day, version DESC
    ), before AS (
      SELECT DISTINCT ON (first_day) * FROM schedule WHERE NOT own ORDER BY first_day, version DESC
    )
    INSERT INTO customs_week (first_day, last_day, gazette, document, entered_at, entered_by, batch_id)
    SELECT newest.first_day, before.last_day, before.gazette, before.document, ${at}, NULL, before.batch_id
    FROM newest LEFT JOIN before ON before.first_day = newest.first_day WHERE newest.own
    RETURNING first_day`.execute(trx)
  return rows.map(({ first_day }) => first_day).sort()
}
