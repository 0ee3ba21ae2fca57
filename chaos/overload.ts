import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../harness/scenario.ts'
import { check, columns, figure, median, none, type Figure } from '../harness/figure.ts'
import { eachResponse, get, statusOf } from '../harness/load/load.ts'
import { Counter } from '../harness/load/counter.ts'
import { signIn } from '../harness/users/sign-in-users.ts'
import { bareAnswering } from '../harness/process/bare-server.ts'
import { cpuSecondsOf, memoryOf } from '../harness/process/process-figures.ts'
import type { Scope } from '../harness/scope.ts'
import { Server } from '../harness/process/restartable-server.ts'

const TIMES = 10
const ROUNDS = 6
const MIN_GOODPUT = 0.8
const MIN_OF_BARE = 0.95
const MEMORY_MB = 300

export const overload: Scenario = {
  title: `${TIMES} × the connections that capacity takes: signed-in reads, one query each (32, then 320)`,
  async run(scope) {
    const server = await Server.start(scope)
    const { token } = await signIn(server.http, 'busy@example.lk')
    return crowd(
      scope,
      server,
      get('/api/exchange-rate/recent', { authorization: `Bearer ${token}` }),
      32,
    )
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
 * Alternates capacity and crowd, by the clock and by processor time: other work on the machine distorts
 * the clock, so the better of the two counts. Bare node:http shows the loss that the system causes.
 */
async function crowd(
  scope: Scope,
  server: Server,
  request: Buffer,
  connections: number,
): Promise<Figure[]> {
  const { bare } = await bareAnswering(scope, `${server.url}/api/exchange-rate/current/USD`)
  const run = ({ pid, port }: Measured, count: number) =>
    hammer(port, request, {
      connections: count,
      measureMs: 1000,
      cpuSeconds: () => cpuSecondsOf(pid),
    })
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
      columns(own.map(({ capacity }) => capacity)).goodput,
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

const MAX_WARM_UP_MS = 5000

interface Hammered {
  readonly goodput: number
  readonly goodputOfCpu: number
  readonly byStatus: Counter<string>
}

async function hammer(
  port: number,
  request: Buffer,
  options: { connections: number; measureMs: number; cpuSeconds: () => number },
): Promise<Hammered> {
  const byStatus = new Counter<string>()
  const sockets = new Set<Socket>()
  const served = new Set<Socket>()
  let phase: 'warming up' | 'measuring' | 'over' = 'warming up'
  const note = (what: string) => phase === 'measuring' && byStatus.note(what)
  const open = () => {
    if (phase === 'over') return
    const send = () => socket.write(request)
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, send)
    sockets.add(socket)
    let waiting = true
    eachResponse(socket, (response) => {
      note(statusOf(response))
      served.add(socket)
      const head = response.toString('latin1', 0, 2000)
      waiting = !/\r\nconnection: close\r\n/i.test(head)
      const seconds = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0)
      if (waiting && seconds > 0) setTimeout(send, seconds * 1000)
      else if (waiting) send()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => note(error.code ?? 'error'))
    socket.on('close', () => {
      sockets.delete(socket)
      if (waiting) note('closed')
      setTimeout(open, 10)
    })
  }
  for (let count = 0; count < options.connections; count++) open()
  const timeout = performance.now() + MAX_WARM_UP_MS
  while (served.size < options.connections && performance.now() < timeout) await pause(50)
  await pause(300)
  phase = 'measuring'
  const cpuBefore = options.cpuSeconds()
  const begun = performance.now()
  await pause(options.measureMs)
  phase = 'over'
  const seconds = (performance.now() - begun) / 1000
  const cpu = options.cpuSeconds() - cpuBefore
  for (const socket of sockets) socket.destroy()
  const good = byStatus.get('200') ?? 0
  return { goodput: good / seconds, goodputOfCpu: good / cpu, byStatus }
}
