import { sql } from 'kysely'
import { figure, type Measurement } from './figure.ts'
import { interleave } from './references/cost.ts'
import { get } from '../harness/load/load.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

const SESSIONS = 12_000
const PATH = '/api/auth/user'

/** A signed-in GET, which reads its session from the database. */
export async function measure(): Promise<Measurement> {
  await using environment = await startEnvironment()
  await fillWithRates(environment, 30)
  const tokens = await openSessions(environment)
  const server = await environment.server()
  const requests = tokens.map((token) => get(PATH, { authorization: `Bearer ${token}` }))
  const { queried } = await interleave(
    { queried: { process: server, workload: { requests, connections: 16, count: SESSIONS } } },
    9,
  )
  return {
    title: 'A signed-in GET (/api/auth/user), by processor time of the server per answer',
    figures: [
      figure('with one session query', queried.cpu, 'µs', { atMost: 130 }),
      figure('answers a second', queried.perSecond, '/s'),
    ],
  }
}

/** Sessions of as many users, and their tokens. */
async function openSessions({ owner }: Environment): Promise<string[]> {
  await sql`INSERT INTO app_user (name, email, created_at, verified_at, approved_at)
    SELECT 'User ' || i, 'user' || i || '@example.lk', now(), now(), now() FROM generate_series(1, ${SESSIONS}::int) i`.execute(
    owner,
  )
  const { rows } = await sql<{ token: string }>`
    WITH made AS (
      SELECT id, encode(sha256(convert_to(id || 'bench' || random(), 'UTF8')), 'hex') AS token FROM app_user
    ), opened AS (
      INSERT INTO app_session (user_id, token_hash, device, ip_address, created_at, last_seen_at, expires_at)
      SELECT id, sha256(convert_to(token, 'UTF8')), 'Bench', '127.0.0.1', now(), now(), now() + interval '29 days' FROM made
    )
    SELECT token FROM made`.execute(owner)
  await sql`ANALYZE app_session, app_user`.execute(owner)
  return rows.map(({ token }) => token)
}
