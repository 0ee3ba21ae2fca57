import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario, Outcome } from '../scenario.ts'
import { availability } from '../harness/probe-availability.ts'
import { inWords, compareWithDatabase } from '../harness/acknowledged-writes.ts'
import { signInUsers } from '../harness/sign-in-users.ts'
import { OwnPostgres } from '../harness/postgres.ts'
import { Readers } from '../harness/readers.ts'
import type { Scope } from '../harness/scope.ts'
import { Server } from '../harness/server.ts'
import { Writers } from '../harness/writers.ts'

const AWAY_MS = 8000
const RECOVERY_MS = 2000
const pass = `public rates 100 %; writes 503 with Retry-After within 3 s; recovers by itself in ≤ ${RECOVERY_MS} ms; nothing acknowledged lost`

export const postgresStopStart: Scenario = {
  name: 'postgres-stop-start',
  title: `PostgreSQL stopped for ${AWAY_MS / 1000} s and started, under 8 writers and 4 readers`,
  pass,
  run: (scope) =>
    withoutDatabase(
      scope,
      (database) => database.stop(),
      (database) => database.start(),
    ),
}

export const postgresFrozen: Scenario = {
  name: 'postgres-frozen',
  title: `PostgreSQL frozen (SIGSTOP) for ${AWAY_MS / 1000} s, under 8 writers and 4 readers`,
  pass,
  run: (scope) =>
    withoutDatabase(
      scope,
      (database) => database.freeze(),
      (database) => database.thaw(),
    ),
}

/** A database that goes away and comes back while users write and read. */
async function withoutDatabase(
  scope: Scope,
  leave: (database: OwnPostgres) => Promise<void>,
  comeBack: (database: OwnPostgres) => Promise<void>,
): Promise<Outcome> {
  const database = await OwnPostgres.start(scope)
  const server = await Server.start(scope, { TRUST_PROXY: 'loopback', ...database.env })
  const writers = new Writers(server.http, await signInUsers(server.http, 8))
  await writers.untilAcknowledged(20)
  const readers = new Readers(server.http)
  await pause(300)
  const begun = performance.now()
  await leave(database)
  await pause(AWAY_MS)
  const ready = await server.isReady()
  await comeBack(database)
  const back = performance.now()
  if (!(await writers.untilAcknowledged(1))) throw new Error('No write was taken within 20 s')
  const recovery = performance.now() - back
  await pause(500)
  await writers.stop()
  await readers.stop()
  const refusals = availability(writers.sentBetween(begun - 100, Infinity))
  const comparison = await compareWithDatabase(writers, database)
  return {
    figures: `${readers.toString()}; ${refusals.words}; readiness told ${ready ? 'WRONGLY that all is well' : 'the truth'}; a write again after ${Math.round(recovery)} ms; ${inWords(comparison)}`,
    ok: readers.ok && refusals.ok && !ready && recovery <= RECOVERY_MS && comparison.ok,
  }
}
