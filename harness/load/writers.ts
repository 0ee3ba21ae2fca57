import { setTimeout as pause } from 'node:timers/promises'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { NoResponse, type Call, type HttpClient } from './http-client.ts'
import { until } from '../until.ts'
import type { User } from '../users/sign-in-users.ts'

/** A write that a client was told is done. */
export interface Write {
  /** Unlike that of any other write of the run, so that it is found again in the database. */
  readonly rate: string
}

/** One answer, or the lack of one, to one try. */
export interface Try {
  /** performance.now() when it was sent and when it ended. */
  readonly sentAt: number
  readonly endedAt: number
  /** 0: nothing came back. */
  readonly status: number
  readonly retryAfter: string | undefined
  /** Why nothing came back: ECONNREFUSED, ECONNRESET, … */
  readonly failure: string | undefined
}

export const isServed = ({ status }: { readonly status: number }): boolean => status === 200 || status === 201

const PAUSE_AFTER_FAILURE_MS = 50

/**
 * Users who enter rates one after the other without a pause. Each write carries an Idempotency-Key and is tried again
 * until it is acknowledged, as a careful client does.
 */
export class Writers {
  readonly acknowledged: Write[] = []
  readonly tries: Try[] = []
  /** How many writes were begun, acknowledged or not. */
  private begun = 0
  private readonly working: Promise<void>[]
  private stopping = false

  constructor(http: HttpClient | ((writer: number) => HttpClient), users: readonly User[], pauseMs = 0) {
    const clientOf = http instanceof Function ? http : () => http
    this.working = users.map((user, index) => this.write(clientOf(index), user, index, pauseMs))
  }

  /** Lets every writer end the write that it is at; those that nobody acknowledges within `timeoutMs` are given up. */
  async stop(timeoutMs = 10_000): Promise<void> {
    this.stopping = true
    await Promise.race([Promise.all(this.working), pause(timeoutMs, undefined, { ref: false })])
  }

  /** Waits until another `count` writes are acknowledged. */
  async untilAcknowledged(count: number): Promise<void> {
    const goal = this.acknowledged.length + count
    await until(`${count} more writes are acknowledged`, () => this.acknowledged.length >= goal, {
      everyMs: 5,
    })
  }

  /** The tries that were not served. */
  get notServed(): Try[] {
    return this.tries.filter((each) => !isServed(each))
  }

  private async write(http: HttpClient, user: User, writer: number, pauseMs: number): Promise<void> {
    const today = dayInColombo(new Date())
    while (!this.stopping) {
      const number = ++this.begun
      const rate = (300 + number / 10_000).toFixed(4)
      const body = {
        date: addDays(today, -(number % 90)),
        base_currency: CURRENCIES[writer % CURRENCIES.length],
        rate: Number(rate),
      }
      // Offices of their own: 600 changes a minute are one network's limit, and this is many users's work.
      const network = { 'x-forwarded-for': `10.9.${(number >> 8) & 255}.${number & 255}` }
      const headers = { ...user.headers, ...network, 'idempotency-key': `write-${number}` }
      const call = { method: 'POST', path: '/api/exchange-rate/manual', headers, body }
      while (!(await this.isTaken(http, call))) await pause(PAUSE_AFTER_FAILURE_MS)
      this.acknowledged.push({ rate })
      if (pauseMs > 0) await pause(pauseMs)
    }
  }

  private async isTaken(http: HttpClient, call: Call): Promise<boolean> {
    const sentAt = performance.now()
    const note = (status: number, retryAfter?: string, failure?: string) => {
      this.tries.push({ sentAt, endedAt: performance.now(), status, retryAfter, failure })
      return isServed({ status })
    }
    return http.call(call).then(
      ({ status, headers }) => note(status, headers['retry-after']),
      (error: unknown) => note(0, undefined, error instanceof NoResponse ? error.code : 'unknown'),
    )
  }
}
