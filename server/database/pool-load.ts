import type pg from 'pg'

export interface PoolLoad {
  /** 0 if no request waits. */
  longestWaitMs(): number
  readonly pool: Pick<pg.Pool, 'waitingCount' | 'totalCount' | 'idleCount'>
}

export interface PoolLoads {
  readonly reads: PoolLoad
  readonly writes: PoolLoad
}

const SAMPLE_MS = 25

/**
 * The pool serves in order: a sample's last waiter is served after as many acquisitions as were
 * waiting.
 */
export function measurePoolLoad(pool: pg.Pool): PoolLoad {
  let acquired = 0
  let observed: { since: number; servedAt: number } | undefined
  pool.on('acquire', () => {
    acquired++
    if (observed && acquired >= observed.servedAt) observed = undefined
  })
  setInterval(() => {
    if (pool.waitingCount === 0) observed = undefined
    else observed ??= { since: performance.now(), servedAt: acquired + pool.waitingCount }
  }, SAMPLE_MS).unref()
  return { longestWaitMs: () => (observed ? performance.now() - observed.since : 0), pool }
}
