import { dayInColombo } from '../domain/calendar-date.ts'
import { sendGenerated } from '../server/testing/check-response.ts'
import { RequestGenerator } from '../server/testing/generated-requests.ts'
import type { Scenario } from '../harness/scenario.ts'
import { newNetwork } from '../harness/users/sign-in-users.ts'
import { openSessions } from '../harness/users/open-sessions.ts'
import { check, figure, none } from '../harness/figure.ts'
import { memoryOf } from '../harness/process/process-figures.ts'
import { freePort } from '../server/operations/free-port.ts'
import { Server } from '../harness/process/restartable-server.ts'

const REQUESTS = 100_000
const SEED = 20_261_120
/**
 * Heap at the end over heap at the beginning, each the minimum of 20 samples after a collection. The
 * book of rates and kept pages may grow up to their limits.
 */
const GROWTH = 1.25
/** Files are read with a low priority. */
const PATIENCE_MS = 60_000

export const fuzz: Scenario = {
  title: `${REQUESTS} requests generated from the contract (seed ${SEED}), half of them a valid one with one field spoilt`,
  async run(scope) {
    const metrics = String(await freePort())
    const server = await Server.start(scope, { LOG_LEVEL: 'error', METRICS_PORT: metrics })
    // Requests of the run end them one by one.
    const users = await openSessions(await server.database(), 3000)
    const heap: number[] = []
    const { errors, statuses, repeated } = await sendGenerated({
      generator: new RequestGenerator(SEED, dayInColombo(new Date())),
      count: REQUESTS,
      atOnce: 12,
      async respond({ url, headers, ...request }, number) {
        if (number % (REQUESTS / 100) === 0) heap.push(await heapOf(metrics))
        const own = { ...newNetwork(), ...headers }
        return server.http.attempt({ ...request, path: url, headers: own, timeoutMs: PATIENCE_MS })
      },
      newToken: () => users.pop()?.token ?? '',
    })
    const early = Math.min(...heap.slice(5, 25))
    const late = Math.min(...heap.slice(-20))
    return [
      none('failures', errors.length, errors.slice(0, 3).join('\n  ')),
      figure('asked again after 503 or 429', repeated, ''),
      check('the heap at the end / at first', late / early, '×', { atMost: GROWTH }),
      figure('the heap at first', early, 'MB'),
      figure('resident', memoryOf(server.pid), 'MB'),
      `Answers: ${statuses.words}.`,
    ]
  },
}

async function heapOf(port: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1_048_576
}
