import type { FastifyBaseLogger } from 'fastify'

/** Within an hour, over all addresses. */
const WARNING_PER_HOUR = 100
const HOUR_MS = 3_600_000

export class FailedCodes {
  total = 0
  readonly #log: FastifyBaseLogger
  #hour = { since: -Infinity, count: 0 }

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  add(now: number): void {
    this.total++
    if (now - this.#hour.since >= HOUR_MS) this.#hour = { since: now, count: 0 }
    if (++this.#hour.count === WARNING_PER_HOUR)
      this.#log.warn(
        { failed: WARNING_PER_HOUR },
        'Many sign-in codes failed within an hour: somebody may be guessing them',
      )
  }
}
