import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  /** Whole requests as `get` writes them; each connection goes round them. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  /** Answers in all. */
  readonly count: number
  /** Statuses that are right; 200 unless told. */
  readonly status?: number
}

export interface Loaded {
  readonly seconds: number
  /** Of each answer, in ms. */
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
 * Asks over kept connections, each with one request under way, and throws at the first wrong status. Our own, because it
 * must cost little beside a server that answers in 15 µs: an answer that looks like the one before is not parsed again.
 */
export async function load({ port, requests, connections, count, status = 200 }: Load): Promise<Loaded> {
  const latencies: number[] = []
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const begin = performance.now()
  let left = count
  await Promise.all(
    sockets.map(
      (socket, first) =>
        new Promise<void>((resolve, reject) => {
          let turn = first
          let sentAt = 0
          const ask = () => {
            if (left-- <= 0) {
              resolve()
              return
            }
            sentAt = performance.now()
            socket.write(requests[turn++ % requests.length]!)
          }
          const reader = new AnswerReader(status, () => {
            latencies.push(performance.now() - sentAt)
            ask()
          })
          socket.on('data', (chunk: Buffer) => {
            try {
              reader.take(chunk)
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)))
            }
          })
          socket.on('error', reject)
          socket.on('close', () => reject(new Error('the server closed a connection')))
          ask()
        }),
    ),
  )
  const seconds = (performance.now() - begin) / 1000
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { seconds, latencies }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Finds the ends of answers in what a connection brings. */
class AnswerReader {
  private readonly status: string
  private readonly done: () => void
  private pending: Buffer = Buffer.alloc(0)
  private usualLength = -1

  constructor(status: number, done: () => void) {
    this.status = String(status)
    this.done = done
  }

  take(chunk: Buffer): void {
    if (this.pending.length === 0 && chunk.length === this.usualLength && this.isRight(chunk)) {
      this.done()
      return
    }
    const all = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk])
    const length = answerLength(all)
    if (length === undefined || all.length < length) {
      this.pending = all
      return
    }
    if (!this.isRight(all)) throw new Error(all.toString('latin1', 0, 600))
    this.pending = Buffer.alloc(0)
    this.usualLength = length
    this.done()
  }

  private isRight(answer: Buffer): boolean {
    return answer.toString('latin1', 9, 12) === this.status
  }
}

/** How long a whole answer is, or undefined as long as that cannot be said. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return end + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return end + 4 + Number(length)
  return bytes.subarray(-5).toString('latin1') === '0\r\n\r\n' ? bytes.length : undefined
}
