import { sql } from 'kysely'
import { composeMetadata, type StoredEntry } from '../audit-log/entry-metadata.ts'
import type { Db } from '../database/schema.ts'

/** An audit entry together with its personal part. */
export interface ShownEntry {
  readonly id: number
  readonly action: string
  readonly description: string
  readonly user_id: number | null
  readonly user_email: string | null
  readonly ip_address: string | null
  /** JSON. */
  readonly metadata: string
}

/** All audit entries of a database, oldest first, with what a reader of the trail sees. */
export async function shownEntries(db: Db): Promise<ShownEntry[]> {
  const { rows } = await sql<StoredEntry & ShownEntry & { personal: string | null }>`
    SELECT e.id, e.action, coalesce(p.description, e.description) AS description, e.user_id,
      coalesce(p.user_email, e.user_email) AS user_email, p.ip_address, e.metadata,
      e.first_change, e.last_change, p.metadata AS personal
    FROM audit_entry e LEFT JOIN audit_personal p ON p.entry_id = e.id ORDER BY e.id`.execute(db)
  const metadata = await composeMetadata(db, rows)
  return rows.map(({ personal, ...row }) => ({
    ...row,
    metadata: JSON.stringify({
      ...metadata.get(row.id),
      ...(JSON.parse(personal ?? '{}') as object),
    }),
  }))
}
