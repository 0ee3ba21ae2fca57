import { sql } from 'kysely'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { LIVE_FACTS, recordChanges, type RateFact } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'

export const STORED = 'Stored rates for a test'

/**
 * Stores rates as their sources would, each source, series and day at most once; null deletes.
 * `at`: time of the audit entry.
 */
export async function storeRates(
  db: Db,
  rates: readonly RateFact[],
  at: Date,
  userId: number | null = null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordChanges(trx, rates)
    const actor = { ...SYSTEM, userId }
    await recordAuditEntry(trx, { actor, at }, 'import exchange rates', STORED)
  })
}

/** Deletes all rates, or those of some sources. */
export async function clearRates(
  db: Db,
  at: Date,
  sources: readonly RateFact['source'][] = ['manual', 'cbsl', 'currency-api', 'sample'],
): Promise<void> {
  const { rows } = await sql<Omit<RateFact, 'rate'>>`
    SELECT currency, kind, date, bank AS publisher, source FROM ${LIVE_FACTS} live
    WHERE subject = 'rate' ORDER BY version`.execute(db)
  const deleted = rows
    .map((row): RateFact => ({ ...row, rate: null }))
    .filter(({ source }) => sources.includes(source))
  if (deleted.length > 0) await storeRates(db, deleted, at)
}
