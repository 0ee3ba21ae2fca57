import { setTimeout as pause } from 'node:timers/promises'
import type { HttpClient } from './http-client.ts'

/** Between two reads of one reader. */
const PAUSE_MS = 10
const PATHS = ['/api/exchange-rate/current/USD', '/api/exchange-rate/GBP/last-seven-days']

/** Users who read public rates all the time, and how many of them were served. */
export class Readers {
  sent = 0
  served = 0
  slowestMs = 0
  /** What came instead, by status or error code. */
  readonly failures = new Map<string, number>()
  private stopping = false
  private readonly working: Promise<void>[]

  constructor(http: HttpClient, count = 4) {
    this.working = Array.from({ length: count }, (_, index) =>
      this.read(http, PATHS[index % PATHS.length] ?? '/'),
    )
  }

  async stop(): Promise<void> {
    this.stopping = true
    await Promise.all(this.working)
  }

  get ok(): boolean {
    return this.sent > 0 && this.served === this.sent
  }

  toString(): string {
    const failed = [...this.failures].map(([what, count]) => `, ${count} × ${what}`).join('')
    return `reads ${this.served} of ${this.sent}${failed}`
  }

  private async read(http: HttpClient, path: string): Promise<void> {
    while (!this.stopping) {
      this.sent++
      let what: string
      try {
        const response = await http.call({ path, timeoutMs: 3000 })
        this.slowestMs = Math.max(this.slowestMs, response.ms)
        what = String(response.status)
      } catch (error) {
        what = (error as { code?: string }).code ?? String(error)
      }
      if (what === '200') this.served++
      else this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
      await pause(PAUSE_MS)
    }
  }
}
