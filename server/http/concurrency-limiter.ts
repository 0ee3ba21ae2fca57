import pLimit, { type LimitFunction } from 'p-limit'
import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/** How many calls of one user run at once, and how many more may wait for them. */
interface ConcurrencyLimits {
  readonly atOnce: number
  readonly queued: number
}

/** Reads of one user that run at once, and that may wait: a page of ours sends 3. */
export const USER_READS = { atOnce: 2, queued: 4 } as const

/** Runs only so many calls of one user, by number or token, at once. */
export class ConcurrencyLimiter<Key extends number | string = number> {
  readonly #options: ConcurrencyLimits
  readonly #users = new Map<Key, { readonly limit: LimitFunction; open: number }>()

  constructor(options: ConcurrencyLimits) {
    this.#options = options
  }

  /**
   * Runs `act` once the user's calls before it leave room. Throws 429 where too many wait already.
   */
  async run<T>(user: Key, act: () => T | Promise<T>): Promise<T> {
    this.refuseIfFull(user)
    const calls = this.#users.get(user) ?? { limit: pLimit(this.#options.atOnce), open: 0 }
    this.#users.set(user, calls)
    calls.open++
    try {
      return await calls.limit(act)
    } finally {
      if (--calls.open === 0) this.#users.delete(user)
    }
  }

  /** Throws 429 where another call would be one too many, so that its body need not be read. */
  refuseIfFull(user: Key): void {
    const { atOnce, queued } = this.#options
    if ((this.#users.get(user)?.open ?? 0) >= atOnce + queued)
      throw new ApiError('too_many_requests', t.httpText.tooManyRunning, { retryAfter: 1 })
  }
}
