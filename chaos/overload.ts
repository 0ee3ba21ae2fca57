import type { Scenario } from '../harness/scenario.ts'
import { check, figure, median, none, type Figure } from '../harness/figure.ts'
import { get } from '../harness/load/load.ts'
import { Counter } from '../harness/load/counter.ts'
import { hammer, type Hammered } from '../harness/load/hammer.ts'
import { signIn } from '../harness/users/sign-in-users.ts'
import { bareAnswering } from '../harness/process/bare-response.ts'
import { cpuSecondsOf, memoryOf } from '../harness/process/process-figures.ts'
import type { Scope } from '../harness/scope.ts'
import { Server } from '../harness/process/restartable-server.ts'

const TIMES = 10
const ROUNDS = 6
const MIN_GOODPUT = 0.8
/** Of what bare node:http keeps, where that is less. */
const MIN_OF_BARE = 0.95
const MEMORY_MB = 300

export const overload: Scenario = {
  title: `${TIMES} × the connections that capacity takes: signed-in reads, one query each (32, then 320)`,
  async run(scope) {
    const server = await Server.start(scope)
    const { token } = await signIn(server.http, 'busy@example.lk')
    return crowd(scope, server, get('/api/exchange-rate/recent', { authorization: `Bearer ${token}` }), 32)
  },
}

export const overloadPublic: Scenario = {
  title: `${TIMES} × the connections that capacity takes: public rates out of memory (64, then 640)`,
  async run(scope) {
    const server = await Server.start(scope)
    return crowd(scope, server, get('/api/exchange-rate/current/USD'), 64)
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
async function crowd(scope: Scope, server: Server, request: Buffer, connections: number): Promise<Figure[]> {
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
    bares.push(await roundOf(bare))
  }
  const [kept, keptBare] = [shareOf(own), shareOf(bares)]
  const statuses = new Counter<string>()
  for (const { crowd: responses } of own)
    for (const [status, count] of responses.byStatus) statuses.note(status, count)
  const others = statuses.without('200', '429', '503')
  const goal = { atLeast: Math.min(MIN_GOODPUT, MIN_OF_BARE * best(keptBare)) * 100 }
  return [
    figure(
      'answers a second at capacity',
      own.map(({ capacity }) => capacity.goodput),
      '/s',
    ),
    figure('goodput by the clock', kept.byClock * 100, '%'),
    figure('goodput by processor time', kept.byCpu * 100, '%'),
    check('the better of the two', best(kept) * 100, '%', goal),
    figure('bare node:http by the clock', keptBare.byClock * 100, '%'),
    figure('bare node:http by processor time', keptBare.byCpu * 100, '%'),
    none('answers other than 200, 429 and 503', others.total, others.words),
    check('memory', memory, 'MB', { atMost: MEMORY_MB }),
  ]
}

const shareOf = (rounds: readonly Round[]) => ({
  byClock: median(rounds.map(({ capacity, crowd }) => crowd.goodput / capacity.goodput)),
  byCpu: median(rounds.map(({ capacity, crowd }) => crowd.goodputOfCpu / capacity.goodputOfCpu)),
})

const best = ({ byClock, byCpu }: ReturnType<typeof shareOf>) => Math.max(byClock, byCpu)
