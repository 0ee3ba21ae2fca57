import type pg from 'pg'

export interface PoolLoad {
  /**
   * For how long whoever waits longest for a connection has been waiting, in ms; 0 where nobody
   * waits.
   */
  longestWaitMs(): number
  readonly pool: Pick<pg.Pool, 'waitingCount' | 'totalCount' | 'idleCount'>
}

export interface PoolLoads {
  readonly reads: PoolLoad
  readonly writes: PoolLoad
}

/** Measures how long connections of a pool are waited for, which the driver does not tell. */
export function measurePoolLoad(pool: pg.Pool): PoolLoad {
  const waits = new Set<{ since: number }>()
  const connect = pool.connect.bind(pool) as (
    ...given: unknown[]
  ) => Promise<pg.PoolClient> | undefined
  pool.connect = ((...given: unknown[]) => {
    const result = connect(...given)
    if (!(result instanceof Promise)) return result
    const wait = { since: performance.now() }
    waits.add(wait)
    const over = () => void waits.delete(wait)
    result.then(over, over)
    return result
  }) as typeof pool.connect
  return {
    longestWaitMs: () => {
      // A set keeps the order in which things came in.
      const [longest] = waits
      return longest ? performance.now() - longest.since : 0
    },
    pool,
  }
}
