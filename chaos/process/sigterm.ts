import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { compareWithDatabase } from '../../harness/load/acknowledged-writes.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const STOPS = 10
const EXIT_MS = 5000

export const sigterm: Scenario = {
  name: 'sigterm',
  title: `SIGTERM under 16 writers, ${STOPS} times`,
  pass: `0 requests dropped in flight; exit with 0 in ≤ ${EXIT_MS} ms; nothing acknowledged lost`,
  async run(scope) {
    const server = await Server.start(scope)
    const writers = await server.writers(16)
    let slowest = 0
    let unclean = 0
    for (let stops = 0; stops < STOPS; stops++) {
      await writers.untilAcknowledged(40)
      await pause(Math.random() * 50)
      const { status, ms } = await server.terminate()
      if (status !== 0) unclean++
      slowest = Math.max(slowest, ms)
      await server.start()
    }
    await writers.stop()
    const refused = writers.tries.filter(({ failure }) => failure === 'ECONNREFUSED').length
    const dropped = writers.tries.filter(({ failure }) => failure !== undefined && failure !== 'ECONNREFUSED')
    const told = writers.tries.filter(({ status }) => status === 503).length
    const comparison = await compareWithDatabase(writers, await server.database())
    return {
      figures: `${dropped.length} of ${writers.tries.length - refused} requests dropped (${told} answered 503); exit after at most ${Math.round(slowest)} ms, ${unclean} times not with 0; ${comparison.words}`,
      ok: dropped.length === 0 && slowest <= EXIT_MS && unclean === 0 && comparison.ok,
    }
  },
}
