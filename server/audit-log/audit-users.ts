import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { formerUser } from './audit-sentence.ts'
import type { Viewer } from './mask-details.ts'

/** More than an installation has that shows its users to each other. */
const MAX_USERS = 1000

/**
 * The users in the trail, by address, erased ones last; by a loose index scan. `masking`: for whom
 * others' addresses are left out.
 */
export async function readAuditUsers(db: Db, masking: Viewer | null): Promise<string[]> {
  const { rows } = await sql<{ id: number; email: string; is_former: boolean }>`
    WITH RECURSIVE acted AS (
      (SELECT user_id FROM audit_entry WHERE user_id IS NOT NULL ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT user_id FROM audit_entry WHERE user_id > acted.user_id ORDER BY user_id LIMIT
      1)
      FROM acted WHERE acted.user_id IS NOT NULL
    ), few AS (SELECT user_id FROM acted LIMIT ${sql.lit(MAX_USERS)})
    SELECT u.id, u.email, u.erased_at IS NOT NULL AS is_former FROM few JOIN app_user u ON u.id =
    few.user_id
    WHERE u.erased_at IS NOT NULL OR ${masking === null} OR u.id = ${masking?.id ?? null}
    ORDER BY is_former, u.email`.execute(db)
  return rows.map(({ id, email, is_former }) => (is_former ? formerUser(id) : email))
}
