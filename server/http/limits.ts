import { sql } from 'kysely'
import { t } from '../../text/sentences.ts'
import { CLOCK_STEP_SECONDS } from '../database/database-clock.ts'
import type { Db } from '../database/schema.ts'
import { ApiError, waitInWords } from '../errors.ts'
import { addressBucket, siteBucket } from '../identity/actor.ts'

/** In any 60 seconds from one address, which a whole office shares. */
export const CALLS_PER_MINUTE = { 'sign-in': 60, write: 600 } as const
type CallKind = keyof typeof CALLS_PER_MINUTE

/** Counts in the database, so that the limit holds over several servers. Throws a 429. */
export async function countCall(
  db: Db,
  kind: CallKind,
  address: string,
  now: Date,
  refused = 0,
): Promise<void> {
  const most = CALLS_PER_MINUTE[kind]
  const since = new Date(now.getTime() - 60_000)
  const until = new Date(now.getTime() + CLOCK_STEP_SECONDS * 1000)
  const calls = sql`array_fill(${now}::timestamptz, ARRAY[${Math.min(1 + refused, most)}::int])`
  const counted = await sql`
    INSERT INTO public.recent_calls AS r (kind, address, calls) VALUES (${kind}, ${address}, ${calls})
    ON CONFLICT (kind, address) DO UPDATE
      SET calls = (${calls} || ARRAY(
        SELECT at FROM unnest(r.calls) AS at WHERE at > ${since} AND at <= ${until}
      ))[:${sql.lit(most)}]
      WHERE (SELECT count(*) FROM unnest(r.calls) AS at WHERE at > ${since} AND at <= ${until}) <
      ${most}
    RETURNING 1`.execute(db)
  if (counted.rows.length > 0) return
  const { rows } = await sql<{ free_at: Date | null }>`
    SELECT min(at) + interval '60 s' AS free_at
    FROM public.recent_calls, unnest(calls) AS at
    WHERE kind = ${kind} AND address = ${address} AND at > ${since} AND at <= ${until}`.execute(db)
  throw tooManyCalls(kind, ((rows[0]?.free_at ?? now).getTime() - now.getTime()) / 1000)
}

export function tooManyCalls(kind: CallKind, wait: number): ApiError {
  const sentence = t.httpText.tooManyCalls({ kind, wait: waitInWords(wait) })
  return new ApiError('too_many_requests', sentence, { retryAfter: wait })
}

const MINUTE_MS = 60_000
const MAX_NETWORKS = 10_000

/** Counts in this process, without a query. */
export class MinuteCounter {
  readonly #networks = new Map<string, { since: number; count: number }>()

  add(network: string, now: number): void {
    const counted = this.#networks.get(network)
    if (counted && now - counted.since < MINUTE_MS) {
      counted.count++
      return
    }
    this.#networks.delete(network)
    this.#networks.set(network, { since: now, count: 1 })
    const [oldest] = this.#networks.keys()
    if (this.#networks.size > MAX_NETWORKS && oldest !== undefined) this.#networks.delete(oldest)
  }

  /** In seconds; 0 below `most`. */
  waitFor(network: string, most: number, now: number): number {
    const counted = this.#networks.get(network)
    if (!counted || counted.count < most) return 0
    return Math.max(0, (counted.since + MINUTE_MS - now) / 1000)
  }

  /** Returns the count and starts again at 0. */
  take(network: string, now: number): number {
    const counted = this.#networks.get(network)
    this.#networks.delete(network)
    return counted && now - counted.since < MINUTE_MS ? counted.count : 0
  }
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

interface QueueOptions {
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs?: number
  readonly refused?: () => ApiError
}

const tooManyRunning = () =>
  new ApiError('too_many_requests', t.httpText.tooManyRunning, { retryAfter: 1 })

/** Runs `atOnce` calls of a key; others wait in order. */
export class KeyedQueue {
  readonly #options: Required<QueueOptions>
  readonly #keys = new Map<number | string, { running: number; waiting: Set<() => void> }>()

  constructor(options: QueueOptions) {
    this.#options = { waitMs: 0, refused: tooManyRunning, ...options }
  }

  /** Throws 429 without a place. */
  async take(key: number | string): Promise<() => void> {
    const { atOnce, waiting: most, waitMs, refused } = this.#options
    const calls = this.#keys.get(key) ?? { running: 0, waiting: new Set() }
    this.#keys.set(key, calls)
    if (calls.running < atOnce) calls.running++
    else if (calls.waiting.size >= most) throw refused()
    else
      await new Promise<void>((resolve, reject) => {
        const timer = waitMs > 0 ? setTimeout(giveUp, waitMs) : undefined
        calls.waiting.add(begin)
        function begin(): void {
          clearTimeout(timer)
          resolve()
        }
        function giveUp(): void {
          calls.waiting.delete(begin)
          reject(refused())
        }
      })
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const [next] = calls.waiting
      if (next) {
        calls.waiting.delete(next)
        next()
      } else if (--calls.running === 0) this.#keys.delete(key)
    }
  }

  async run<T>(key: number | string, act: () => T | Promise<T>): Promise<T> {
    const free = await this.take(key)
    try {
      return await act()
    } finally {
      free()
    }
  }
}

/** A screen waits for 10 s. */
const PATIENCE_MS = 8000

/** Runs long work in turn. Throws 503 without a place or after `waitMs`. */
export class SharedQueue {
  readonly #places: PlaceLimiter
  readonly #turns: KeyedQueue
  readonly #refused: () => ApiError

  constructor(
    { atOnce, toOne, inAll }: { atOnce: number; toOne: number; inAll: number },
    sentence: () => string,
    waitMs = PATIENCE_MS,
  ) {
    this.#places = new PlaceLimiter({ inAll, toOne })
    this.#refused = () => new ApiError('unavailable', sentence(), { retryAfter: 2 })
    this.#turns = new KeyedQueue({ atOnce, waiting: inAll, waitMs, refused: this.#refused })
  }

  async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const free = this.#places.take(client)
    if (!free) throw this.#refused()
    try {
      return await this.#turns.run('', work)
    } finally {
      free()
    }
  }
}
