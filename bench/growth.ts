import { storeFacts } from '../harness/database/store-facts.ts'
import { sql } from 'kysely'
import { RATE_KINDS } from '../domain/series.ts'
import { figure, ratios, type Figure } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { interleave } from '../harness/load/in-turns.ts'
import { get } from '../harness/load/load.ts'
import type { Program } from '../harness/process/program.ts'
import { startEnvironment } from '../harness/database/environment.ts'
import type { User } from '../harness/users/open-sessions.ts'

interface Installation {
  readonly server: Program
  readonly user: User
}

const SMALL = { days: 365, entries: 200, users: 10 }
const LARGE = { days: 30 * 365, entries: 200_000, users: 10_000 }
const ROUNDS = 9
/** Below the limit of concurrent requests of one user. */
const AT_ONCE = 4

const days = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (index + 1) * 86_400_000).toISOString().slice(0, 10),
  )

export const growth: Scenario = {
  title: `30 years of 4 currencies and 4 kinds, 200 000 entries, 10 000 users, against 1 year, 200, 10: median time of an answer at ${AT_ONCE} requests at once`,
  async run(scope) {
    const small = await install(scope, SMALL)
    const large = await install(scope, LARGE)
    const figures: Figure[] = []
    for (const [what, requestsOf, count] of READS) {
      const contender = (each: Installation) => ({
        process: each.server,
        workload: { requests: requestsOf(each), connections: AT_ONCE, count },
      })
      const costs = await interleave({ small: contender(small), large: contender(large) }, ROUNDS)
      const times = ratios(costs.large.medianMs, costs.small.medianMs)
      figures.push(figure(`${what}: large / small`, times, '×', { atMost: 1.2 }))
      figures.push(figure(`${what}: large`, costs.large.medianMs, 'ms'))
    }
    const [less, more] = [await memory(small), await memory(large)]
    return [
      ...figures,
      figure('memory that is held: large − small', (more - less) / 1e6, 'MB', { atMost: 10 }),
    ]
  },
}

const onDays =
  (path: string, count = 300) =>
  () =>
    days(count).map((date) => get(path + date))
const signedIn =
  (path: string) =>
  ({ user }: Installation) => [get(path, { authorization: `Bearer ${user.token}` })]

const READS: readonly [what: string, requests: (each: Installation) => Buffer[], count: number][] =
  [
    ['the current rate', onDays('/api/exchange-rate/current/USD?date='), 4000],
    ['the last seven days', onDays('/api/exchange-rate/GBP/last-seven-days?date='), 4000],
    [
      'the current rate of another kind',
      onDays('/api/exchange-rate/current/USD?kind=tt-selling&date='),
      4000,
    ],
    ['a month of history', onDays('/api/exchange-rate/AUD/history?to=', 200), 2000],
    ['recent entries, page 1', signedIn('/api/exchange-rate/recent'), 600],
    ['who is signed in', signedIn('/api/auth/user'), 4000],
  ]

async function install(scope: Scope, size: typeof SMALL): Promise<Installation> {
  const environment = await startEnvironment(scope, { days: size.days, kinds: RATE_KINDS })
  const user = await environment.user()
  const { owner } = environment
  await sql`INSERT INTO app_user (name, email, created_at, verified_at, approved_at)
    SELECT 'User ' || i, 'user' || i || '@example.lk', now(), now(), now() FROM generate_series(1, ${size.users}::int) i`.execute(
    owner,
  )
  // The days in turn, so that there are as many live entries as can be; the older ones of a day are
  // deleted ones.
  const made = `SELECT (ARRAY['USD', 'AUD', 'CAD', 'GBP'])[1 + i % 4] AS currency,
      (ARRAY['${RATE_KINDS.join("', '")}'])[1 + i / 4 % 4] AS kind,
      (now() AT TIME ZONE 'Asia/Colombo')::date - i / 16 % ${size.days} AS date,
      'manual' AS source, 200 + i % 1000 / 10.0 AS rate, i / 16 / ${size.days} AS turn
    FROM generate_series(0, ${size.entries - 1}) i`
  for (let turn = Math.floor((size.entries - 1) / 16 / size.days); turn >= 0; turn--) {
    const own = `SELECT currency, kind, date, source, rate FROM (${made}) made WHERE turn = ${turn}`
    await storeFacts(owner, own, user.id)
    if (turn > 0)
      await storeFacts(
        owner,
        `SELECT own.*, NULL AS rate FROM (${own.replace(', rate FROM', ' FROM')}) own`,
        user.id,
      )
  }
  await sql`VACUUM ANALYZE`.execute(owner)
  return { server: await environment.server(), user }
}

async function memory({ server }: Installation): Promise<number> {
  await server.usage(true)
  return (await server.usage(true)).kept
}
