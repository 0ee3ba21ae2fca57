import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/**
 * Makes the facts that count again, from the changes alone, as the owner of the tables; gives their
 * number. Running servers keep the rates in memory.
 */
export async function rebuildFacts(owner: Db): Promise<number> {
  return owner.transaction().execute(async (trx) => {
    await sql`SELECT lock_facts()`.execute(trx)
    await sql`DELETE FROM live_fact`.execute(trx)
    const made = await sql`INSERT INTO live_fact SELECT * FROM derived_fact`.execute(trx)
    return Number(made.numAffectedRows ?? 0)
  })
}
