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
export async function load({ port, connections, ...work }: Load): Promise<Loaded> {
  const lines = await openLines(port, connections)
  try {
    return await lines.run(work)
  } finally {
    lines.close()
  }
}

/** Connections that are kept for several rounds of questions. */
export interface Lines {
  run(work: Omit<Load, 'port' | 'connections'>): Promise<Loaded>
  close(): void
}

export async function openLines(port: number, connections: number): Promise<Lines> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  return {
    async run({ requests, count, status = 200 }) {
      const latencies: number[] = []
      const begin = performance.now()
      let turn = 0
      const next = () => (turn < count ? requests[turn++ % requests.length] : undefined)
      await Promise.all(sockets.map((socket) => loadOver(socket, next, status, latencies)))
      return { seconds: (performance.now() - begin) / 1000, latencies }
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Asks what `next` gives, one after the other, until it gives nothing. */
async function loadOver(
  socket: Socket,
  next: () => Buffer | undefined,
  status: number,
  latencies: number[],
): Promise<void> {
  const ended = () => socket.destroy(new Error('the server closed a connection'))
  try {
    await new Promise<void>((resolve, reject) => {
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
      const reader = new ResponseReader(status, () => {
        latencies.push(performance.now() - sentAt)
        sendNext()
      })
      socket.on('data', (chunk: Buffer) => {
        try {
          reader.take(chunk)
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
      socket.on('error', reject)
      socket.on('end', ended)
      sendNext()
    })
  } finally {
    for (const event of ['data', 'error', 'end']) socket.removeAllListeners(event)
  }
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Finds the ends of responses in what a connection brings. */
class ResponseReader {
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
    const length = responseLength(all)
    if (length === undefined || all.length < length) {
      this.pending = all
      return
    }
    if (!this.isRight(all)) throw new Error(all.toString('latin1', 0, 600))
    this.pending = Buffer.alloc(0)
    this.usualLength = length
    this.done()
  }

  private isRight(response: Buffer): boolean {
    return response.toString('latin1', 9, 12) === this.status
  }
}

/** How long a whole response is in bytes, or undefined as long as that cannot be said. */
export function responseLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return end + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return end + 4 + Number(length)
  return bytes.subarray(-5).toString('latin1') === '0\r\n\r\n' ? bytes.length : undefined
}
