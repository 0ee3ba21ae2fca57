import type { FastifyBaseLogger } from 'fastify'

/**
 * Of all addresses in an hour: users mistype, but a thousand addresses tried once are an attack.
 */
export const WARNING_PER_HOUR = 100
const HOUR_MS = 3_600_000

/** Sums up refused codes of all addresses; each address has limits of its own. */
export class FailedCodes {
  /** Since the start of this process. */
  total = 0
  readonly #log: FastifyBaseLogger
  #hour = { since: -Infinity, count: 0 }

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Counts one; a warning in the log tells of the hundredth within an hour. `now` in ms. */
  add(now: number): void {
    this.total++
    if (now - this.#hour.since >= HOUR_MS) this.#hour = { since: now, count: 0 }
    if (++this.#hour.count === WARNING_PER_HOUR)
      this.#log.warn(
        { failed: WARNING_PER_HOUR },
        'many sign-in codes failed within an hour, over all addresses',
      )
  }
}
