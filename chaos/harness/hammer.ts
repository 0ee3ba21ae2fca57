import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Measuring begins when every connection has had an answer, or after this. */
const MAX_WARM_UP_MS = 5000

/** What came of hammering on a server for a while. */
export interface Hammered {
  /** Answers with 200 in a second. */
  readonly goodput: number
  /** Answers with 200 in a second of the server's processor time, which other work on the machine does not change. */
  readonly goodputOfCpu: number
  readonly byStatus: ReadonlyMap<string, number>
}

/**
 * Sends one request again and again over so many connections, each waiting for its answer before it asks again. Reads as
 * little of the answers as tells them apart, so that it is the server that is measured. A connection that is closed is
 * made anew; `closed` counts those that got no answer.
 */
export async function hammer(
  port: number,
  request: string,
  options: { connections: number; measureMs: number; cpuSeconds: () => number },
): Promise<Hammered> {
  const byStatus = new Map<string, number>()
  let measuring = false
  let over = false
  const sockets = new Set<Socket>()
  const answered = new Set<Socket>()
  const note = (what: string) => {
    if (measuring) byStatus.set(what, (byStatus.get(what) ?? 0) + 1)
  }
  const open = () => {
    if (over) return
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let waiting = true
    let received = ''
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      received += piece
      const end = endOfResponse(received)
      if (end === undefined) return
      note(received.slice(9, 12))
      if (!measuring) answered.add(socket)
      const goesOn = !/\r\nconnection: close\r\n/i.test(received.slice(0, 2000))
      received = received.slice(end)
      waiting = goesOn
      if (goesOn && !over) socket.write(request)
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
  while (answered.size < options.connections && performance.now() < timeout) await pause(50)
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

/** Where the first answer in the text ends; undefined while it is not all there. */
function endOfResponse(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  const end = head + 4 + Number(length ?? 0)
  return text.length >= end ? end : undefined
}
