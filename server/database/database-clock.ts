import { sql } from 'kysely'
import type { Db } from './schema.ts'

const PAUSE_MS = 60_000

/** Instants further ahead were recorded before the clock was put back. */
export const CLOCK_STEP_SECONDS = 60

/** All servers use the database's clock. */
export class DatabaseClock {
  private readonly db: Db
  private offset = 0
  private error = Infinity

  private constructor(db: Db) {
    this.db = db
  }

  static async start(db: Db): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db)
    await clock.measure()
    // A failure is harmless: the machine's clock drifts little.
    setInterval(() => void clock.measure().catch(() => undefined), PAUSE_MS).unref()
    return clock
  }

  readonly now = (): Date => new Date(this.offset + performance.now())

  async measure(): Promise<void> {
    const before = performance.now()
    const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(this.db)
    const after = performance.now()
    const at = rows[0]?.at
    if (!at) throw new Error('The database returned no time')
    const offset = at.getTime() - (before + after) / 2
    const error = (after - before) / 2
    // Ignores slow responses, so that a busy machine does not shift the clock.
    if (Math.abs(offset - this.offset) <= error + this.error && error >= this.error) return
    this.offset = offset
    this.error = error
  }
}
