import { sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'

/** Tells every server, once this transaction is committed, that a user has another name; nobody was shown one of who never proved an address. */
export async function announceName(trx: Transaction, userId: number): Promise<void> {
  await sql`SELECT pg_notify('user_name', '') FROM app_user WHERE id = ${userId} AND verified_at IS NOT NULL`.execute(
    trx,
  )
}
