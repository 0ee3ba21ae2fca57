import { sql } from 'kysely'
import { RATE_KINDS } from '../domain/series.ts'
import { figure, ratios, type Figure, type Measurement } from './figure.ts'
import { interleave } from './references/cost.ts'
import { get } from '../harness/load/load.ts'
import type { MeteredProcess } from '../harness/process/metered-process.ts'
import { signInSomeone, type User } from '../harness/users/sign-in-someone.ts'
import { fillWithRates, startEnvironment, type Environment } from '../harness/database/environment.ts'

interface Installation {
  readonly server: MeteredProcess
  readonly user: User
}

const SMALL = { days: 365, entries: 200, users: 10 }
const LARGE = { days: 30 * 365, entries: 200_000, users: 10_000 }
const ROUNDS = 9
/** Fewer than a server lets one user have under way. */
const AT_ONCE = 4

const days = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (index + 1) * 86_400_000).toISOString().slice(0, 10),
  )

/** What an installation of thirty years asks more than one of a year, as visitors and users who are signed in meet it. */
export async function measure(): Promise<Measurement> {
  await using smallEnvironment = await startEnvironment()
  await using largeEnvironment = await startEnvironment()
  const small = await install(smallEnvironment, SMALL)
  const large = await install(largeEnvironment, LARGE)
  const figures: Figure[] = []
  for (const [what, requestsOf, count] of READS) {
    const contender = (each: Installation) => ({
      process: each.server,
      workload: { requests: requestsOf(each), connections: AT_ONCE, count },
    })
    const costs = await interleave({ small: contender(small), large: contender(large) }, ROUNDS)
    figures.push(
      figure(`${what}: large / small`, ratios(costs.large.medianMs, costs.small.medianMs), '×', {
        atMost: 1.2,
      }),
      figure(`${what}: large`, costs.large.medianMs, 'ms'),
    )
  }
  const [less, more] = [await memory(small), await memory(large)]
  figures.push(
    figure('memory that is held: large − small', [(more - less) / 1e6], 'MB', { atMost: 10 }),
    figure('memory that is held: large', [more / 1e6], 'MB'),
  )
  return {
    title:
      'Growth: 30 years of 4 currencies and 4 kinds, 200 000 entries, 10 000 users, against 1 year, 200 entries, 10 users',
    figures,
    notes: [
      `Median time of an answer at ${AT_ONCE} requests at once, both installations in turn. The days are another at each request.`,
    ],
  }
}

const READS: readonly [what: string, requests: (each: Installation) => Buffer[], count: number][] = [
  [
    'the current rate',
    () => days(300).map((date) => get(`/api/exchange-rate/current/USD?date=${date}`)),
    4000,
  ],
  [
    'the last seven days',
    () => days(300).map((date) => get(`/api/exchange-rate/GBP/last-seven-days?date=${date}`)),
    4000,
  ],
  [
    'the current rate of another kind',
    () => days(300).map((date) => get(`/api/exchange-rate/current/USD?kind=tt-selling&date=${date}`)),
    4000,
  ],
  [
    'a month of history',
    () => days(200).map((date) => get(`/api/exchange-rate/AUD/history?to=${date}`)),
    2000,
  ],
  ['recent entries, page 1', ({ user }) => [get('/api/exchange-rate/recent', bearer(user))], 600],
  ['who is signed in', ({ user }) => [get('/api/auth/user', bearer(user))], 4000],
  ['the audit trail, page 1', ({ user }) => [get('/api/audit-logs', bearer(user))], 400],
]

const bearer = ({ token }: User) => ({ authorization: `Bearer ${token}` })

async function install(environment: Environment, size: typeof SMALL): Promise<Installation> {
  await fillWithRates(environment, size.days, RATE_KINDS)
  const user = await signInSomeone(environment)
  const { owner } = environment
  await sql`INSERT INTO app_user (name, email, created_at, verified_at, approved_at)
    SELECT 'User ' || i, 'user' || i || '@example.lk', now(), now(), now() FROM generate_series(1, ${size.users}::int) i`.execute(
    owner,
  )
  // The days in turn, so that there are as many live entries as can be; the older ones of a day are deleted ones.
  await sql`INSERT INTO manual_rate (currency, kind, date, rate, created_at, created_by, updated_at, updated_by, deleted_at, deleted_by)
    SELECT currency, kind, today - day, 200 + i % 1000 / 10.0, at, user_id, at, user_id,
      CASE WHEN turn > 0 THEN at + interval '1 minute' END, CASE WHEN turn > 0 THEN user_id END
    FROM (
      SELECT i, (ARRAY['USD', 'AUD', 'CAD', 'GBP'])[1 + i % 4] AS currency, (${RATE_KINDS}::text[])[1 + i / 4 % 4] AS kind, (now() AT TIME ZONE 'Asia/Colombo')::date AS today,
        i / 16 % ${size.days}::int AS day, i / 16 / ${size.days}::int AS turn, now() - i * interval '1 minute' AS at,
        ${user.id}::bigint AS user_id
      FROM generate_series(0, ${size.entries - 1}::int) i
    ) made`.execute(owner)
  await sql`VACUUM ANALYZE`.execute(owner)
  return { server: await environment.server(), user }
}

async function memory({ server }: Installation): Promise<number> {
  await server.usage(true)
  return (await server.usage(true)).kept
}
