import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../database/schema.ts'

const WAITING = sql`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`

/** Waits until exactly one other statement waits for a lock of this transaction. */
export async function untilBlocking(trx: Db): Promise<void> {
  await expect.poll(async () => (await WAITING.execute(trx)).rows.length).toBe(1)
}
