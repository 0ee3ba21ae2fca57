import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { seedAuditTrail } from '../../server/testing/seed-audit-trail.ts'
import type { Scenario } from '../scenario.ts'
import type { Call } from '../../harness/load/http-client.ts'
import { signIn, type User } from '../../harness/users/sign-in-users.ts'
import { connectEmbedded } from '../../harness/database/postgres.ts'
import { PublicReader } from '../../harness/load/public-reader.ts'
import type { Scope } from '../../harness/scope.ts'
import { Tally } from '../../harness/load/tally.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { Writers } from '../../harness/load/writers.ts'

const ENTRIES = 100_000
const AT_ONCE = 30
const SECONDS = 10
const READ_MS = 100
const END_MS = 5000

/** Ten thousand rows of the most that an import takes. */
const ROWS = Array.from(
  { length: 10_000 },
  (_, at) =>
    `2026-${1 + (at % 12)}-${1 + (at % 28)},${['USD', 'AUD', 'CAD', 'GBP'][at % 4]},${300 + (at % 9)}.25,LKR`,
).join('\n')
const CALLS: readonly Call[] = [
  { path: '/api/audit-logs?search=o&per_page=100&page=100' },
  { path: '/api/audit-logs?from=2020-01-01&to=2026-01-01&search=e&per_page=100&page=99' },
  { path: '/api/audit-logs/export?format=csv' },
  { path: '/api/exchange-rate/recent?limit=100' },
  { method: 'POST', path: '/api/exchange-rate/import/preview', body: { text: ROWS } },
]

export const oneUser: Scenario = {
  name: 'one-user',
  title: `one user searches, exports and previews over ${AT_ONCE} connections for ${SECONDS} s, on ${ENTRIES} entries, and the server is told to end meanwhile`,
  pass: `public reads within ${READ_MS} ms at the 99th percentile; every change of others served at its first try; the end within ${END_MS} ms`,
  async run(scope) {
    const server = await Server.start(scope, { LOG_LEVEL: 'error' })
    const users = await Promise.all(
      ['wild', 'first', 'second'].map((name) => signIn(server.http, `${name}@example.lk`)),
    )
    await fillTrail(server)
    const reader = new PublicReader(server.port)
    scope.defer(() => reader.stop())
    const writers = new Writers(server.http, users.slice(1), 50)
    const { byStatus, stop } = goWild(scope, server, users[0])
    await pause(SECONDS * 1000)
    const wait = reader.percentileMs(99)
    const longest = reader.longestMs()
    await writers.stop()
    const end = await server.terminate()
    stop()
    const failed = writers.notServed
    return {
      figures: `public reads within ${wait} ms at the 99th percentile of ${reader.reads}, at most ${longest.toFixed(0)}; ${writers.tries.length - failed.length} of ${writers.tries.length} changes served (others: ${failed.map(({ status }) => status).join(', ') || 'none'}); the one user got ${byStatus.words}; ended after ${Math.round(end.ms)} ms with ${end.status}`,
      ok:
        wait <= READ_MS &&
        writers.tries.length > 0 &&
        failed.length === 0 &&
        end.ms <= END_MS &&
        end.status === 0,
    }
  },
}

async function fillTrail({ dataDir }: Server): Promise<void> {
  await using db = await connectEmbedded(dataDir)
  await seedAuditTrail(db, ENTRIES)
  // Written to the disk by now, it does not keep PostgreSQL from ending.
  await sql`CHECKPOINT`.execute(db)
}

/** Calls without a pause until it is stopped; what came of them by status, 0 where nothing did. */
function goWild(scope: Scope, { http }: Server, user: User | undefined) {
  const byStatus = new Tally<number>()
  let going = true
  const stop = () => {
    going = false
  }
  scope.defer(stop)
  const call = async (index: number) => {
    for (let number = index; going; number++) {
      const call = CALLS[number % CALLS.length] ?? { path: '/' }
      const { status } = await http.attempt({ ...call, headers: { ...user?.headers } })
      byStatus.note(status)
      // Refused at once, it would only measure how fast refusals are made.
      if (status !== 200) await pause(20)
    }
  }
  for (let index = 0; index < AT_ONCE; index++) void call(index)
  return { byStatus, stop }
}
