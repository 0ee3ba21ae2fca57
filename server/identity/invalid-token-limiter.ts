import { ApiError } from '../errors.ts'
import { t } from '../../text/sentences.ts'

/**
 * Tokens that are not live, from one network in a minute. Above it the database is not asked about
 * any.
 */
const MAX_PER_MINUTE = 300
const MINUTE_MS = 60_000
/** Networks that are remembered; the one that came first is forgotten first. */
const MAX_NETWORKS = 10_000

/** Counts refused tokens by network, in this process, so that guessing costs no queries. */
export class InvalidTokenLimiter {
  readonly #networks = new Map<string, { since: number; count: number }>()

  /** Throws 429 where a network has shown too many dead tokens in its minute. `now` in ms. */
  check(network: string, now: number): void {
    const counted = this.#networks.get(network)
    if (!counted || counted.count < MAX_PER_MINUTE) return
    const wait = (counted.since + MINUTE_MS - now) / 1000
    if (wait <= 0) this.#networks.delete(network)
    else
      throw new ApiError('too_many_requests', t.httpText.tooManyInvalidTokens, { retryAfter: wait })
  }

  /** Counts one. */
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
}
