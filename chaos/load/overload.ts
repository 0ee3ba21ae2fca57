import type { Scenario, Outcome } from '../scenario.ts'
import { Tally } from '../../harness/load/tally.ts'
import { hammer, type Hammered } from '../../harness/load/hammer.ts'
import { signIn } from '../../harness/users/sign-in-users.ts'
import { bareAnswering } from '../../harness/process/bare-response.ts'
import { cpuSecondsOf, memoryOf } from '../../harness/process/process-figures.ts'
import type { Scope } from '../../harness/scope.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const TIMES = 10
const ROUNDS = 6
const LEAST = 0.8
/** Of what bare node:http keeps, where that is less. */
const LEAST_OF_BARE = 0.95
const MEMORY_MB = 300
const pass = `goodput ≥ ${LEAST * 100} % of capacity, or ≥ ${LEAST_OF_BARE * 100} % of what bare node:http keeps of its own where that keeps less; only 429 and 503 beside 200; memory < ${MEMORY_MB} MB`

export const overload: Scenario = {
  name: 'overload',
  title: `${TIMES} × the connections that capacity takes: signed-in reads, one query each (32, then 320)`,
  pass,
  async run(scope) {
    const server = await Server.start(scope)
    const { token } = await signIn(server.http, 'busy@example.lk')
    const request = `GET /api/exchange-rate/recent HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    return crowd(scope, server, request, 32)
  },
}

export const overloadPublic: Scenario = {
  name: 'overload-public',
  title: `${TIMES} × the connections that capacity takes: public rates out of memory (64, then 640)`,
  pass,
  async run(scope) {
    const server = await Server.start(scope)
    return crowd(scope, server, 'GET /api/exchange-rate/current/USD HTTP/1.1\r\nHost: x\r\n\r\n', 64)
  },
}

interface Measured {
  readonly pid: number
  readonly port: number
}

interface Round {
  readonly capacity: Hammered
  readonly crowd: Hammered
}

/**
 * Capacity and crowd are measured in turns, by the clock and by the server's processor time: other work on the machine
 * spoils the clock, so the better of the two counts. Bare node:http, which knows nothing of rates, is asked beside: what both
 * lose is the system's (ten times the sockets, no response that carries the acknowledgement of the next request in time).
 */
async function crowd(scope: Scope, server: Server, request: string, connections: number): Promise<Outcome> {
  const { bare } = await bareAnswering(scope, `${server.url}/api/exchange-rate/current/USD`)
  const run = ({ pid, port }: Measured, count: number) =>
    hammer(port, request, { connections: count, measureMs: 1000, cpuSeconds: () => cpuSecondsOf(pid) })
  const roundOf = async (measured: Measured): Promise<Round> => ({
    capacity: await run(measured, connections),
    crowd: await run(measured, connections * TIMES),
  })
  const own: Round[] = []
  const bares: Round[] = []
  let memory = 0
  await roundOf(server) // so that it is warm
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await roundOf(server))
    memory = Math.max(memory, memoryOf(server.pid))
    bares.push(await roundOf({ pid: bare.child.pid ?? 0, port: bare.port }))
  }
  const [kept, keptBare] = [shareOf(own), shareOf(bares)]
  const statuses = new Tally<string>()
  for (const { crowd: responses } of own)
    for (const [status, count] of responses.byStatus) statuses.note(status, count)
  const others = [...statuses.keys()].filter((status) => !['200', '429', '503'].includes(status))
  const usual = median(own.map(({ capacity }) => capacity.goodput))
  return {
    figures: `goodput ${percent(kept.byClock)} of ${Math.round(usual)} a second by the clock, ${percent(kept.byCpu)} by processor time (medians of ${ROUNDS}); bare node:http ${percent(keptBare.byClock)} and ${percent(keptBare.byCpu)}; ${statuses.words}; memory ${Math.round(memory)} MB`,
    ok:
      best(kept) >= Math.min(LEAST, LEAST_OF_BARE * best(keptBare)) &&
      others.length === 0 &&
      memory < MEMORY_MB,
  }
}

const shareOf = (rounds: readonly Round[]) => ({
  byClock: median(rounds.map(({ capacity, crowd }) => crowd.goodput / capacity.goodput)),
  byCpu: median(rounds.map(({ capacity, crowd }) => crowd.goodputOfCpu / capacity.goodputOfCpu)),
})

const best = ({ byClock, byCpu }: ReturnType<typeof shareOf>) => Math.max(byClock, byCpu)

const percent = (share: number) => `${Math.round(share * 100)} %`

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
