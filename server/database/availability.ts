import type pg from 'pg'

/**
 * SQLSTATE classes and codes in which the server, not the statement, is at fault (PostgreSQL 18,
 * appendix A).
 */
const UNAVAILABLE_STATES = /^(08|53|57P0|58|25006$|40001$|40P01$|55P03$|57014$)/
const DISK_FULL = '53100'
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
const DRIVER_SENTENCES = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'Query read timeout',
    'not queryable',
    'Client has encountered a connection error',
    'connection ended',
    'driver has already been destroyed',
    'after calling end on the pool',
  ].join('|'),
  'i',
)

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (SYSTEM_CODES.has(code) && ('syscall' in error || error instanceof AggregateError)) return true
  return (
    ('severity' in error && UNAVAILABLE_STATES.test(code)) || DRIVER_SENTENCES.test(error.message)
  )
}

export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error && 'severity' in error && 'code' in error && error.code === DISK_FULL
  )
}

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
