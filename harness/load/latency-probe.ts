import { connect } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { Worker, isMainThread, workerData } from 'node:worker_threads'
import type { Scope } from '../scope.ts'
import { get } from './load.ts'

interface Shared {
  readonly port: number
  /** In µs, shared by both threads. */
  readonly all: RecordableHistogram
  readonly recent: RecordableHistogram
}

/** Runs in a thread of its own, so that only the server makes it wait. */
export class LatencyProbe {
  private readonly all = createHistogram()
  private readonly recent = createHistogram()

  constructor(scope: Scope, port: number) {
    const shared: Shared = { port, all: this.all, recent: this.recent }
    const worker = new Worker(new URL(import.meta.url), { workerData: shared })
    scope.defer(() => worker.terminate())
  }

  longestMs(): number {
    const { max } = this.recent
    this.recent.reset()
    return max / 1000
  }

  get reads(): number {
    return this.all.count
  }

  percentileMs(percent: number): number {
    return this.all.percentile(percent) / 1000
  }
}

function read({ port, all, recent }: Shared): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const request = get('/api/exchange-rate/current/USD')
  let sent = 0
  const sendNext = () => {
    sent = performance.now()
    socket.write(request)
  }
  socket.on('connect', sendNext)
  socket.on('data', () => {
    const wait = Math.max(1, Math.round((performance.now() - sent) * 1000))
    for (const histogram of [all, recent]) histogram.record(wait)
    setTimeout(sendNext, 1)
  })
}

if (!isMainThread) read(workerData as Shared)
