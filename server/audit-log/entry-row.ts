import { sql } from 'kysely'
import type { AuditEntry } from '../../contract/schema/audit-log.schema.ts'
import type { BeforeJson } from '../../contract/schema/values.ts'
import type { Database } from '../database/schema.ts'
import { maskJson, maskText, type Viewer } from './mask-details.ts'
import { formerUser, sentenceWithout } from './audit-sentence.ts'

/** An entry as a query reads it, with its personal part. */
export interface EntryRow extends Pick<
  Database['audit_entry'],
  'id' | 'action' | 'description' | 'created_at' | 'user_id' | 'user_email' | 'ip_address' | 'metadata'
> {
  personal_description: string | null
  personal_metadata: string | null
  is_former: boolean | null
}

/** What an entry `e` is shown with; without its personal part the address of its user, unless they were erased. */
export const readable = sql.raw(
  `LEFT JOIN audit_personal p ON p.entry_id = e.id
   LEFT JOIN app_user u ON u.id = e.user_id AND p.entry_id IS NULL AND e.format > 1`,
)
/** The columns of an `EntryRow`. */
export const columns = sql.raw(`e.id, e.action, e.description, e.created_at, e.user_id,
  coalesce(p.user_email, e.user_email, u.email) AS user_email, coalesce(p.ip_address, e.ip_address) AS ip_address,
  e.metadata, p.description AS personal_description, p.metadata AS personal_metadata,
  u.erased_at IS NOT NULL AS is_former`)

type ShownEntry = BeforeJson<AuditEntry>

/** An entry as it is shown; `masking`: for whom others' details are masked. */
export function toEntry(row: EntryRow, masking: Viewer | null): ShownEntry {
  const user = row.is_former === true && row.user_id !== null ? formerUser(row.user_id) : row.user_email
  const entry = {
    id: row.id,
    action: row.action,
    description: row.personal_description ?? sentenceWithout(row.description, user),
    created_at: row.created_at,
    user,
    ip_address: row.ip_address,
    metadata: {
      ...(JSON.parse(row.metadata) as AuditEntry['metadata']),
      ...(row.personal_metadata !== null && (JSON.parse(row.personal_metadata) as AuditEntry['metadata'])),
    },
  }
  return masking && row.user_id !== masking.id ? masked(entry, masking) : entry
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
