import { storeFacts } from '../harness/database/store-facts.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { figure, percentile } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { get, load } from '../harness/load/load.ts'
import { until } from '../harness/until.ts'
import { startEnvironment } from '../harness/database/environment.ts'

const PATH = '/api/exchange-rate/current/USD'
const CHANGES = 300

export const book: Scenario = {
  title: `a new rate in the rate book of both of two processes that answer 1000 reads a second each; ${CHANGES} changes`,
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 400 })
    const { owner } = environment
    const servers = [await environment.server(), await environment.server()]
    const id = await environment.enterRate(await environment.user(), 300)
    const end = new AbortController()
    const steady = {
      requests: [get(PATH)],
      connections: 10,
      everyMs: 10,
      count: Infinity,
      signal: end.signal,
    }
    const reading = servers.map(({ port }) => load({ port, ...steady }))
    const delays: number[] = []
    for (let change = 1; change <= CHANGES; change++) {
      const rate = 300 + change / 10_000
      const seen = servers.map(({ url }) => responses(url + PATH, rate))
      const begin = performance.now()
      await storeFacts(
        owner,
        `SELECT currency, kind, source, date, ${rate} AS rate FROM live_fact WHERE id = ${id}`,
      )
      delays.push(Math.max(...(await Promise.all(seen))) - begin)
      await pause(5)
    }
    end.abort()
    await Promise.all(reading)
    return [
      figure('a new rate in every process: median', delays, 'ms'),
      figure('a new rate in every process: 99 of 100', percentile(delays, 0.99), 'ms', {
        atMost: 25,
      }),
      'A change is timed from before its statement is sent until the slower process answers it, asked over and over.',
    ]
  },
}

/** Asks over and over until the response holds the rate; resolves to when it came. */
function responses(url: string, rate: number): Promise<number> {
  const look = async () =>
    (await (await fetch(url)).text()).includes(`"rate":${rate},`) && performance.now()
  return until('the new rate', look, { everyMs: 1 })
}
