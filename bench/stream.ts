import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { figure, ratios } from '../harness/figure.ts'
import type { Scenario } from '../harness/scenario.ts'
import { interleave } from './references/in-turns.ts'
import { get } from '../harness/load/load.ts'
import type { Program } from '../harness/process/program.ts'
import { startEnvironment, type Environment } from '../harness/database/environment.ts'

const STREAMS = 2000
const STREAM = get('/api/exchange-rate/stream', { accept: 'text/event-stream' })
const READ = get('/api/exchange-rate/current/USD')
const CHANGES = 15

interface Listener {
  readonly socket: Socket
  text: string
}

export const stream: Scenario = {
  title: `${STREAMS} open streams on one process; memory is its resident set after a collection`,
  async run(scope) {
    const environment = await startEnvironment(scope, { days: 60 })
    const [quiet, busy] = [await environment.server(), await environment.server()]
    const workload = { requests: [READ], connections: 16, count: 8000 }
    const contenders = { without: { process: quiet, workload }, with: { process: busy, workload } }
    // Both have done the same before memory is looked at.
    await interleave(contenders, 2)
    const before = await settledMemory(busy)
    const listeners = await listen(busy)
    const after = await settledMemory(busy)
    const costs = await interleave(contenders, 11)
    const heard = await hearChanges(environment, listeners)
    for (const { socket } of listeners) socket.destroy()
    const { with: beside, without: alone } = costs
    const goal = { atMost: 1.1 }
    return [
      figure('memory for each stream', (after - before) / STREAMS / 1000, 'KB', { atMost: 10 }),
      figure('CPU of a read: with streams / without', ratios(beside.cpu, alone.cpu), '×', goal),
      figure('time of a read: with / without', ratios(beside.medianMs, alone.medianMs), '×', goal),
      figure('a new rate at the last of all', heard, 'ms', { atMost: 1000 }),
    ]
  },
}

async function settledMemory(process: Program): Promise<number> {
  await pause(500)
  await process.usage(true)
  await pause(500)
  return (await process.usage(true)).rss
}

async function listen({ port }: Program): Promise<Listener[]> {
  const listeners: Listener[] = []
  while (listeners.length < STREAMS) {
    listeners.push(...(await Promise.all(Array.from({ length: 100 }, () => listenOnce(port)))))
  }
  return listeners
}

async function listenOnce(port: number): Promise<Listener> {
  const socket = connect(port, '127.0.0.1')
  const listener: Listener = { socket, text: '' }
  socket.on('data', (data) => (listener.text += data.toString('latin1')))
  socket.write(STREAM)
  while (!listener.text.includes('event: hello')) await once(socket, 'data')
  listener.text = ''
  return listener
}

async function hearChanges(
  environment: Environment,
  listeners: readonly Listener[],
): Promise<number[]> {
  const user = await environment.user()
  const delays: number[] = []
  for (let change = 1; change <= CHANGES; change++) {
    const begin = performance.now()
    await environment.enterRate(user, 300 + change, change)
    while (!listeners.every(({ text }) => /event: rate\n[^]*?\n\n/.test(text))) await pause(1)
    delays.push(performance.now() - begin)
    for (const listener of listeners) listener.text = ''
  }
  return delays
}
