import { sql } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import { t } from '../../text/sentences.ts'
import type { Db } from '../database/schema.ts'
import { ApiError, waitInWords } from '../errors.ts'
import { addressBucket, siteBucket } from '../identity/actor.ts'

/**
 * One address, which a whole office shares, makes `burst` calls at once and one in `everyMs` after
 * that.
 */
export const CALL_LIMITS = {
  'sign-in': { burst: 60, everyMs: 1000 },
  write: { burst: 600, everyMs: 100 },
} as const
type LimitedCall = keyof typeof CALL_LIMITS

/** The clocks of several servers differ by less. */
const CLOCK_ERROR_MS = 1000

/**
 * Counts a call in the database, so that the limit holds over several servers. Throws a 429. The
 * row keeps when the address will have no call left to wait for (GCRA, ITU-T I.371).
 */
export async function takeCall(
  db: Db,
  kind: LimitedCall,
  address: string,
  now: Date,
): Promise<void> {
  const { burst, everyMs } = CALL_LIMITS[kind]
  const after = (ms: number) => sql`${new Date(now.getTime() + ms)}::timestamptz`
  const most = burst * everyMs
  const key = `${kind} ${address}`
  // Further ahead it was written before the clock stepped back.
  const freeAt = sql`CASE WHEN l.free_at BETWEEN ${after(0)} AND ${after(most + CLOCK_ERROR_MS)}
    THEN l.free_at ELSE ${after(0)} END`
  const { rows } = await sql<{ taken: boolean; free_at?: Date }>`
    WITH taken AS (
      INSERT INTO public.rate_limit AS l (key, free_at) VALUES (${key}, ${after(everyMs)})
      ON CONFLICT (key) DO UPDATE SET free_at = ${freeAt} + ${everyMs} * interval '1 ms'
        WHERE ${freeAt} <= ${after(most - everyMs)}
      RETURNING key)
    SELECT EXISTS (SELECT FROM taken) AS taken,
      (SELECT free_at FROM public.rate_limit WHERE key = ${key}) AS free_at`.execute(db)
  if (rows[0]?.taken) return
  const { free_at = now } = rows[0] ?? {}
  const wait = (free_at.getTime() - most + everyMs - now.getTime()) / 1000
  const sentence = t.httpText.tooManyCalls({ kind, wait: waitInWords(wait) })
  throw new ApiError('too_many_requests', sentence, { retryAfter: wait })
}

export type Client = { readonly ip: string | undefined } | { readonly name: string }

export class PlaceLimiter {
  readonly #inAll: number
  readonly #toOne: number
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor({ inAll, toOne }: { readonly inAll: number; readonly toOne: number }) {
    this.#inAll = inAll
    this.#toOne = toOne
  }

  /**
   * Returns a function that frees the place; undefined if there is none. Reads the address now,
   * because a request has none once its client is gone.
   */
  take(client: Client): (() => void) | undefined {
    const shares = sharesOf(client)
    const isOver = shares.some(({ key, factor }) => this.#count(key) >= this.#toOne * factor)
    if (this.#all >= this.#inAll || isOver) return undefined
    this.#all++
    for (const { key } of shares) this.#taken.set(key, this.#count(key) + 1)
    return () => {
      this.#all--
      for (const { key } of shares) {
        const left = this.#count(key) - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0
  }
}

/** A /48 of IPv6 gets two shares in all, because one customer may own all of it. */
function sharesOf(client: Client): readonly { key: string; factor: number }[] {
  if ('name' in client) return [{ key: client.name, factor: 1 }]
  const [bucket, site] = [addressBucket(client.ip), siteBucket(client.ip)]
  return [{ key: bucket, factor: 1 }, ...(site === bucket ? [] : [{ key: site, factor: 2 }])]
}

const tooManyRunning = () =>
  new ApiError('too_many_requests', t.httpText.tooManyRunning, { retryAfter: 1 })

/** Lets `atOnce` calls of a key run; others wait in order. */
export class KeyedQueue {
  readonly #options: { readonly atOnce: number; readonly waiting: number; readonly waitMs: number }
  readonly #keys = new Map<number | string, { readonly turns: LimitFunction; calls: number }>()

  constructor(options: { atOnce: number; waiting: number; waitMs?: number }) {
    this.#options = { waitMs: 5000, ...options }
  }

  /** Returns a function that ends the call. Throws 429 without a place, or after `waitMs`. */
  take(key: number | string): Promise<() => void> {
    const { atOnce, waiting, waitMs } = this.#options
    const queue = this.#keys.get(key) ?? { turns: pLimit(atOnce), calls: 0 }
    if (queue.calls >= atOnce + waiting) return Promise.reject(tooManyRunning())
    queue.calls++
    this.#keys.set(key, queue)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const timer = setTimeout(() => reject(tooManyRunning()), waitMs)
    let isLate = false
    promise.catch(() => (isLate = true))
    const call = () =>
      new Promise<void>((end) => {
        clearTimeout(timer)
        if (isLate) end()
        else resolve(end)
      })
    void queue.turns(call).finally(() => {
      if (--queue.calls === 0) this.#keys.delete(key)
    })
    return promise
  }

  async run<T>(key: number | string, act: () => Promise<T>): Promise<T> {
    const end = await this.take(key)
    return act().finally(end)
  }
}

/** A screen waits for 10 s. */
const PATIENCE_MS = 8000

/** Runs long work in turn. Throws 503 without a place, or if its turn comes too late. */
export class SharedQueue {
  readonly #places: PlaceLimiter
  readonly #turns: LimitFunction
  readonly #refused: () => ApiError
  readonly #patienceMs: number

  constructor(
    { atOnce, toOne, inAll }: { atOnce: number; toOne: number; inAll: number },
    sentence: () => string,
    patienceMs = PATIENCE_MS,
  ) {
    this.#patienceMs = patienceMs
    this.#places = new PlaceLimiter({ inAll, toOne })
    this.#turns = pLimit(atOnce)
    this.#refused = () => new ApiError('unavailable', sentence(), { retryAfter: 2 })
  }

  async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const free = this.#places.take(client)
    if (!free) throw this.#refused()
    const end = performance.now() + this.#patienceMs
    try {
      return await this.#turns(() => {
        if (performance.now() > end) throw this.#refused()
        return work()
      })
    } finally {
      free()
    }
  }
}
