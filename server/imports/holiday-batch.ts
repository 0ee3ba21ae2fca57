import { sql } from 'kysely'
import type { HolidayImport, HolidayRow } from '../../contract/schema/calendar.schema.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import type { Act } from '../identity/actor.ts'
import { invalid } from '../errors.ts'
import { beginBatch, endBatch, isBlocking, isChange, refuseBlocked, type UndoneRows } from './batches.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { holidayImportText } from '../text/en/imports.ts'

/**
 * Writes all rows of an import, with one audit entry; the caller has taken the lock before it checked them. Throws 400,
 * naming the lines, where one cannot be entered: then none is.
 */
export async function commitHolidays(
  trx: Transaction,
  rows: readonly HolidayRow[],
  given: HolidayImport,
  writer: Act,
) {
  refuseUnlessImportable(rows)
  const { actor, at } = writer
  const { scope, remove = false } = given
  const source = given.source.trim()
  const changes = rows.filter(isChange)
  const id = await beginBatch(trx, 'bank holidays', writer)
  const days = changes.map(({ date }) => date)
  await (
    remove
      ? sql`INSERT INTO bank_holiday (date, entered_at, entered_by, batch_id)
        SELECT date, ${at}, ${actor.userId}, ${id} FROM unnest(${days}::date[]) AS g (date) ORDER BY date`
      : sql`INSERT INTO bank_holiday (date, name, scope, source, entered_at, entered_by, batch_id)
        SELECT date, name, ${scope}, ${source}, ${at}, ${actor.userId}, ${id}
        FROM unnest(${days}::date[], ${changes.map(({ name }) => name)}::text[]) AS g (date, name) ORDER BY date`
  ).execute(trx)
  const replaced = remove ? 0 : changes.filter(({ replaces }) => replaces !== null).length
  const reason = given.reason?.trim() ?? ''
  const description = remove
    ? auditText.holidaysRemoved(yearsOf(days), days.length)
    : auditText.holidaysEntered(yearsOf(days), days.length - replaced, replaced)
  await recordAuditEntry(trx, writer, 'change bank holidays', description, {
    metadata: {
      ...{ import: id, source, ...(!remove && { scope }) },
      changes: changes.map(({ date, name, replaces }) => ({
        ...{ date, from: replaces, to: remove ? null : name },
      })),
    },
    ...(reason !== '' && { personalMetadata: { reason } }),
  })
  return {
    ...{ id, added: remove ? 0 : days.length - replaced, replaced, removed: remove ? days.length : 0 },
    unchanged: rows.length - days.length,
  }
}

function refuseUnlessImportable(rows: readonly HolidayRow[]): void {
  refuseBlocked(rows.filter(isBlocking), rows.length)
  if (!rows.some(isChange)) throw invalid({ text: [holidayImportText.unchanged] })
}

/**
 * Takes an import back: each of its days says what it said before, unless it was changed since. Throws 404 for an unknown
 * import, 409 for one that was taken back.
 */
export async function undoHolidays(trx: Transaction, id: number, writer: Act): Promise<UndoneRows> {
  const { actor, at } = writer
  await endBatch(trx, id, 'bank holidays', writer)
  // What is put back keeps who entered it and its own import, so that this can be undone as well.
  const { rows } = await sql<Reversal>`
    WITH own AS (SELECT DISTINCT date FROM bank_holiday WHERE batch_id = ${id}),
    newest AS (
      SELECT DISTINCT ON (h.date) h.* FROM bank_holiday h JOIN own USING (date) ORDER BY h.date, h.version DESC
    ), before AS (
      SELECT DISTINCT ON (h.date) h.* FROM bank_holiday h JOIN own USING (date)
      WHERE h.version < (SELECT min(o.version) FROM bank_holiday o WHERE o.date = h.date AND o.batch_id = ${id})
      ORDER BY h.date, h.version DESC
    ), back AS (
      INSERT INTO bank_holiday (date, name, scope, source, entered_at, entered_by, batch_id)
      SELECT n.date, b.name, b.scope, b.source,
        CASE WHEN b.name IS NULL THEN ${at} ELSE b.entered_at END,
        CASE WHEN b.name IS NULL THEN ${actor.userId} ELSE b.entered_by END, b.batch_id
      FROM newest n LEFT JOIN before b USING (date) WHERE n.batch_id = ${id} ORDER BY n.date
      RETURNING date
    )
    SELECT own.date, back.date IS NOT NULL AS reversed, n.name AS "from", b.name AS "to"
    FROM own JOIN newest n USING (date) LEFT JOIN before b USING (date) LEFT JOIN back USING (date)
    ORDER BY own.date`.execute(trx)
  const reversals = rows.filter(({ reversed }) => reversed)
  const putBack = reversals.filter(({ to }) => to !== null).length
  const undone = { removed: reversals.length - putBack, putBack, left: rows.length - reversals.length }
  const description = auditText.holidaysUndone(id, undone.removed, putBack, undone.left)
  await recordAuditEntry(trx, writer, 'change bank holidays', description, {
    metadata: {
      ...{ import: id, undone: true, left: undone.left },
      changes: reversals.map(({ date, from, to }) => ({ date, from, to })),
    },
  })
  return undone
}

/** What undoing did to one day; `to` is null where it is no holiday again. */
interface Reversal {
  readonly date: CalendarDate
  readonly reversed: boolean
  readonly from: string | null
  readonly to: string | null
}

function yearsOf(days: readonly (CalendarDate | null)[]): string[] {
  return [...new Set(days.map((date) => (date ?? '').slice(0, 4)))].sort()
}
