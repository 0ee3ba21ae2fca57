import { sql, type Transaction } from 'kysely'
import type { ImportRow } from '../../contract/rate-import.ts'
import { formatRate, rateOf } from '../../domain/money.ts'
import { recordAuditEntry } from '../audit-trail/record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { ApiError, invalid } from '../errors.ts'
import { isBlocking, isChange } from './judge-import.ts'
import { lockRates } from './manual-rate-queries.ts'
import type { Writer } from './record-manual-rate.ts'

/** Lines that a refusal names; there may be ten thousand. */
const MOST_NAMED = 50

export interface Batch {
  readonly id: number
  readonly added: number
  readonly replaced: number
  readonly unchanged: number
  readonly warned: number
}

/**
 * Enters all rows of an import, with one audit entry; the caller has taken the lock before it judged them. Throws 400,
 * naming the lines, where one cannot be entered: then none is.
 */
export async function commitBatch(
  trx: Transaction<Database>,
  rows: readonly ImportRow[],
  reason: string,
  writer: Writer,
): Promise<Batch> {
  refuseUnlessImportable(rows)
  const { actor, userId, at } = writer
  const changes = rows.filter(isChange)
  const { id } = await trx
    .insertInto('import_batch')
    .values({ created_at: at, created_by: userId, undone_at: null, undone_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const replacing = changes.filter(({ replaces }) => replaces !== null)
  const adding = changes.filter(({ replaces }) => replaces === null)
  await enterRows(trx, id, { adding, replacing }, writer)
  const batch = {
    id,
    added: adding.length,
    replaced: replacing.length,
    unchanged: rows.length - changes.length,
    warned: changes.filter(({ verdict }) => verdict === 'suspicious' || verdict === 'holiday').length,
  }
  await recordAuditEntry(trx, {
    action: 'import exchange rates',
    description: `Imported ${changes.length} rates by hand: ${batch.added} new, ${batch.replaced} replaced`,
    actor,
    at,
    metadata: {
      import: id,
      changes: changes.map(({ date, currency, rate, replaces, warnings }) => ({
        ...{ date, currency, from: replaces, to: rate },
        ...(warnings.length > 0 && { warnings }),
      })),
      ...(reason !== '' && { reason }),
    },
  })
  return batch
}

function refuseUnlessImportable(rows: readonly ImportRow[]): void {
  const blocking = rows.filter(isBlocking)
  if (blocking.length > 0) {
    const fields = blocking.slice(0, MOST_NAMED).map(({ line, sentence }) => [`line ${line}`, [sentence]])
    const message = `${blocking.length} of ${rows.length} rows cannot be imported, so none was.`
    throw new ApiError('invalid', message, { fields: Object.fromEntries(fields) as Record<string, string[]> })
  }
  if (!rows.some(isChange)) throw invalid({ text: ['Every row says what is entered already.'] })
}

/** Inserts and updates in one statement each, and remembers what each entry said before. */
async function enterRows(
  trx: Transaction<Database>,
  batch: number,
  { adding, replacing }: { adding: readonly ImportRow[]; replacing: readonly ImportRow[] },
  { userId, at }: Writer,
): Promise<void> {
  if (adding.length > 0) {
    await sql`
      WITH entered AS (
        INSERT INTO manual_rate (currency, date, rate, created_at, created_by, updated_at, updated_by)
        SELECT currency, date, rate, ${at}, ${userId}, ${at}, ${userId} FROM ${given(adding)}
        RETURNING id, rate
      )
      INSERT INTO import_batch_row (batch_id, manual_rate_id, rate) SELECT ${batch}, id, rate FROM entered`.execute(
      trx,
    )
  }
  if (replacing.length > 0) {
    await sql`
      WITH before AS (
        SELECT m.id, m.rate AS previous_rate, g.rate FROM manual_rate m JOIN ${given(replacing)}
          ON m.currency = g.currency AND m.date = g.date WHERE m.deleted_at IS NULL
      ), entered AS (
        UPDATE manual_rate m SET rate = before.rate, updated_at = ${at}, updated_by = ${userId}
        FROM before WHERE m.id = before.id
      )
      INSERT INTO import_batch_row (batch_id, manual_rate_id, rate, previous_rate)
      SELECT ${batch}, id, rate, previous_rate FROM before`.execute(trx)
  }
}

/** Rows as a table expression `g (currency, date, rate)`. */
function given(rows: readonly ImportRow[]) {
  const rates = rows.map(({ rate }) => (rate === null ? null : formatRate(rateOf(rate))))
  return sql`unnest(${rows.map(({ currency }) => currency)}::text[], ${rows.map(({ date }) => date)}::date[],
    ${rates}::numeric[]) AS g (currency, date, rate)`
}

/** What undoing an import did; `left` were changed after it. */
export interface Undone {
  readonly removed: number
  readonly putBack: number
  readonly left: number
}

/**
 * Takes an import back: entries that it added are deleted, those that it replaced say again what they said. An entry that
 * someone has touched since is left. Throws 404 for an unknown import, 409 for one that was taken back.
 */
export async function undoBatch(trx: Transaction<Database>, id: number, writer: Writer): Promise<Undone> {
  const { actor, userId, at } = writer
  await lockRates(trx, at)
  const batch = await trx.selectFrom('import_batch').selectAll().where('id', '=', id).executeTakeFirst()
  if (!batch) throw new ApiError('not_found', 'There is no such import.')
  if (batch.undone_at !== null) throw new ApiError('conflict', 'This import has been undone already.')
  const untouched = sql`FROM import_batch_row r WHERE r.batch_id = ${id} AND r.manual_rate_id = m.id
    AND m.deleted_at IS NULL AND m.rate = r.rate AND m.updated_at = ${batch.created_at}`
  const removed = await sql`
    UPDATE manual_rate m SET deleted_at = ${at}, deleted_by = ${userId} ${untouched} AND r.previous_rate IS NULL
    RETURNING m.id`.execute(trx)
  const putBack = await sql`
    UPDATE manual_rate m SET rate = r.previous_rate, updated_at = ${at}, updated_by = ${userId} ${untouched}
      AND r.previous_rate IS NOT NULL
    RETURNING m.id`.execute(trx)
  const { total } = await trx
    .selectFrom('import_batch_row')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('batch_id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('import_batch')
    .set({ undone_at: at, undone_by: userId })
    .where('id', '=', id)
    .execute()
  const undone = {
    removed: removed.rows.length,
    putBack: putBack.rows.length,
    left: total - removed.rows.length - putBack.rows.length,
  }
  await recordAuditEntry(trx, {
    action: 'import exchange rates',
    description: `Undid import ${id}: ${undone.removed} removed, ${undone.putBack} put back, ${undone.left} left`,
    actor,
    at,
    metadata: { import: id, undone: true, ...undone },
  })
  return undone
}
