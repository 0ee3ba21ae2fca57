import { sql } from 'kysely'
import { distinctValues } from '../database/distinct-values.ts'
import type { Db } from '../database/schema.ts'
import { formerUser } from './audit-sentence.ts'
import type { Viewer } from './mask-details.ts'

/** More than an installation has that shows its users to each other. */
const MAX_USERS = 1000

/**
 * The users in the trail, by address, erased ones last. `masking`: for whom
 * others' addresses are left out.
 */
export async function readAuditUsers(db: Db, masking: Viewer | null): Promise<string[]> {
  const { rows } = await sql<{ id: number; email: string; is_former: boolean }>`
    SELECT u.id, u.email, u.erased_at IS NOT NULL AS is_former
    FROM (${distinctValues('audit_entry', 'user_id')} LIMIT ${sql.lit(MAX_USERS)}) acted
      JOIN app_user u ON u.id = acted.value
    WHERE u.erased_at IS NOT NULL OR ${masking === null} OR u.id = ${masking?.id ?? null}
    ORDER BY is_former, u.email`.execute(db)
  return rows.map(({ id, email, is_former }) => (is_former ? formerUser(id) : email))
}
