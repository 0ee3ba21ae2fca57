import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/** Runs a statement that locks, and holds its transaction until the returned function is called. */
export async function holdLock(db: Db, statement: string): Promise<() => Promise<void>> {
  const trx = await db.startTransaction().execute()
  await sql.raw(statement).execute(trx)
  return () => trx.rollback().execute()
}
