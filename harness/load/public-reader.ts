import { connect } from 'node:net'
import { Worker, isMainThread, workerData } from 'node:worker_threads'

interface Shared {
  readonly port: number
  /** The longest wait in µs since it was asked for, how many there were, and how many of each whole ms. */
  readonly figures: Int32Array
}

const LONGEST_MS = 10_000
const REQUEST = 'GET /api/exchange-rate/current/USD HTTP/1.1\r\nHost: x\r\n\r\n'

/** Somebody who reads a public rate again and again, in a thread of their own, so that only the server makes them wait. */
export class PublicReader {
  private readonly figures = new Int32Array(new SharedArrayBuffer((3 + LONGEST_MS) * 4))
  private readonly worker: Worker

  constructor(port: number) {
    const shared: Shared = { port, figures: this.figures }
    this.worker = new Worker(new URL(import.meta.url), { workerData: shared })
  }

  /** The longest wait since this was asked last, in ms. */
  longestMs(): number {
    return Atomics.exchange(this.figures, 0, 0) / 1000
  }

  get reads(): number {
    return Atomics.load(this.figures, 1)
  }

  /** The wait in ms within which so many of 100 reads were served. */
  percentileMs(percent: number): number {
    let left = (this.reads * percent) / 100
    const ms = this.figures.subarray(2).findIndex((count) => (left -= count) <= 0)
    return ms + 1
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}

function read({ port, figures }: Shared): void {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  let sent = 0
  const sendNext = () => {
    sent = performance.now()
    socket.write(REQUEST)
  }
  socket.on('connect', sendNext)
  socket.on('data', () => {
    const wait = Math.round((performance.now() - sent) * 1000)
    if (wait > Atomics.load(figures, 0)) Atomics.store(figures, 0, wait)
    Atomics.add(figures, 1, 1)
    Atomics.add(figures, 2 + Math.min(LONGEST_MS, Math.floor(wait / 1000)), 1)
    setTimeout(sendNext, 1)
  })
}

if (!isMainThread) read(workerData as Shared)
