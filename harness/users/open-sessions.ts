import { asSuperuser, type SuperuserAccess } from '../database/postgres.ts'

/** Sessions of as many new users, put into a database as signing in would; gives their tokens. */
export async function openSessions(database: SuperuserAccess, count: number): Promise<string[]> {
  const rows = await asSuperuser<{ token: string }>(
    database,
    `WITH made AS (
       INSERT INTO app_user (name, email, created_at, verified_at, approved_at)
       SELECT 'User ' || i, 'user' || i || '@example.lk', now(), now(), now() FROM generate_series(1, $1::int) i
       RETURNING id, encode(sha256(convert_to(email || random(), 'UTF8')), 'hex') AS token
     ), opened AS (
       INSERT INTO app_session (user_id, token_hash, device, ip_address, created_at, last_seen_at, expires_at)
       SELECT id, sha256(convert_to(token, 'UTF8')), 'Test', '127.0.0.1', now(), now(), now() + interval '29 days' FROM made
     )
     SELECT token FROM made`,
    [count],
  )
  await asSuperuser(database, 'ANALYZE app_session, app_user')
  return rows.map(({ token }) => token)
}
