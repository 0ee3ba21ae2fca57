import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Series } from '../../domain/series.ts'
import { selectBank } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'

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

/** `null` is the operator. */
export async function readEntriesToUndo(
  db: Db,
  userId: number | null,
  since: Date,
): Promise<number[]> {
  const isTheirs = userId === null ? sql`actor = 'operator'` : sql`user_id = ${userId}`
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM audit_entry
    WHERE ${isTheirs} AND created_at >= ${since} AND last_change IS NOT NULL
      AND action LIKE '% exchange rate%' ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function planUndo(db: Db, entries: readonly number[]) {
  const { rows: days } = await sql<ChangedDay>`
    SELECT n.currency, n.kind, ${selectBank('n')} AS publisher, n.date, t.rate AS before, n.rate AS now,
    NOT p.stands AS changed_since
    FROM plan_undo(${entries}::bigint[]) p JOIN change n ON n.version = p.newest
      LEFT JOIN change t ON t.version = p.target
    WHERE n.subject = 'rate' ORDER BY n.date, n.currency, n.kind`.execute(db)
  const { rows: schedules } = await sql<ScheduleBefore>`
    SELECT n.date AS first_day, t.fact ->> 'gazette' AS gazette
    FROM plan_undo(${entries}::bigint[]) p JOIN change n ON n.version = p.newest
      LEFT JOIN change t ON t.version = p.target
    WHERE n.subject = 'customs schedule' AND p.stands
      AND n.fact::text IS DISTINCT FROM t.fact::text ORDER BY n.date`.execute(db)
  return { days, schedules }
}

export async function readUndoneImports(trx: Transaction, version: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('undo as u')
    .innerJoin('audit_entry as e', 'e.id', 'u.undone')
    .select('e.id')
    .where('u.version', '=', version)
    .where(sql`e.metadata::json ->> 'import'`, 'is not', null)
    .where(sql`e.metadata::json ->> 'undone'`, 'is', null)
    .orderBy('e.id')
    .execute()
  return rows.map(({ id }) => id)
}
