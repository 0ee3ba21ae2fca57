import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { eachResponse, statusOf } from './responses.ts'
import { Counter } from './counter.ts'

/** Measuring begins when every connection has had a response, or after this. */
const MAX_WARM_UP_MS = 5000

/** What came of hammering on a server for a while. */
export interface Hammered {
  /** Answers with 200 in a second. */
  readonly goodput: number
  /** Answers with 200 in a second of the server's processor time, which other work on the machine does not change. */
  readonly goodputOfCpu: number
  /** Answers, and error codes or `closed` where none came. */
  readonly byStatus: Counter<string>
}

/**
 * Sends one request again and again over so many connections, each waiting for its answer before it asks again, and as
 * long as a Retry-After says. A connection that is closed is opened again.
 */
export async function hammer(
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
