import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { claimJob, finishJob, renewLease } from '../database/claimed-job.ts'
import type { Db } from '../database/schema.ts'
import type { Clock } from '../deps.ts'
import { readHolidays } from '../calendar/calendar-queries.ts'
import { nextPublication } from './feed-times.ts'
import type { RateFeed } from './rate-feed.ts'
import { runImport, type ImportRun } from './run-import.ts'

interface Options {
  readonly db: Db
  readonly feed: RateFeed
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * A server that dies during an import is succeeded after this; one that lives holds on to it by
 * renewing.
 */
const LEASE_MS = 60_000
const RENEWAL_MS = 20_000
/** However far the next try is: a machine that slept finds out within this. */
const LONGEST_SLEEP_MS = 10 * 60_000
const SHORTEST_SLEEP_MS = 1000
/** While another server does the run, or the database is away. */
const WAIT_MS = 30_000

/**
 * Imports from the feed when it is time: at once on an empty installation, then as `nextTry` says.
 * Runs are claimed in the database, so several servers do each once.
 */
export class FeedSchedule {
  private readonly options: Options
  private readonly holder = randomUUID()
  private readonly ending = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private turning: Promise<void> = Promise.resolve()
  private readonly reported = new Set<string>()

  constructor(options: Options) {
    this.options = options
  }

  /** Begins; gives control back at once. */
  start(): void {
    this.turning = this.turn()
  }

  /** Looks at once, or after the current run, whether an import is due. */
  wake(): void {
    this.turning = this.turning.then(() => (this.ending.signal.aborted ? undefined : this.turn()))
  }

  /** Ends a run that is going on, and starts no other. */
  async close(): Promise<void> {
    this.ending.abort()
    clearTimeout(this.timer)
    await this.turning
  }

  /** Does what is due, and sleeps until the next time. */
  private async turn(): Promise<void> {
    clearTimeout(this.timer)
    let sleep = WAIT_MS
    try {
      const due = await this.dueAt()
      const left = due.getTime() - this.options.clock().getTime()
      sleep = left > 0 ? left : await this.claimAndRun(due)
    } catch (error) {
      if (!this.ending.signal.aborted) this.tellOnce(`The import could not run: ${String(error)}`)
    }
    if (this.ending.signal.aborted) return
    this.timer = setTimeout(
      () => {
        this.turning = this.turn()
      },
      Math.min(Math.max(sleep, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
    )
    this.timer.unref()
  }

  /**
   * When the next try is due; long ago where none has been made. A holiday taken back since makes
   * its day's fixing the next.
   */
  private async dueAt(): Promise<Date> {
    const { db, feed } = this.options
    const state = await db
      .selectFrom('rate_feed_state')
      .select(['last_try_at', 'next_try_at'])
      .where('feed', '=', feed.name)
      .executeTakeFirst()
    if (!state) return new Date(0)
    const { holidays } = (await readHolidays(db)).calendar
    const next = nextPublication(state.last_try_at, holidays, feed.correctionDays !== undefined)
    if (next >= state.next_try_at) return state.next_try_at
    await db
      .updateTable('rate_feed_state')
      .set({ next_try_at: next })
      .where('feed', '=', feed.name)
      .where('last_try_at', '=', state.last_try_at)
      .execute()
    return next
  }

  /** Runs the import unless another server does. Gives how long to sleep, in milliseconds. */
  private async claimAndRun(due: Date): Promise<number> {
    const { db, feed, clock } = this.options
    const run = {
      job: `import ${feed.name}`,
      slot: due.toISOString(),
      holder: this.holder,
      now: clock(),
    }
    if (!(await claimJob(db, run, LEASE_MS))) return WAIT_MS
    const hold = (leaseMs: number) =>
      renewLease(db, { ...run, now: clock() }, leaseMs).catch(() => undefined)
    const renewal = setInterval(() => void hold(LEASE_MS), RENEWAL_MS)
    try {
      const result = await runImport({ db, feed, clock, signal: this.ending.signal })
      await finishJob(db, { ...run, now: clock() })
      this.tell(result)
      return result.nextTryAt.getTime() - clock().getTime()
    } catch (error) {
      await hold(0)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  private tell({ added, corrected, refused, failure, nextTryAt }: ImportRun): void {
    const { log, feed } = this.options
    for (const sentence of refused) this.tellOnce(sentence)
    if (added + corrected.length > 0)
      log.info({ feed: feed.name, added, corrected: corrected.length }, 'Rates were imported')
    if (failure === null) {
      if (this.reported.delete(FAILING))
        log.info({ feed: feed.name }, 'The rate feed answers again')
      for (const sentence of [...this.reported])
        if (!refused.includes(sentence)) this.reported.delete(sentence)
    } else {
      this.tellOnce(failure, { next_try_at: nextTryAt.toISOString() })
      this.reported.add(FAILING)
    }
  }

  /** Each cause once, until the feed has answered without it. */
  private tellOnce(sentence: string, more: object = {}): void {
    if (this.reported.has(sentence)) return
    this.reported.add(sentence)
    this.options.log.warn({ feed: this.options.feed.name, ...more }, sentence)
  }
}

const FAILING = 'failing'
