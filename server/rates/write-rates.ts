import { sql } from 'kysely'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import { newestVersion } from './read-rate-book.ts'
import { ratesText } from '../text/en/rates.ts'

/** Does something to rates in one transaction, after which whoever asks this process reads what was written. */
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

/** Takes the bundled sample out; whether there was any of it. */
export async function removeSample(trx: Transaction): Promise<boolean> {
  const removed = await trx.deleteFrom('published_rate').where('source', '=', 'sample').executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** The lock of the rates was waited for too long: 503. Nothing was done yet. */
export class RatesLocked extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', ratesText.beingChanged, { retryAfter: 2, cause })
  }
}

/** SQLSTATE `query_canceled` (PostgreSQL 18, appendix A). */
const STATEMENT_TIMEOUT = '57014'

/**
 * Makes this transaction the only one that writes rates until it ends. Taken before any row, so that two of them never
 * wait for each other crosswise. `reason` is kept in the history of whatever changes. Throws RatesLocked where that takes
 * too long, as while tens of thousands of rates are undone.
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

/** Keeps a reason in the history of whatever this transaction changes from now on; it has the lock of the rates. */
export async function keepReason(trx: Transaction, reason: string): Promise<void> {
  await sql`SELECT set_config('rupee.reason', ${reason}, true)`.execute(trx)
}
