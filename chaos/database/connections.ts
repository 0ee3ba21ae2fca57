import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { dayInColombo } from '../../domain/calendar-date.ts'
import type { Scenario } from '../scenario.ts'
import { signIn, type User } from '../../harness/users/sign-in-users.ts'
import { asSuperuser, OwnPostgres } from '../../harness/database/postgres.ts'
import { Tally } from '../../harness/load/tally.ts'
import { isServed } from '../../harness/load/writers.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { OUTAGE_PASS, underOutage } from './outage.ts'

const AT_ONCE = 100
const TRIALS = 5

export const sameKey: Scenario = {
  name: 'same-key',
  title: `one idempotency key ${AT_ONCE} times at once on a pool of 10 connections, ${TRIALS} times`,
  pass: 'one row and one audit entry for each key, the same answer to all, no 503 (no request needs a second connection while it holds one)',
  async run(scope) {
    const database = await OwnPostgres.start(scope)
    const server = await Server.start(scope, database.env())
    const user = await signIn(server.http, 'same-key@example.lk')
    const statuses = new Tally<number>()
    let differing = 0
    for (let trial = 1; trial <= TRIALS; trial++) {
      const responses = await Promise.all(
        Array.from({ length: AT_ONCE }, () => write(server, user, `same-${trial}`, 300 + trial)),
      )
      for (const { status } of responses) statuses.note(status)
      if (new Set(responses.map(({ body }) => body)).size !== 1) differing++
    }
    const [rows] = await asSuperuser<{ revisions: number; entries: number }>(
      database,
      `SELECT (SELECT count(*) FROM rate_revision WHERE source = 'manual')::int AS revisions,
         (SELECT count(*) FROM audit_entry WHERE action LIKE '%exchange rate')::int AS entries`,
    )
    const onlyGood = [...statuses.keys()].every((status) => isServed({ status }))
    return {
      figures: `${statuses.words}; ${rows?.revisions} rows and ${rows?.entries} audit entries for ${TRIALS} keys; ${differing} keys with differing answers`,
      ok: onlyGood && differing === 0 && rows?.revisions === TRIALS && rows.entries === TRIALS,
    }
  },
}

async function write(server: Server, user: User, key: string, rate: number) {
  return server.http.post(
    '/api/exchange-rate/manual',
    { date: dayInColombo(new Date()), base_currency: 'USD', rate },
    { ...user.headers, 'idempotency-key': key },
  )
}

const CONNECTIONS = 20
const EXHAUSTED_MS = 4000

export const connections: Scenario = {
  name: 'connections',
  title: `every connection of PostgreSQL taken by others for ${EXHAUSTED_MS / 1000} s, under 8 writers and 4 readers`,
  pass: OUTAGE_PASS,
  async run(scope) {
    const database = await OwnPostgres.start(scope, { settings: { max_connections: String(CONNECTIONS) } })
    const server = await Server.start(scope, database.env())
    const others: pg.Client[] = []
    scope.defer(() => Promise.all(others.map((client) => client.end())))
    return underOutage({
      server,
      database,
      // What the server holds is cut, so that the others get it and it has to begin anew.
      async prepare() {
        await asSuperuser(
          database,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rupee_app'`,
        )
        await takeEveryConnection(database, others)
      },
      writesBefore: 0,
      async run(writers) {
        await pause(EXHAUSTED_MS)
        const served = writers.acknowledged.length
        await Promise.all(others.splice(0).map((client) => client.end()))
        return { found: `${served} served meanwhile` }
      },
    })
  },
}

/** Connects until PostgreSQL says that it has no more (53300). */
async function takeEveryConnection(database: OwnPostgres, others: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: database.url('rupee_app') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      others.push(client)
    } catch {
      return
    }
  }
}
