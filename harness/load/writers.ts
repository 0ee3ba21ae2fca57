import { setTimeout as pause } from 'node:timers/promises'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { CURRENCIES } from '../../domain/currency.ts'
import { NoResponse, type ResponseBody, type HttpClient } from './http-client.ts'
import type { User } from '../users/sign-in-users.ts'

/** A write as a client sees it: the same key again and again until somebody says that it is done. */
export interface Write {
  readonly key: string
  /** Unlike that of any other write of the run, so that it is found again in the database. */
  readonly rate: string
  readonly status: number
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

const PAUSE_AFTER_FAILURE_MS = 50

/**
 * Users who enter rates one after the other without a pause. Each write carries an Idempotency-Key and is tried again
 * until it is acknowledged, as a careful client does.
 */
export class Writers {
  readonly acknowledged: Write[] = []
  readonly tries: Try[] = []
  /** How many writes were begun, acknowledged or not. */
  begun = 0
  private readonly http: HttpClient
  private readonly working: Promise<void>[]
  private stopping = false

  constructor(http: HttpClient | ((writer: number) => HttpClient), users: readonly User[], pauseMs = 0) {
    this.http = http instanceof Function ? http(0) : http
    const clientOf = http instanceof Function ? http : () => this.http
    this.working = users.map((user, index) => this.write(clientOf(index), user, index, pauseMs))
  }

  /** Lets every writer end the write that it is at; those that nobody acknowledges within `timeoutMs` are given up. */
  async stop(timeoutMs = 10_000): Promise<void> {
    this.stopping = true
    await Promise.race([Promise.all(this.working), pause(timeoutMs, undefined, { ref: false })])
  }

  /** Waits until another `count` writes are acknowledged; false after `timeoutMs`. */
  async untilAcknowledged(count: number, timeoutMs = 20_000): Promise<boolean> {
    const goal = this.acknowledged.length + count
    const end = performance.now() + timeoutMs
    while (this.acknowledged.length < goal) {
      if (performance.now() > end) return false
      await pause(5)
    }
    return true
  }

  /** The tries that were sent at or after one instant and before another. */
  sentBetween(from: number, to: number): Try[] {
    return this.tries.filter(({ sentAt }) => sentAt >= from && sentAt < to)
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
      const key = `write-${number}`
      // Offices of their own: 600 changes a minute are one network's limit, and this is many users's work.
      const network = { 'x-forwarded-for': `10.9.${(number >> 8) & 255}.${number & 255}` }
      const headers = { ...user.headers, ...network, 'idempotency-key': key }
      for (let done = false; !done;) {
        const response = await this.try(http, {
          method: 'POST',
          path: '/api/exchange-rate/manual',
          headers,
          body,
        })
        if (response?.status === 200 || response?.status === 201) {
          this.acknowledged.push({ key, rate, status: response.status })
          done = true
        } else await pause(PAUSE_AFTER_FAILURE_MS)
      }
      if (pauseMs > 0) await pause(pauseMs)
    }
  }

  private async try(
    http: HttpClient,
    call: Parameters<HttpClient['call']>[0],
  ): Promise<ResponseBody | undefined> {
    const sentAt = performance.now()
    const note = (status: number, retryAfter?: string, failure?: string) =>
      this.tries.push({ sentAt, endedAt: performance.now(), status, retryAfter, failure })
    try {
      const response = await http.call(call)
      note(response.status, response.headers['retry-after'])
      return response
    } catch (error) {
      note(0, undefined, error instanceof NoResponse ? error.code : 'unknown')
      return undefined
    }
  }
}
