import { sql } from 'kysely'
import type { ListedUser, UserState } from '../../contract/admin.ts'
import type { BeforeJson } from '../../contract/values.ts'
import type { Db } from '../database/schema.ts'
import { idleSince } from '../identity/session.ts'

type UserRow = Omit<BeforeJson<ListedUser>, 'admin'>

/**
 * The users that a filter finds, the newest first; `total` counts them all, 0 behind the last page.
 */
export async function pageOfUsers(
  db: Db,
  { search, state }: { readonly search: string; readonly state: UserState | undefined },
  { limit, offset, now }: { readonly limit: number; readonly offset: number; readonly now: Date },
): Promise<{ readonly users: readonly UserRow[]; readonly total: number }> {
  const { rows } = await sql<UserRow & { total: number }>`
    SELECT u.id, u.name, u.email, u.state, u.created_at AS registered_at, u.total,
      (SELECT max(d.last_seen_at) FROM known_device d WHERE d.user_id = u.id) AS last_sign_in_at,
      (SELECT count(*)::int FROM app_session s
        WHERE s.user_id = u.id AND s.expires_at > ${now} AND s.last_seen_at > ${idleSince(now)}) AS
        sessions,
      (SELECT count(*)::int FROM access_token t WHERE t.user_id = u.id AND t.expires_at > ${now}) AS
      access_tokens
    FROM (
      SELECT *, (count(*) OVER ())::int AS total
      FROM (
        SELECT id, name, email, created_at,
          CASE WHEN suspended_at IS NOT NULL THEN 'suspended' WHEN verified_at IS NULL THEN
          'unverified'
            WHEN approved_at IS NULL THEN 'waiting' ELSE 'active' END AS state
        FROM app_user WHERE erased_at IS NULL
      ) listed
      WHERE (${state ?? null}::text IS NULL OR state = ${state ?? null})
        AND strpos(lower(name || ' ' || email), lower(${search})) > 0
      ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}
    ) u
    ORDER BY u.id DESC`.execute(db)
  const found = rows.map(({ total, ...user }) => ({ total, user }))
  return { users: found.map(({ user }) => user), total: found[0]?.total ?? 0 }
}
