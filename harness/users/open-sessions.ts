import { asSuperuser, type SuperuserAccess } from '../database/postgres.ts'

export interface User {
  readonly id: number
  readonly email: string
  readonly token: string
}

export async function openSessions(database: SuperuserAccess, count: number): Promise<User[]> {
  const users = await asSuperuser<User & Record<string, unknown>>(
    database,
    `WITH made AS (
       INSERT INTO public.app_user (name, email, created_at, verified_at, approved_at)
       SELECT 'Nimal Perera', 'user-' || gen_random_uuid() || '@example.lk', now(), now(), now() FROM generate_series(1, $1::int)
       RETURNING id::int, email, encode(sha256(convert_to(email || random(), 'UTF8')), 'hex') AS token
     ), opened AS (
       INSERT INTO public.app_session (user_id, token_hash, device, ip_address, created_at, last_seen_at, expires_at)
       SELECT id, sha256(convert_to(token, 'UTF8')), 'Test', '127.0.0.1', now(), now(), now() + interval '29 days' FROM made
     )
     SELECT * FROM made`,
    [count],
  )
  await asSuperuser(database, 'ANALYZE app_session, app_user')
  return users
}
