import { setTimeout as pause } from 'node:timers/promises'
import { NoResponse, type HttpClient } from './http-client.ts'
import { Tally } from './tally.ts'

/** Between two reads of one reader. */
const PAUSE_MS = 10
const PATHS = ['/api/exchange-rate/current/USD', '/api/exchange-rate/GBP/last-seven-days']

/** Users who read public rates all the time, and how many of them were served. */
export class Readers {
  private sent = 0
  private served = 0
  /** What came instead, by status or error code. */
  private readonly failures = new Tally<string>()
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

  get words(): string {
    return `reads ${this.served} of ${this.sent}${this.failures.size > 0 ? `, ${this.failures.words}` : ''}`
  }

  private async read(http: HttpClient, path: string): Promise<void> {
    while (!this.stopping) {
      this.sent++
      const what = await http.call({ path, timeoutMs: 3000 }).then(
        ({ status }) => String(status),
        (error: unknown) => (error instanceof NoResponse ? error.code : String(error)),
      )
      if (what === '200') this.served++
      else this.failures.note(what)
      await pause(PAUSE_MS)
    }
  }
}
