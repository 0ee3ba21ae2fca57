import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { inWords, compareWithDatabase } from '../harness/acknowledged-writes.ts'
import { availability } from '../harness/probe-availability.ts'
import { signInUsers } from '../harness/sign-in-users.ts'
import { embeddedPostgres } from '../harness/postgres.ts'
import { Readers } from '../harness/readers.ts'
import { Server } from '../harness/server.ts'
import { Writers } from '../harness/writers.ts'

const KILLS = 5
const RECOVERY_MS = 2000

export const postgresKill: Scenario = {
  name: 'postgres-kill',
  title: `kill -9 of the embedded PostgreSQL, ${KILLS} times, under 8 writers and 4 readers`,
  pass: `public rates 100 %; writes 503 with Retry-After within 3 s; recovers by itself in ≤ ${RECOVERY_MS} ms; nothing acknowledged lost`,
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const database = await embeddedPostgres(server.dataDir)
    const writers = new Writers(server.http, await signInUsers(server.http, 8))
    await writers.untilAcknowledged(20)
    const readers = new Readers(server.http)
    const begun = performance.now()
    let slowest = 0
    for (let kills = 0; kills < KILLS; kills++) {
      await database.kill()
      const killed = performance.now()
      if (!(await writers.untilAcknowledged(1))) throw new Error('No write was taken within 20 s')
      slowest = Math.max(slowest, performance.now() - killed)
      await pause(500)
    }
    await writers.stop()
    await readers.stop()
    const refusals = availability(writers.sentBetween(begun, Infinity))
    const comparison = await compareWithDatabase(writers, database)
    return {
      figures: `${readers.toString()}; ${refusals.words}; a write again after at most ${Math.round(slowest)} ms; ${inWords(comparison)}`,
      ok: readers.ok && refusals.ok && slowest <= RECOVERY_MS && comparison.ok,
    }
  },
}
