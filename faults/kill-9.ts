import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { inWords, reckon } from './harness/ledger.ts'
import { signInPeople } from './harness/people.ts'
import { embeddedPostgres } from './harness/postgres.ts'
import { Server } from './harness/server.ts'
import { Writers } from './harness/writers.ts'

const KILLS = 20
const WRITERS = 16
const READY_MS = 3000

export const kill9: Fault = {
  name: 'kill-9',
  title: `kill -9 of the server, ${KILLS} times, under ${WRITERS} writers`,
  pass: `0 acknowledged writes lost or doubled, an audit entry for each; ready again in ≤ ${READY_MS} ms`,
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const writers = new Writers(server.http, await signInPeople(server.http, WRITERS))
    scope.defer(() => writers.stop(0))
    let slowest = 0
    for (let kills = 0; kills < KILLS; kills++) {
      await writers.untilAcknowledged(40)
      await pause(Math.random() * 50)
      await server.kill()
      slowest = Math.max(slowest, await server.start())
    }
    await writers.stop()
    const reckoning = await reckon(writers, await embeddedPostgres(server.dataDir))
    return {
      figures: `${inWords(reckoning)}; ready again in at most ${Math.round(slowest)} ms`,
      ok: reckoning.ok && slowest <= READY_MS,
    }
  },
}
