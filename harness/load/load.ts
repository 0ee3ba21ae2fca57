import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  readonly requests: readonly Buffer[]
  readonly connections: number
  readonly count: number
  readonly status?: number
}

export interface Loaded {
  readonly seconds: number
  readonly latencies: number[]
}

export function get(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/**
 * Throws at the first wrong status. Our own, because it must cost little beside a server that responds
 * in 6 µs: a response as long as the one before is not parsed again.
 */
export async function load(work: Load): Promise<Loaded> {
  const { port, connections, requests, count } = work
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const latencies: number[] = []
  let turn = 0
  const next = () => (turn < count ? requests[turn++ % requests.length] : undefined)
  const begun = performance.now()
  try {
    await Promise.all(sockets.map((socket) => sendNext(socket, next, work, latencies)))
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  return { seconds: (performance.now() - begun) / 1000, latencies }
}

function sendNext(
  socket: Socket,
  next: () => Buffer | undefined,
  { status = 200 }: Load,
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
      latencies.push(performance.now() - sentAt)
      sendNext()
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

const NOTHING = Buffer.alloc(0)

export function eachResponse(socket: Socket, take: (response: Buffer) => void): void {
  let pending: Buffer = NOTHING
  let usualLength = -1
  socket.on('data', (chunk: Buffer) => {
    const all = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    const length = all.length === usualLength ? usualLength : lengthOf(all)
    if (length === undefined || all.length < length) {
      pending = all
      return
    }
    pending = NOTHING
    usualLength = length
    take(all)
  })
}

export const statusOf = (response: Buffer): string => response.toString('latin1', 9, 12)

function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return end + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return end + 4 + Number(length)
  return bytes.subarray(-5).toString('latin1') === '0\r\n\r\n' ? bytes.length : undefined
}
