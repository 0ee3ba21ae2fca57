import { sql } from 'kysely'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import type { Act } from '../identity/actor.ts'
import { wire } from '../entries/undo-rates.ts'
import { ApiError, invalid } from '../errors.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { customsImportText } from '../text/en/imports.ts'
import { beginBatch, endBatch, refuseBlocked, type UndoneRows } from './batches.ts'
import { isBlocking, isChange, type CheckedCustoms } from './check-customs.ts'
import { enterRows, reverseRows } from './import-batch.ts'

/**
 * Enters a schedule and its rates, with one audit entry; the caller has taken the lock before it checked them. Throws 400,
 * naming the lines, where one cannot be entered: then none is.
 */
export async function commitCustoms(
  trx: Transaction,
  { week, rows, importable }: CheckedCustoms,
  reason: string,
  writer: Act,
) {
  const blocking = rows.filter(isBlocking)
  refuseBlocked(
    blocking.map(({ line, sentences }) => ({ line, sentence: sentences.join(' ') })),
    rows.length,
  )
  if (!importable) throw invalid({ text: [customsImportText.unchanged] })
  const { actor, at } = writer
  const { firstDay, lastDay, gazette, document } = week
  const id = await beginBatch(trx, 'customs week', writer)
  await trx
    .insertInto('customs_week')
    .values({
      ...{ first_day: firstDay, last_day: lastDay, gazette, document },
      ...{ entered_at: at, entered_by: actor.userId, batch_id: id },
    })
    .execute()
  const changes = rows.filter(isChange).map((row) => ({ ...row, date: firstDay, kind: 'customs' as const }))
  const { added, replaced } = await enterRows(trx, id, changes, writer)
  const description = auditText.customsEntered(firstDay, lastDay, added, replaced)
  await recordAuditEntry(trx, writer, 'import exchange rates', description, {
    metadata: {
      ...{ import: id, kind: 'customs', first_day: firstDay, last_day: lastDay, gazette, document },
      changes: changes.map(({ currency, rate, replaces, verdict, sentences }) => ({
        ...{ currency, from: replaces, to: rate },
        ...(verdict === 'suspicious' && { warnings: sentences }),
      })),
    },
    ...(reason !== '' && { personalMetadata: { reason } }),
  })
  const unchanged = rows.filter(({ verdict, rate, replaces }) => verdict !== 'left out' && rate === replaces)
  return { id, added, replaced, unchanged: unchanged.length }
}

/**
 * Takes a schedule back: its rates and its days say what they said before. A rate that was changed since is left, and with it the
 * days of effect. Throws 404 for an unknown import, 409 for one that was taken back and while a later one for the same first day
 * stands, whose rates would otherwise go with it.
 */
export async function undoCustoms(trx: Transaction, id: number, writer: Act): Promise<UndoneRows> {
  const { created_at } = await endBatch(trx, id, 'customs week', writer)
  const later = await laterSchedule(trx, id)
  if (later) throw new ApiError('conflict', customsImportText.undoLaterFirst(later))
  const { reversals, ...undone } = await reverseRows(trx, id, created_at, writer)
  if (undone.left === 0) await putBackWeek(trx, id, writer)
  const description = auditText.customsUndone(id, undone.removed, undone.putBack, undone.left)
  await recordAuditEntry(trx, writer, 'import exchange rates', description, {
    metadata: {
      ...{ import: id, undone: true, kind: 'customs', left: undone.left },
      changes: reversals.map(({ currency, date, from, to }) => ({
        ...{ currency, date, from: wire(from), to: wire(to) },
      })),
    },
  })
  return undone
}

/** The newest schedule that was entered for the first day of an import after it, and was not undone. */
async function laterSchedule(trx: Transaction, id: number) {
  const { rows } = await sql<{ id: number; gazette: string }>`
    SELECT b.id, w.gazette FROM customs_week own
      JOIN customs_week w USING (first_day) JOIN import_batch b ON b.id = w.batch_id
    WHERE own.batch_id = ${id} AND b.id > ${id} AND b.undone_at IS NULL
    ORDER BY b.id DESC, w.version DESC LIMIT 1`.execute(trx)
  return rows[0]
}

/** Gives the first day of an import what it said before, unless another schedule was entered for it since. */
async function putBackWeek(trx: Transaction, id: number, { actor: { userId }, at }: Act): Promise<void> {
  // What is put back keeps its own import, so that this can be undone as well.
  await sql`
    WITH own AS (SELECT first_day, min(version) AS version FROM customs_week WHERE batch_id = ${id} GROUP BY first_day),
    newest AS (
      SELECT w.* FROM customs_week w JOIN own USING (first_day) ORDER BY w.version DESC LIMIT 1
    ), before AS (
      SELECT w.* FROM customs_week w JOIN own USING (first_day) WHERE w.version < own.version
      ORDER BY w.version DESC LIMIT 1
    )
    INSERT INTO customs_week (first_day, last_day, gazette, document, entered_at, entered_by, batch_id)
    SELECT newest.first_day, before.last_day, before.gazette, before.document, ${at}, ${userId}, before.batch_id
    FROM newest LEFT JOIN before ON true WHERE newest.batch_id = ${id}`.execute(trx)
}
