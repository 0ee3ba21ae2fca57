import { sql } from 'kysely'
import type { Db } from './schema.ts'

const PAUSE_MS = 60_000

/**
 * What was noted further in the future was noted before the clock was put back, and does not count.
 */
export const CLOCK_STEP_SECONDS = 60

/**
 * The database's clock, on which all servers agree. Asks every minute how far PostgreSQL is from
 * this machine's monotonic clock, and goes on by that in between.
 */
export class DatabaseClock {
  private readonly db: Db
  /** What has to be added to `performance.now()`, in ms since 1970, and how wrong that may be. */
  private offset = 0
  private error = Infinity

  private constructor(db: Db) {
    this.db = db
  }

  /** Throws what the database says where it cannot be asked. It keeps no process alive. */
  static async start(db: Db): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db)
    await clock.measure()
    // One that fails is made up for by the next: the machine's own clock goes wrong by far less in
    // a minute.
    setInterval(() => void clock.measure().catch(() => undefined), PAUSE_MS).unref()
    return clock
  }

  readonly now = (): Date => new Date(this.offset + performance.now())

  /**
   * Asks the database once more. Its response is from the middle of the round trip, give or take
   * half of it.
   */
  async measure(): Promise<void> {
    const before = performance.now()
    const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(this.db)
    const after = performance.now()
    const at = rows[0]?.at
    if (!at) throw new Error('The database does not tell the time')
    const offset = at.getTime() - (before + after) / 2
    const error = (after - before) / 2
    // A slow response says nothing against a better one, so that a busy machine does not shake the
    // clock.
    if (Math.abs(offset - this.offset) <= error + this.error && error >= this.error) return
    this.offset = offset
    this.error = error
  }
}
