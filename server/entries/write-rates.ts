import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { LiveRateBook } from '../rates/live-rate-book.ts'
import { newestVersion } from '../rates/read-rate-book.ts'

/** Does something to rates in one transaction, after which whoever asks this process reads what was written. */
export async function writeRates<T>(
  db: Kysely<Database>,
  live: LiveRateBook,
  act: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const { done, version } = await db
    .transaction()
    .execute(async (trx) => ({ done: await act(trx), version: await newestVersion(trx) }))
  await live.reaches(version)
  return done
}
