import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/**
 * Makes the facts that count again, from the changes alone; gives how many there are. Needs the
 * role that owns the tables. A server that is running keeps the rates that it has in memory.
 */
export async function rebuildFacts(owner: Db): Promise<number> {
  return owner.transaction().execute(async (trx) => {
    await sql`SELECT lock_facts()`.execute(trx)
    await sql`DELETE FROM live_fact`.execute(trx)
    const made = await sql`INSERT INTO live_fact SELECT * FROM derived_fact`.execute(trx)
    return Number(made.numAffectedRows ?? 0)
  })
}
