import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { inWords, compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { embeddedPostgres } from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import { Writers } from '../../harness/load/writers.ts'

const KILLS = 20
const WRITERS = 16
const READY_MS = 3000

export const kill9: Scenario = {
  name: 'kill-9',
  title: `kill -9 of the server, ${KILLS} times, under ${WRITERS} writers`,
  pass: `0 acknowledged writes lost or doubled, an audit entry for each; ready again in ≤ ${READY_MS} ms`,
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const writers = new Writers(server.http, await signInUsers(server.http, WRITERS))
    scope.defer(() => writers.stop(0))
    let slowest = 0
    for (let kills = 0; kills < KILLS; kills++) {
      await writers.untilAcknowledged(40)
      await pause(Math.random() * 50)
      await server.kill()
      slowest = Math.max(slowest, await server.start())
    }
    await writers.stop()
    const comparison = await compareWithDatabase(writers, await embeddedPostgres(server.dataDir))
    return {
      figures: `${inWords(comparison)}; ready again in at most ${Math.round(slowest)} ms`,
      ok: comparison.ok && slowest <= READY_MS,
    }
  },
}
