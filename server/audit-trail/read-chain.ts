import { sql, type Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ChainEnd } from './chain-check.ts'
import { GENESIS, type ChainedEntry } from './entry-hash.ts'

/** The entries after a number, oldest first, as their hashes were made of them. */
export async function readChain(
  db: Kysely<Database>,
  after: number,
  most: number,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    SELECT ${chainColumns} FROM audit_entry WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT ${sql.lit(most)}`.execute(
    db,
  )
  return rows
}

/** The columns of a `ChainedEntry`. */
export const chainColumns = sql.raw(`id, action, description,
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at,
  user_id, user_email, ip_address, currency, metadata, previous_hash, hash`)

/** Where the database says that the chain ends; at its beginning, where somebody has removed even that. */
export async function readHead(db: Kysely<Database>): Promise<ChainEnd> {
  const head = await db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst()
  return head ?? { id: 0, hash: GENESIS }
}

/** The stored hash of one entry, or undefined where it is not there. */
export async function readHash(db: Kysely<Database>, id: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_entry').select('hash').where('id', '=', id).executeTakeFirst()
  return row?.hash
}

/** The stored hashes of many entries, by number. */
export async function readHashes(db: Kysely<Database>, ids: number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ id: number; hash: Buffer }>`
    SELECT id, hash FROM audit_entry WHERE id = ANY(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}
