import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { recordChanges, selectSource, type RateFact } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import { SYSTEM } from '../identity/actor.ts'

export const STORED = 'Stored rates for a test'

/**
 * Puts rates into the database as if their sources had just given them, each of a source, series
 * and day at most once; null takes one away. `at`: the instant of the audit entry.
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

/** Takes away whatever rates there are, or those of some sources. */
export async function clearRates(
  db: Db,
  at: Date,
  sources: readonly RateFact['source'][] = ['manual', 'cbsl', 'currency-api', 'sample'],
): Promise<void> {
  const rows = await db
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'date', 'publisher', selectSource('live_fact').as('source')])
    .where('subject', '=', 'rate')
    .where('ended', 'is', null)
    .orderBy('version')
    .execute()
  const gone = rows
    .map((row): RateFact => ({ ...row, rate: null }))
    .filter(({ source }) => sources.includes(source))
  if (gone.length > 0) await storeRates(db, gone, at)
}
