import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { responseLength } from './load.ts'
import { Tally } from './tally.ts'

/** Measuring begins when every connection has had a response, or after this. */
const MAX_WARM_UP_MS = 5000

/** What came of hammering on a server for a while. */
export interface Hammered {
  /** Answers with 200 in a second. */
  readonly goodput: number
  /** Answers with 200 in a second of the server's processor time, which other work on the machine does not change. */
  readonly goodputOfCpu: number
  readonly byStatus: Tally<string>
}

/**
 * Sends one request again and again over so many connections, each waiting for its answer before it asks again, and as
 * long as a Retry-After says. Reads as
 * little of the answers as tells them apart, so that it is the server that is measured. A connection that is closed is
 * made anew; `closed` counts those that got no response.
 */
export async function hammer(
  port: number,
  request: string,
  options: { connections: number; measureMs: number; cpuSeconds: () => number },
): Promise<Hammered> {
  const byStatus = new Tally<string>()
  let measuring = false
  let over = false
  const sockets = new Set<Socket>()
  const served = new Set<Socket>()
  const note = (what: string) => {
    if (measuring) byStatus.note(what)
  }
  const open = () => {
    if (over) return
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let waiting = true
    let received = Buffer.alloc(0)
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('data', (piece: Buffer) => {
      received = received.length === 0 ? Buffer.from(piece) : Buffer.concat([received, piece])
      const end = responseLength(received)
      if (end === undefined || received.length < end) return
      const head = received.toString('latin1', 0, Math.min(end, 2000))
      note(head.slice(9, 12))
      if (!measuring) served.add(socket)
      received = received.subarray(end)
      waiting = !/\r\nconnection: close\r\n/i.test(head)
      if (!waiting || over) return
      const seconds = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0)
      if (seconds > 0) setTimeout(() => socket.write(request), seconds * 1000)
      else socket.write(request)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => note(error.code ?? 'error'))
    socket.on('close', () => {
      sockets.delete(socket)
      if (waiting && !over) note('closed')
      setTimeout(open, 10)
    })
  }
  for (let count = 0; count < options.connections; count++) open()
  const timeout = performance.now() + MAX_WARM_UP_MS
  while (served.size < options.connections && performance.now() < timeout) await pause(50)
  await pause(300)
  measuring = true
  const cpuBefore = options.cpuSeconds()
  const begun = performance.now()
  await pause(options.measureMs)
  measuring = false
  const seconds = (performance.now() - begun) / 1000
  const cpu = options.cpuSeconds() - cpuBefore
  over = true
  for (const socket of sockets) socket.destroy()
  const good = byStatus.get('200') ?? 0
  return { goodput: good / seconds, goodputOfCpu: good / cpu, byStatus }
}
