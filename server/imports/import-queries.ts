import { sql } from 'kysely'
import type { CustomsSchedule } from '../../contract/schema/rates/rate-history.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { key } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'
import type { ImportSubject } from '../database/rates-tables.ts'
import type { ImportState } from './check-import.ts'

/** How many imports the list shows. */
const MAX_LISTED = 20

/** The newest imports of a subject, with how many rows each brought and who undid it. */
export async function readImports(db: Db, subject: ImportSubject) {
  const rows = await db
    .selectFrom('import_batch as b')
    .leftJoin('app_user as creator', 'creator.id', 'b.created_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'b.undone_by')
    .select(['b.id', 'b.created_at', 'b.undone_at'])
    .select((eb) => [
      eb.fn.coalesce('creator.name', sql.lit('Operator')).as('created_by'),
      sql<string | null>`CASE WHEN b.undone_at IS NOT NULL THEN coalesce(undoer.name, 'Operator') END`.as(
        'undone_by',
      ),
      (subject !== 'bank holidays'
        ? eb
            .selectFrom('import_batch_row as r')
            .whereRef('r.batch_id', '=', 'b.id')
            .select((row) => row.fn.countAll<number>().as('rows'))
        : eb
            .selectFrom('bank_holiday as h')
            .whereRef('h.batch_id', '=', 'b.id')
            // What an undone later import put back counts once.
            .select((row) => row.fn.count<number>('h.date').distinct().as('rows'))
      ).as('rows'),
    ])
    .where('b.subject', '=', subject)
    .orderBy('b.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({ ...row, rows: row.rows ?? 0 }))
}

/** The newest imports of customs rates, each with its schedule. */
export async function readCustomsImports(db: Db) {
  const imports = await readImports(db, 'customs week')
  const { rows: weeks } = await sql<CustomsSchedule & { batch_id: number }>`
    SELECT DISTINCT ON (batch_id) batch_id, first_day, last_day, gazette, document FROM customs_week
    WHERE batch_id = ANY(${imports.map(({ id }) => id)}::bigint[]) ORDER BY batch_id, version`.execute(db)
  const byBatch = new Map(weeks.map(({ batch_id, ...week }) => [batch_id, week]))
  return imports.flatMap((each) => {
    const week = byBatch.get(each.id)
    return week ? [{ ...each, ...week }] : []
  })
}

/** The days for which the Central Bank has published a rate. */
export async function readPublishedDays(db: Db): Promise<ReadonlySet<CalendarDate>> {
  const rows = await db
    .selectFrom('published_rate')
    .select('date')
    .distinct()
    .where('source', '=', 'cbsl')
    .where('kind', '!=', 'customs')
    .execute()
  return new Set(rows.map(({ date }) => date))
}

/** The live entries from a day on, in ten-thousandths; undefined for a series and day without one. */
export async function readEnteredRates(db: Db, from: CalendarDate): Promise<ImportState['entered']> {
  const rows = await db
    .selectFrom('manual_rate')
    .select(['currency', 'kind', 'date', 'rate'])
    .where('deleted_at', 'is', null)
    .where('date', '>=', from)
    .execute()
  const entered = new Map(rows.map((row) => [key(row, row.date), rateOf(row.rate)]))
  return (series, date) => entered.get(key(series, date))
}
