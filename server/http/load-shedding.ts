import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PoolLoads } from '../database/pool-load.ts'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/** How busy the server is. */
export interface Load {
  /**
   * How much later than they should timers came, on average of half a second, twice in a row, in
   * ms.
   */
  readonly eventLoopDelayMs: () => number
  readonly pools: PoolLoads | undefined
}

/**
 * Limits in ms. Work that would wait longer is better refused at once than done for nobody. Waiting
 * itself is measured: a number of requests is right for one machine only.
 */
const LIMITS = {
  /** Whoever waits longest for a connection; the pool itself gives up after 900. */
  poolWait: 500,
  eventLoop: 500,
  /** What is answered from memory costs next to nothing, so it is refused last. */
  eventLoopForReads: 3000,
} as const

const RESOLUTION_MS = 20
const WINDOW_MS = 500

/** Measures the load from now on; `stop` ends it. */
export function measureLoad(pools: PoolLoads | undefined): Load & { stop: () => void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let before = 0
  let lasting = 0
  delays.enable()
  const timer = setInterval(() => {
    const mean = delays.mean / 1e6 - RESOLUTION_MS
    const now = Number.isFinite(mean) ? Math.max(0, mean) : 0
    // One long task, as at the start, is no overload: the window before must have been late as
    // well.
    lasting = Math.min(before, now)
    before = now
    delays.reset()
  }, WINDOW_MS)
  timer.unref()
  const stop = () => {
    clearInterval(timer)
    delays.disable()
  }
  return { eventLoopDelayMs: () => lasting, pools, stop }
}

/** Refuses requests with 503 while the server is behind. Gives the number refused. */
export function shedLoad(app: FastifyInstance, load: Load): { readonly refused: number } {
  const counted = { refused: 0 }
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTooMuch(request, load)) {
      done()
      return
    }
    counted.refused++
    // Spread, so that those who were refused together do not come back together.
    const retryAfter = 1 + Math.floor(Math.random() * 3)
    done(new ApiError('unavailable', t.httpText.busy, { retryAfter }))
  })
  return counted
}

function isTooMuch(request: FastifyRequest, { eventLoopDelayMs, pools }: Load): boolean {
  const { access = 'public', queries = false } = request.routeOptions.config
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const needsDatabase = access !== 'public' || queries || !isRead
  if (!needsDatabase) return eventLoopDelayMs() > LIMITS.eventLoopForReads
  const pool = isRead ? pools?.reads : pools?.writes
  return eventLoopDelayMs() > LIMITS.eventLoop || (pool?.longestWaitMs() ?? 0) > LIMITS.poolWait
}
