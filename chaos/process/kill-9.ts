import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const KILLS = 20
const WRITERS = 16
const READY_MS = 3000

export const kill9: Scenario = {
  name: 'kill-9',
  title: `kill -9 of the server, ${KILLS} times, under ${WRITERS} writers`,
  pass: `0 acknowledged writes lost or doubled, an audit entry for each; ready again in ≤ ${READY_MS} ms`,
  async run(scope) {
    const server = await Server.start(scope)
    const writers = await server.writers(WRITERS)
    scope.defer(() => writers.stop(0))
    let slowest = 0
    for (let kills = 0; kills < KILLS; kills++) {
      await writers.untilAcknowledged(40)
      await pause(Math.random() * 50)
      await server.kill()
      slowest = Math.max(slowest, await server.start())
    }
    await writers.stop()
    const comparison = await compareWithDatabase(writers, await server.database())
    return {
      figures: `${comparison.words}; ready again in at most ${Math.round(slowest)} ms`,
      ok: comparison.ok && slowest <= READY_MS,
    }
  },
}
