import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { hammer, type Hammered } from './harness/hammer.ts'
import { signIn } from './harness/people.ts'
import { cpuSecondsOf, memoryOf } from './harness/process-figures.ts'
import { freePort, type Scope } from './harness/scope.ts'
import { Server } from './harness/server.ts'

const TIMES = 10
const ROUNDS = 9
const LEAST = 0.8
const MEMORY_MB = 300
const only = `only 429 and 503 beside 200; memory < ${MEMORY_MB} MB`

export const overload: Fault = {
  name: 'overload',
  title: `${TIMES} × the connections that capacity takes: signed-in reads, one query each (32, then 320)`,
  pass: `goodput ≥ ${LEAST * 100} % of capacity; ${only}`,
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const { token } = await signIn(server.http, 'busy@example.lk')
    const request = `GET /api/exchange-rate/recent HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const found = await measure(server, request, 32)
    return { figures: found.words, ok: found.share >= LEAST && found.clean }
  },
}

export const overloadPublic: Fault = {
  name: 'overload-public',
  title: `${TIMES} × the connections that capacity takes: public rates out of memory (64, then 640)`,
  pass: `goodput ≥ ${LEAST * 100} % of capacity, or of what bare node:http keeps of its own; ${only}`,
  async run(scope) {
    const server = await Server.start(scope, { TRUST_PROXY: 'loopback' })
    const request = 'GET /api/exchange-rate/current/USD HTTP/1.1\r\nHost: x\r\n\r\n'
    const found = await measure(server, request, 64)
    const bare = await measure(await startBareServer(scope), request, 64)
    return {
      figures: `${found.words}; bare node:http keeps ${percent(bare.share)}`,
      ok: found.share >= LEAST * Math.min(1, bare.share) && found.clean,
    }
  },
}

interface Measured {
  readonly pid: number
  readonly port: number
}

/**
 * Capacity and crowd are measured in turns, because a machine with other work is not the same from one second to the next; for
 * the same reason also by the server's processor time, and the better of the two counts.
 */
async function measure({ pid, port }: Measured, request: string, connections: number) {
  const run = (count: number) =>
    hammer(port, request, { connections: count, measureMs: 1000, cpuSeconds: () => cpuSecondsOf(pid) })
  const rounds: { capacity: Hammered; crowd: Hammered }[] = []
  let memory = 0
  await run(connections) // so that both sides are warm
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ capacity: await run(connections), crowd: await run(connections * TIMES) })
    memory = Math.max(memory, memoryOf(pid))
  }
  const byClock = median(rounds.map(({ capacity, crowd }) => crowd.goodput / capacity.goodput))
  const byCpu = median(rounds.map(({ capacity, crowd }) => crowd.goodputOfCpu / capacity.goodputOfCpu))
  const usual = median(rounds.map(({ capacity }) => capacity.goodput))
  const statuses = new Map<string, number>()
  for (const { crowd } of rounds)
    for (const [status, count] of crowd.byStatus) statuses.set(status, (statuses.get(status) ?? 0) + count)
  const others = [...statuses.keys()].filter((status) => !['200', '429', '503'].includes(status))
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  return {
    share: Math.max(byClock, byCpu),
    clean: others.length === 0 && memory < MEMORY_MB,
    words: `goodput ${percent(byClock)} of ${Math.round(usual)} a second by the clock, ${percent(byCpu)} by processor time (medians of ${ROUNDS}); ${told}; memory ${Math.round(memory)} MB`,
  }
}

async function startBareServer(scope: Scope): Promise<Measured> {
  const port = await freePort()
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'harness', 'bare-server.ts'),
    String(port),
  ])
  scope.defer(() => child.kill())
  await pause(1000)
  return { pid: child.pid ?? 0, port }
}

const percent = (share: number) => `${Math.round(share * 100)} %`

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
