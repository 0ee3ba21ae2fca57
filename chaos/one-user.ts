import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { seedAuditTrail } from '../server/testing/seed-audit-trail.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Call } from '../harness/load/http-client.ts'
import { signInUsers, type User } from '../harness/users/sign-in-users.ts'
import { connectEmbedded } from '../harness/database/postgres.ts'
import { LatencyProbe } from '../harness/load/latency-probe.ts'
import { repeat } from '../harness/load/repeat.ts'
import { check, figure, none } from '../harness/figure.ts'
import { Counter } from '../harness/load/counter.ts'
import { Server } from '../harness/process/restartable-server.ts'
import { startWriters } from '../harness/load/writers.ts'

const ENTRIES = 100_000
const AT_ONCE = 30
const SECONDS = 10
const ROWS = Array.from({ length: 10_000 }, (_, at) => ({
  date: `2026-0${1 + (at % 9)}-${10 + (at % 18)}`,
  currency: ['USD', 'AUD', 'CAD', 'GBP'][at % 4],
  rate: 300.25 + (at % 9),
}))
const CALLS: readonly Call[] = [
  { path: '/api/audit-logs?search=o&per_page=100&page=100' },
  { path: '/api/audit-logs?from=2020-01-01&to=2026-01-01&search=e&per_page=100&page=99' },
  { path: '/api/audit-logs/export?format=csv' },
  { path: '/api/exchange-rate/recent?limit=100' },
  { method: 'POST', path: '/api/exchange-rate/import/preview', body: { rows: ROWS } },
]

export const oneUser: Scenario = {
  title: `one user searches, exports and previews over ${AT_ONCE} connections for ${SECONDS} s, on ${ENTRIES} entries, and the server is asked to end meanwhile`,
  async run(scope) {
    const server = await Server.start(scope, { LOG_LEVEL: 'error' })
    const [wild, ...others] = await signInUsers(server.http, 3)
    await fillTrail(server)
    const reader = new LatencyProbe(scope, server.port)
    const writers = startWriters([server.http], others, 50)
    const byStatus = new Counter<number>()
    const calls = repeat(AT_ONCE, () => callNext(server, wild!, byStatus))
    await pause(SECONDS * 1000)
    const wait = reader.percentileMs(99)
    const longest = reader.longestMs()
    await writers.stop()
    const end = await server.terminate()
    await calls.stop()
    return [
      check(`public reads, 99 of 100 of ${reader.reads}`, wait, 'ms', { atMost: 100 }),
      figure('the longest of them', longest, 'ms'),
      check('changes of others', writers.tries.length, '', { atLeast: 1 }),
      none('of them not served at the first try', writers.notServed().length),
      check('the end', end.ms, 'ms', { atMost: 5000 }),
      check('its status', end.status ?? NaN, '', { atMost: 0 }),
      `The one user got ${byStatus.words}.`,
    ]
  },
}

async function fillTrail({ dataDir }: Server): Promise<void> {
  await using db = await connectEmbedded(dataDir)
  await seedAuditTrail(db, ENTRIES)
  // Written to the disk by now, it does not keep PostgreSQL from ending.
  await sql`CHECKPOINT`.execute(db)
}

let number = 0

async function callNext(
  { http }: Server,
  { headers }: User,
  byStatus: Counter<number>,
): Promise<void> {
  const { status } = await http.attempt({ ...CALLS[number++ % CALLS.length]!, headers })
  byStatus.note(status)
  // Refused at once, it would only measure how fast refusals are made.
  if (status !== 200) await pause(20)
}
