import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eachResponse, statusOf } from './responses.ts'

export interface Load {
  readonly port: number
  /** Whole requests as `get` writes them; each connection goes round them. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  /** Answers in all. */
  readonly count: number
  /** Statuses that are right; 200 unless told. */
  readonly status?: number
  /** A connection sends a request no sooner than so long after the one before. */
  readonly everyMs?: number
  /** Ends it before `count`. */
  readonly signal?: AbortSignal
}

export interface Loaded {
  readonly seconds: number
  /** Of each response, in ms. */
  readonly latencies: number[]
}

/** A GET as bytes. */
export function get(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/**
 * Asks over connections of its own, each with one request under way, and throws at the first wrong status. Our own,
 * because it must cost little beside a server that answers in 6 µs: a response that looks like the one before is not
 * parsed again.
 */
export async function load(work: Load): Promise<Loaded> {
  const { port, connections, requests, count, signal } = work
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const latencies: number[] = []
  let turn = 0
  const next = () => (turn < count && !signal?.aborted ? requests[turn++ % requests.length] : undefined)
  const begun = performance.now()
  try {
    await Promise.all(sockets.map((socket) => sendNext(socket, next, work, latencies)))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return { seconds: (performance.now() - begun) / 1000, latencies }
}

/** Asks what `next` gives, one after the other, until it gives nothing. */
function sendNext(
  socket: Socket,
  next: () => Buffer | undefined,
  { status = 200, everyMs = 0 }: Load,
  latencies: number[],
): Promise<void> {
  const right = String(status)
  return new Promise((resolve, reject) => {
    let sentAt = 0
    const sendNext = () => {
      const request = next()
      if (!request) {
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    eachResponse(socket, (response) => {
      if (statusOf(response) !== right) {
        reject(new Error(response.toString('latin1', 0, 600)))
        return
      }
      const took = performance.now() - sentAt
      latencies.push(took)
      if (took < everyMs) setTimeout(sendNext, everyMs - took)
      else sendNext()
    })
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('the server closed a connection')))
    sendNext()
  })
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}
