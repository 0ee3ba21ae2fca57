import { sql } from 'kysely'
import { newestVersion, recordChanges } from '../audit-log/record-changes.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import { t } from '../../text/sentences.ts'

/** Runs a change of rates in one transaction, after which reads from this process include it. */
export async function writeRates<T>(
  db: Db,
  live: LiveRateBook,
  act: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const { done, version } = await db
    .transaction()
    .execute(async (trx) => ({ done: await act(trx), version: await newestVersion(trx) }))
  await live.waitFor(version)
  return done
}

/** Takes the bundled sample away; returns whether there was any. */
export async function removeSample(trx: Transaction): Promise<boolean> {
  const sample = await trx
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'date'])
    .where('source', '=', 'sample')
    .orderBy('version')
    .execute()
  if (sample.length === 0) return false
  const gone = { source: 'sample', rate: null } as const
  await recordChanges(
    trx,
    sample.map((day) => ({ ...day, ...gone })),
  )
  return true
}

/** Waiting for the lock of the rates took too long: 503. Nothing was changed. */
export class RatesLocked extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', t.ratesText.beingChanged, { retryAfter: 2, cause })
  }
}

/** SQLSTATE `query_canceled` (PostgreSQL 18, appendix A). */
const STATEMENT_TIMEOUT = '57014'

/**
 * Makes this transaction the only one that changes facts. Call it before locking any row, against
 * deadlocks. Throws RatesLocked where waiting takes too long.
 */
export async function lockFacts(trx: Transaction): Promise<void> {
  await sql`SELECT lock_facts()`.execute(trx).catch((cause: unknown) => {
    const waited = cause instanceof Error && 'code' in cause && cause.code === STATEMENT_TIMEOUT
    throw waited ? new RatesLocked(cause) : cause
  })
}
