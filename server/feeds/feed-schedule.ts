import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Clock } from '../context.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import { claimJob, finishJob, renewLease } from '../database/background-work.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { ApiError, waitInWords } from '../errors.ts'
import type { Act } from '../identity/actor.ts'
import type { RateFeed } from './rate-feed.ts'
import { runImport, type ImportRun } from './run-import.ts'
import { nextRun, RETRY_MS } from './timetable.ts'

interface Options {
  readonly db: Db
  readonly feed: RateFeed
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Another server takes over after this; a running import renews the lease. */
const LEASE_MS = 60_000
const RENEWAL_MS = 20_000
/** A machine that wakes from sleep runs within this time. */
const LONGEST_SLEEP_MS = 10 * 60_000
const SHORTEST_SLEEP_MS = 1000
/** Another server runs the import, or the database is away. */
const WAIT_MS = 30_000

/** One of several servers does each run. */
export class FeedSchedule {
  private readonly options: Options
  private readonly holder = randomUUID()
  private readonly ending = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> = Promise.resolve()
  /** Sentences of the last run, each of which is logged once. */
  private reported = new Set<string>()
  /** The first run of this process is always due. */
  private startedAt: Date | undefined

  constructor(options: Options) {
    this.options = options
  }

  start(): void {
    this.startedAt = this.options.clock()
    this.running = this.runIfDue()
  }

  wake(): void {
    this.running = this.running.then(() =>
      this.ending.signal.aborted ? undefined : this.runIfDue(),
    )
  }

  async close(): Promise<void> {
    this.ending.abort()
    clearTimeout(this.timer)
    await this.running
  }

  private async runIfDue(): Promise<void> {
    clearTimeout(this.timer)
    let sleep = WAIT_MS
    try {
      const { due, slot } = await this.readDue()
      const left = due.getTime() - this.options.clock().getTime()
      sleep = left > 0 ? left : await this.claimAndRun(slot)
    } catch (error) {
      if (!this.ending.signal.aborted) this.warnOnce(`The import could not run: ${String(error)}`)
    }
    if (this.ending.signal.aborted) return
    this.timer = setTimeout(
      () => {
        this.running = this.runIfDue()
      },
      Math.min(Math.max(sleep, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
    )
    this.timer.unref()
  }

  private async readDue(): Promise<{ due: Date; slot: string }> {
    const { db, feed } = this.options
    const { rows } = await sql<{ last: Date; next: Date }>`
      SELECT last_try_at AS last, next_try_at AS next
      FROM public.rate_feed_state WHERE feed = ${feed.name}`.execute(db)
    if (!rows[0]) return { due: new Date(0), slot: 'first' }
    const { last, next } = rows[0]
    // A removed holiday makes its day a business day again.
    const { holidays } = (await readHolidays(db)).calendar
    const planned = nextRun(feed.name, last, { isComplete: true, isBehind: false }, holidays)
    const atStart =
      this.startedAt && last < this.startedAt
        ? Math.max(this.startedAt.getTime(), last.getTime() + RETRY_MS)
        : Infinity
    const due = new Date(Math.min(next.getTime(), planned.getTime(), atStart))
    return { due, slot: `after ${last.toISOString()}` }
  }

  private async claimAndRun(slot: string): Promise<number> {
    const { db, feed, clock } = this.options
    const run = { job: `import ${feed.name}`, slot, holder: this.holder, now: clock() }
    if (!(await claimJob(db, run, LEASE_MS))) return WAIT_MS
    const hold = (leaseMs: number) =>
      renewLease(db, { ...run, now: clock() }, leaseMs).catch(() => undefined)
    const renewal = setInterval(() => void hold(LEASE_MS), RENEWAL_MS)
    try {
      const result = await runImport({ db, feed, clock, signal: this.ending.signal })
      if (result.requested) await finishJob(db, { ...run, now: clock() })
      else await hold(0)
      this.startedAt = undefined
      this.report(result)
      return result.nextTryAt.getTime() - clock().getTime()
    } catch (error) {
      await hold(0)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  private report({ added, corrected, refused, failure }: ImportRun): void {
    if (added + corrected > 0)
      this.options.log.info(
        { feed: this.options.feed.name, added, corrected },
        'Rates were imported',
      )
    const sentences = failure === null ? refused : [failure, ...refused]
    for (const sentence of sentences) this.warnOnce(sentence)
    this.reported = new Set(sentences)
  }

  private warnOnce(sentence: string): void {
    if (!this.reported.has(sentence))
      this.options.log.warn({ feed: this.options.feed.name }, sentence)
    this.reported.add(sentence)
  }
}

const REQUEST_PAUSE_MS = 60_000

/** Throws 409 if one is due, 429 within a minute of the last run. */
export async function requestImport(trx: Transaction, feed: RateFeedName, act: Act): Promise<void> {
  const { at } = act
  const { rows } = await sql<{ last: Date; next: Date }>`
    SELECT last_try_at AS last, next_try_at AS next
    FROM public.rate_feed_state WHERE feed = ${feed} FOR UPDATE`.execute(trx)
  const state = rows[0]
  if (!state || state.next <= at) throw new ApiError('conflict', t.adminText.importUnderWay)
  const wait = Math.ceil((state.last.getTime() + REQUEST_PAUSE_MS - at.getTime()) / 1000)
  if (wait > 0)
    throw new ApiError(
      'too_many_requests',
      t.adminText.importTooEarly({ wait: waitInWords(wait) }),
      { retryAfter: wait },
    )
  await sql`UPDATE public.rate_feed_state SET next_try_at = ${at} WHERE feed = ${feed}`.execute(trx)
  await recordAuditEntry(trx, act, 'request import', t.auditText.importRequested({ feed }), {
    metadata: { source: feed },
  })
}
