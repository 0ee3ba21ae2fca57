import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { ChainEnd } from './chain-check.ts'
import { GENESIS, type ChainedEntry } from '../entry-hash.ts'

/** The entries after a number, oldest first, as their hashes were made of them. */
export async function readChain(
  db: Db,
  after: number,
  most: number,
  upTo: number = Number.MAX_SAFE_INTEGER,
) {
  return readChained(
    db,
    sql`SELECT id FROM audit_entry WHERE id > ${after} AND id <= ${upTo} ORDER BY id LIMIT
      ${sql.lit(most)}`,
  )
}

type ChainRow = Omit<ChainedEntry, 'personal'> & {
  salt: Buffer | null
  personal_email: string | null
  personal_ip: string | null
  personal_description: string | null
  personal_metadata: string | null
}

/** The entries whose numbers a query gives as `id`, oldest first, with their personal parts. */
export async function readChained(db: Db, ids: RawBuilder<unknown>): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainRow>`
    SELECT e.id, e.action, e.description,
      to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at,
      e.user_id, e.user_email, e.metadata, e.personal_hash, e.first_change,
      e.last_change, e.changes_hash, e.previous_hash, e.hash, p.salt,
      p.user_email AS personal_email, p.ip_address AS personal_ip, p.description AS
      personal_description,
      p.metadata AS personal_metadata
    FROM (${ids}) chosen JOIN audit_entry e USING (id) LEFT JOIN audit_personal p ON p.entry_id =
    e.id
    ORDER BY e.id`.execute(db)
  return rows.map(withPersonalPart)
}

function withPersonalPart(row: ChainRow): ChainedEntry {
  const { salt, personal_email, personal_ip, personal_description, personal_metadata, ...entry } =
    row
  const personal = salt && {
    salt,
    user_email: personal_email,
    ip_address: personal_ip,
    description: personal_description,
    metadata: personal_metadata,
  }
  return { ...entry, personal }
}

/**
 * Where the database says that the chain ends; at its beginning, where somebody has removed even
 * that.
 */
export async function readHead(db: Db): Promise<ChainEnd> {
  const head = await db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst()
  return head ?? { id: 0, hash: GENESIS }
}

export async function readHashes(db: Db, ids: number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ id: number; hash: Buffer }>`
    SELECT id, hash FROM audit_entry WHERE id = ANY(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** The last entry from before an instant; the beginning of the chain where there is none. */
export async function readEndBefore(db: Db, instant: Date): Promise<ChainEnd> {
  const { rows } = await sql<ChainEnd>`
    SELECT id, hash FROM audit_entry WHERE created_at < ${instant}
    ORDER BY created_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0] ?? { id: 0, hash: GENESIS }
}
