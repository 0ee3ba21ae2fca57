import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { key } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'
import { entryOf, isFromFeed } from '../audit-log/record-changes.ts'
import type { CustomsSchedule } from '../../contract/rates/rate-history.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import type { ImportState } from './check-rates.ts'
import type { RowKind } from './row-kind.ts'

const MAX_LISTED = 20

interface ListedImport extends Partial<Omit<CustomsSchedule, 'first_day' | 'last_day'>> {
  readonly id: number
  readonly created_at: Date
  readonly created_by: string
  readonly rows: number
  readonly first_day: CalendarDate | null
  readonly last_day: CalendarDate | null
  readonly undone_at: Date | null
  readonly undone_by: string | null
}

/** The newest imports of a subject: how many rows of which days each brought, and who undid it. */
export async function readImports(
  db: Db,
  subject: ImportSubject,
  { action, fact }: Pick<RowKind<never>, 'action' | 'fact'>,
): Promise<ListedImport[]> {
  const { rows } = await sql<ListedImport & { schedule: CustomsSchedule | null }>`
    SELECT e.id, e.created_at, undone.created_at AS undone_at,
      coalesce(creator.name, 'Operator') AS created_by,
      CASE WHEN undone.id IS NOT NULL THEN coalesce(undoer.name, 'Operator') END AS undone_by,
      brought.*,
      (SELECT c.fact::jsonb || jsonb_build_object('first_day', c.date)
        FROM change c WHERE c.version = e.first_change AND c.subject = 'customs schedule') AS
        schedule
    FROM audit_entry e
      CROSS JOIN LATERAL (SELECT count(*) AS rows, min(c.date) AS first_day,
        max(c.date) AS last_day FROM change c WHERE c.subject = ${fact}
        AND c.version BETWEEN e.first_change AND e.last_change) brought
      LEFT JOIN LATERAL (SELECT u.* FROM undo CROSS JOIN LATERAL ${entryOf('undo.version')} u
        WHERE undo.undone = e.id LIMIT 1) undone ON true
      LEFT JOIN app_user creator ON creator.id = e.user_id
      LEFT JOIN app_user undoer ON undoer.id = undone.user_id
    WHERE e.action = ${action} AND e.metadata::json ->> 'import' = ${subject}
    ORDER BY e.id DESC LIMIT ${sql.lit(MAX_LISTED)}`.execute(db)
  return rows.map(({ schedule, ...each }) => ({ ...each, ...schedule }))
}

export async function readPublishedDays(db: Db): Promise<ReadonlySet<CalendarDate>> {
  const rows = await db
    .selectFrom('live_fact')
    .select('date')
    .distinct()
    .where(isFromFeed('cbsl'))
    .where('kind', '!=', 'customs')
    .execute()
  return new Set(rows.map(({ date }) => date))
}

/**
 * The live entries from a day on, in ten-thousandths; undefined for a series and day without one.
 */
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
