import { sql } from 'kysely'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import { newestVersion } from './read-rate-book.ts'
import { ratesText } from '../text/en/rates.ts'

/** Runs a change of rates in one transaction, after which reads from this process include it. */
export async function writeRates<T>(
  db: Db,
  live: LiveRateBook,
  act: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const { done, version } = await db
    .transaction()
    .execute(async (trx) => ({ done: await act(trx), version: await newestVersion(trx) }))
  await live.reaches(version)
  return done
}

/** Deletes the bundled sample; returns whether there was any. */
export async function removeSample(trx: Transaction): Promise<boolean> {
  const removed = await trx.deleteFrom('published_rate').where('source', '=', 'sample').executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Waiting for the lock of the rates took too long: 503. Nothing was changed. */
export class RatesLocked extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', ratesText.beingChanged, { retryAfter: 2, cause })
  }
}

/** SQLSTATE `query_canceled` (PostgreSQL 18, appendix A). */
const STATEMENT_TIMEOUT = '57014'

/**
 * Makes this transaction the only one that writes rates until it ends. Call it before locking any row, so that two of them never
 * deadlock. `reason` is stored in the history of each change. Throws RatesLocked if waiting takes
 * too long, for instance while tens of thousands of rates are undone.
 */
export async function lockRates(trx: Transaction, at: Date, reason = ''): Promise<void> {
  await sql`SELECT lock_rates(), set_config('rupee.at', ${at.toISOString()}, true),
    set_config('rupee.reason', ${reason}, true)`
    .execute(trx)
    .catch((cause: unknown) => {
      const waited = cause instanceof Error && 'code' in cause && cause.code === STATEMENT_TIMEOUT
      throw waited ? new RatesLocked(cause) : cause
    })
}

/** Stores a reason in the history of whatever this transaction changes from now on; it must hold the lock of the rates. */
export async function keepReason(trx: Transaction, reason: string): Promise<void> {
  await sql`SELECT set_config('rupee.reason', ${reason}, true)`.execute(trx)
}
