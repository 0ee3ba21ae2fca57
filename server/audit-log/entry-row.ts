import { sql } from 'kysely'
import type { AuditEntry } from '../../contract/audit-log.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { Database, Db } from '../database/schema.ts'
import { composeMetadata } from './entry-metadata.ts'
import { maskJson, maskText, type Viewer } from './mask-details.ts'
import { formerUser, sentenceWithout } from './audit-sentence.ts'

export interface EntryRow extends Pick<
  Database['audit_entry'],
  | 'id'
  | 'action'
  | 'description'
  | 'created_at'
  | 'user_id'
  | 'user_email'
  | 'metadata'
  | 'first_change'
  | 'last_change'
> {
  hash: string
  ip_address: string | null
  personal_description: string | null
  personal_metadata: string | null
  is_former: boolean | null
}

/**
 * What an entry `e` is shown with; without its personal part the address of its user, unless they
 * were erased.
 */
export const readable = sql.raw(
  `LEFT JOIN audit_personal p ON p.entry_id = e.id
   LEFT JOIN app_user u ON u.id = e.user_id AND p.entry_id IS NULL`,
)
export const columns = sql.raw(`e.id, e.action, e.description, e.created_at, e.user_id,
  coalesce(p.user_email, e.user_email, u.email) AS user_email, p.ip_address,
  e.metadata, e.first_change, e.last_change, p.description AS personal_description, p.metadata AS
  personal_metadata,
  u.erased_at IS NOT NULL AS is_former, encode(e.hash, 'hex') AS hash`)

type ShownEntry = BeforeJson<AuditEntry>

/** Entries by their numbers, the newest first. */
export async function readEntries(db: Db, ids: readonly number[]): Promise<ShownEntry[]> {
  const { rows } = await sql<EntryRow>`
    SELECT ${columns} FROM audit_entry e ${readable} WHERE e.id = ANY(${ids}::bigint[])
    ORDER BY e.id DESC`.execute(db)
  return toEntries(db, rows, null)
}

/** Entries as they are shown; `masking`: for whom others' details are masked. */
export async function toEntries(
  db: Db,
  rows: readonly EntryRow[],
  masking: Viewer | null,
): Promise<ShownEntry[]> {
  const metadata = await composeMetadata(db, rows)
  return rows.map((row) => toEntry(row, metadata.get(row.id) ?? {}, masking))
}

function toEntry(
  row: EntryRow,
  composed: AuditEntry['metadata'],
  masking: Viewer | null,
): ShownEntry {
  const user =
    row.is_former === true && row.user_id !== null ? formerUser(row.user_id) : row.user_email
  const entry = {
    id: row.id,
    action: row.action,
    description: row.personal_description ?? sentenceWithout(row.description, user),
    created_at: row.created_at,
    hash: row.hash,
    user,
    ip_address: row.ip_address,
    metadata: {
      ...namedByNumber(row.id, composed),
      ...(row.personal_metadata !== null &&
        (JSON.parse(row.personal_metadata) as AuditEntry['metadata'])),
    },
  }
  return masking && row.user_id !== masking.id ? masked(entry, masking) : entry
}

/** An import is named by its number, which it did not know. */
function namedByNumber(id: number, said: AuditEntry['metadata']): AuditEntry['metadata'] {
  return typeof said['import'] === 'string' ? { ...said, import: id } : said
}

function masked(entry: ShownEntry, viewer: Viewer): ShownEntry {
  return {
    ...entry,
    description: maskText(entry.description, viewer),
    user: entry.user && maskText(entry.user, viewer),
    ip_address: entry.ip_address && maskText(entry.ip_address, viewer),
    metadata: maskJson(entry.metadata, viewer),
  }
}
