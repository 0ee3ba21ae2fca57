import { setTimeout as pause } from 'node:timers/promises'
import { check, type Figure } from '../figure.ts'
import type { HttpClient } from './http-client.ts'
import { repeat, type Repeated } from './repeat.ts'
import { Counter } from './counter.ts'

/** Between two reads of one reader. */
const PAUSE_MS = 10
const PATHS = ['/api/exchange-rate/current/USD', '/api/exchange-rate/GBP/last-seven-days']

/** Users who read public rates all the time, and what they got by status or error code. */
export class Readers {
  private readonly got = new Counter<string>()
  private readonly reading: Repeated

  constructor(clients: readonly HttpClient[], count: number) {
    this.reading = repeat(count, async (reader) => {
      const path = PATHS[reader % PATHS.length]!
      const { status, failure } = await clients[reader % clients.length]!.attempt({ path, timeoutMs: 3000 })
      this.got.note(failure ?? String(status))
      await pause(PAUSE_MS)
    })
  }

  async stop(): Promise<void> {
    await this.reading.stop()
  }

  /** That every read was served. */
  figure(): Figure {
    const { total } = this.got
    const served = ((this.got.get('200') ?? 0) / total) * 100
    return check(`of ${total} public reads served`, served, '%', { atLeast: 100 }, this.got.words)
  }
}
