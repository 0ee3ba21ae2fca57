import { readEntries } from '../audit-log/read-audit-entries.ts'
import type { Db } from '../database/schema.ts'

/** All audit entries of a database, oldest first, as a reader of the trail sees them. */
export async function shownEntries(db: Db) {
  const rows = await db.selectFrom('audit_entry').select(['id', 'user_id']).execute()
  const users = new Map(rows.map(({ id, user_id }) => [id, user_id]))
  const shown = await readEntries(db, [...users.keys()], null)
  return shown.reverse().map(({ user, metadata, ...entry }) => ({
    ...entry,
    user_id: users.get(entry.id) ?? null,
    user_email: user,
    metadata: JSON.stringify(metadata),
  }))
}
