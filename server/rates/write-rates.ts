import { sql } from 'kysely'
import type { Db, Transaction } from '../database/schema.ts'
import { holdAccess } from '../identity/hold-access.ts'
import type { SignedIn } from '../identity/session.ts'
import type { LiveRateBook } from './live-rate-book.ts'
import { newestVersion } from './read-rate-book.ts'

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

/**
 * Makes this transaction the only one that writes rates until it ends. Taken before any row, so that two of them never
 * wait for each other crosswise. `reason` is kept in the history of whatever changes. Throws 401 where the user who writes was signed out while
 * it waited.
 */
export async function lockRates(
  trx: Transaction,
  { at, signedIn }: { readonly at: Date; readonly signedIn?: SignedIn },
  reason = '',
): Promise<void> {
  await sql`SELECT lock_rates(), set_config('rupee.at', ${at.toISOString()}, true),
    set_config('rupee.reason', ${reason}, true)`.execute(trx)
  if (signedIn) await holdAccess(trx, signedIn)
}
