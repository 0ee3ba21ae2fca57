import pLimit, { type LimitFunction } from 'p-limit'
import { ApiError } from '../errors.ts'

/** How many calls of one user run at once, and how many more may wait for them. */
interface PerUserOptions {
  readonly atOnce: number
  readonly queued: number
}

/** Runs only so many calls of one user at once, so that no one user can take the database from all others. */
export class PerUser {
  readonly #options: PerUserOptions
  readonly #users = new Map<number, { readonly limit: LimitFunction; open: number }>()

  constructor(options: PerUserOptions) {
    this.#options = options
  }

  /** Runs `act` once the user's calls before it leave room. Throws 429 where too many wait already. */
  async run<T>(userId: number, act: () => T | Promise<T>): Promise<T> {
    this.refuseIfFull(userId)
    const user = this.#users.get(userId) ?? { limit: pLimit(this.#options.atOnce), open: 0 }
    this.#users.set(userId, user)
    user.open++
    try {
      return await user.limit(act)
    } finally {
      if (--user.open === 0) this.#users.delete(userId)
    }
  }

  /** Throws 429 where another call would be one too many, so that its body need not be read. */
  refuseIfFull(userId: number): void {
    const { atOnce, queued } = this.#options
    if ((this.#users.get(userId)?.open ?? 0) >= atOnce + queued)
      throw new ApiError(
        'too_many_requests',
        'Too many of your requests are running. Try again in a second.',
        {
          retryAfter: 1,
        },
      )
  }
}
