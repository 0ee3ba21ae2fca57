import { setTimeout as pause } from 'node:timers/promises'
import type { HttpClient } from './http-client.ts'

/** Reads a page or an answer all the time, and finds how long it goes on with an old rate. Each rate is above the one before. */
export class RateWatch {
  /** How long after a rate was acknowledged a request still got an older one, in ms, at most. */
  staleMs = 0
  /** Responses so far. */
  read = 0
  private newest: { readonly rate: number; readonly at: number } | undefined
  private stopping = false
  private readonly working: Promise<void>

  constructor(http: HttpClient, path: string, day: string) {
    this.working = this.watch(http, path, new RegExp(`"date":"${day}","rate":([\\d.]+)`))
    // `stop` tells of it.
    this.working.catch(() => undefined)
  }

  /** A rate has been acknowledged just now. */
  acknowledged(rate: number): void {
    this.newest = { rate, at: performance.now() }
  }

  async stop(): Promise<void> {
    this.stopping = true
    await this.working
  }

  private async watch(http: HttpClient, path: string, pattern: RegExp): Promise<void> {
    while (!this.stopping) {
      const { newest } = this
      const sent = performance.now()
      const { status, body } = await http.call({ path })
      const rate = Number(pattern.exec(body)?.[1])
      if (status !== 200 || Number.isNaN(rate)) throw new Error(`${path} answered ${status} without the rate`)
      this.read++
      if (newest && rate < newest.rate) this.staleMs = Math.max(this.staleMs, sent - newest.at)
      await pause(5)
    }
  }
}
