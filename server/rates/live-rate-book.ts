import type { FastifyBaseLogger } from 'fastify'
import { newestHolidays } from '../calendar/calendar-queries.ts'
import type { Config } from '../config.ts'
import type { Listener } from '../database/listener.ts'
import { coalesced } from '../database/coalesced.ts'
import type { Db } from '../database/schema.ts'
import { readCustomsWeeks } from './customs-weeks.ts'
import { readFurtherRates } from './further-rates.ts'
import { RateBook, type RateChanged, type RateRevision } from './rate-book.ts'
import { parseRateNotice, readFeedStatus, readRateBook, readRevisionsAfter } from './read-rate-book.ts'
import { readSealsAfter } from './sealed-periods.ts'

/**
 * What happened to the book: rates changed one by one, all of it was read again, the feed's status changed, or what it says of further
 * currencies; or something else that stands in public responses: periods were sealed, schedules of customs rates or bank holidays changed,
 * or a user whom they may name has another name.
 */
export type BookEvent =
  | {
      readonly kind: 'rates'
      readonly changes: readonly RateChanged[]
      /** Of every revision, those included that changed no rate. */
      readonly currencies: readonly string[]
    }
  | { readonly kind: 'reloaded' }
  | { readonly kind: 'feed-status' }
  | { readonly kind: 'further rates' }
  | { readonly kind: 'other' }

interface Options {
  readonly db: Db
  readonly listener: Listener
  readonly configured: Config['rateFeed']
  /** Whether public responses name users. */
  readonly publicNames: boolean
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** A lost notification is detected after this; the listener detects a lost connection by itself. */
const CHECK_MS = 5000
/** Further behind than this, reading everything again is cheaper than catching up. */
const MAX_TO_CATCH_UP = 20_000
/** How long a writer waits for its own change to come back before it fetches it. */
const NOTICE_TIMEOUT_MS = 200

/**
 * The rate book of this process, loaded at the start and kept current by `LISTEN/NOTIFY`. Every few seconds it checks the newest version,
 * in case a notification was lost. While the database is down, the last book stays in use.
 */
export class LiveRateBook {
  book: RateBook
  loaded = false
  /** Goes up whenever users' names in public responses may be others. */
  names = 0
  private readonly options: Options
  private readonly subscribers = new Set<(event: BookEvent) => void>()
  /** Does what is due; the next check tries again what failed. */
  private readonly refresh = coalesced(
    () => this.bringUpToDate(),
    (err) => this.options.log.warn({ err }, 'The rate book could not be brought up to date'),
  )
  private reloadDue = false
  private pending = 0
  private wasConnected = false
  private readonly timer: NodeJS.Timeout

  constructor(options: Options) {
    this.options = options
    this.book = new RateBook(options.configured === 'off' ? null : options.configured)
    options.listener.subscribe('rate_change', {
      onNotice: (payload) => this.hear(payload),
      onConnect: () => {
        // What was missed while the connection was lost may include a failover that took versions back, so everything is read
        // again; before the first connection it is only what came since the book was loaded.
        void this.schedule(this.wasConnected ? 'reload' : 'catch up')
        this.wasConnected = true
      },
    })
    for (const channel of ['rate_feed', 'period_seal', 'customs_week', 'bank_holiday']) {
      options.listener.subscribe(channel, {
        onNotice: () => void this.schedule('catch up'),
        onConnect: () => undefined,
      })
    }
    const renamed = () => {
      this.names++
      this.tell({ kind: 'other' })
    }
    if (options.publicNames)
      options.listener.subscribe('user_name', { onNotice: renamed, onConnect: renamed })
    this.timer = setInterval(() => void this.schedule('catch up'), CHECK_MS)
    this.timer.unref()
  }

  /** Reads the book; a database that does not answer is tried again by the check that follows. */
  load(): Promise<void> {
    return this.schedule('reload')
  }

  /** Takes in whatever is committed by now. */
  catchUpNow(): Promise<void> {
    return this.schedule('catch up')
  }

  /** Calls `subscriber` after each change; the result ends that. */
  subscribe(subscriber: (event: BookEvent) => void): () => void {
    this.subscribers.add(subscriber)
    return () => this.subscribers.delete(subscriber)
  }

  /** Waits until a change that this process has committed is in the book, so that who wrote it reads it. */
  async reaches(version: number): Promise<void> {
    if (this.book.version >= version) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, NOTICE_TIMEOUT_MS)
      const end = this.subscribe(() => {
        if (this.book.version >= version) done()
      })
      function done(): void {
        clearTimeout(timer)
        end()
        resolve()
      }
    })
    if (this.book.version < version) await this.schedule('catch up')
  }

  close(): void {
    clearInterval(this.timer)
    this.subscribers.clear()
  }

  private hear(payload: string): void {
    const notice = parseRateNotice(payload)
    if (notice && notice.to <= this.book.version) return
    if (notice?.rows && notice.after === this.book.version && this.pending === 0) this.take(notice.rows)
    else void this.schedule('catch up')
  }

  private async schedule(what: 'catch up' | 'reload'): Promise<void> {
    if (what === 'reload') this.reloadDue = true
    this.pending++
    await this.refresh()
    this.pending--
  }

  private async bringUpToDate(): Promise<void> {
    if (this.loaded && !this.reloadDue) return this.catchUp()
    this.reloadDue = false
    await this.reload().catch((error: unknown) => {
      // What may have been taken back is not made good by catching up.
      this.reloadDue = true
      throw error
    })
  }

  private async reload(): Promise<void> {
    const before = this.book
    this.book = await readRateBook(this.options.db, this.options.configured)
    const changed = !this.loaded || versionsOf(before) !== versionsOf(this.book)
    this.loaded = true
    this.tell(changed ? { kind: 'reloaded' } : { kind: 'feed-status' })
  }

  private async catchUp(): Promise<void> {
    // From the newest version that is known: it has to be there still, or versions were taken back.
    const revisions = await readRevisionsAfter(this.options.db, this.book.version - 1, MAX_TO_CATCH_UP)
    const known = revisions[0]?.version === this.book.version || this.book.version === 0
    if (!known || revisions.length === MAX_TO_CATCH_UP) {
      await this.reload()
      return
    }
    const holidays = await newestHolidays(this.options.db, this.book.holidays)
    if (holidays !== this.book.holidays) {
      this.book.holidays = holidays
      this.tell({ kind: 'other' })
    }
    // Before the rates that came with it: no rate is told of without its days of effect.
    const customsWeeks = await readCustomsWeeks(this.options.db, this.book.customsWeeks)
    const sameWeeks = customsWeeks === this.book.customsWeeks
    this.book.customsWeeks = customsWeeks
    this.take(revisions.filter(({ version }) => version > this.book.version))
    if (!sameWeeks) this.tell({ kind: 'other' })
    const seals = await readSealsAfter(this.options.db, this.book.sealed.newest)
    for (const seal of seals) this.book.sealed.add(seal)
    if (seals.length > 0) this.tell({ kind: 'other' })
    const feedStatus = await readFeedStatus(this.options.db, this.book.feed)
    if (JSON.stringify(feedStatus) === JSON.stringify(this.book.feedStatus)) return
    // After an import its status has changed as well; an entry by hand brings no further rates.
    const further = await readFurtherRates(this.options.db, this.options.configured, this.book.further)
    const sameFurther = further === this.book.further
    this.book.further = further
    this.book.feedStatus = feedStatus
    this.tell({ kind: 'feed-status' })
    if (!sameFurther) this.tell({ kind: 'further rates' })
  }

  private take(revisions: readonly RateRevision[]): void {
    const changes = revisions.map((each) => this.book.apply(each)).filter((each) => each !== undefined)
    const currencies = [...new Set(revisions.map(({ currency }) => currency))]
    if (revisions.length > 0) this.tell({ kind: 'rates', changes, currencies })
  }

  private tell(event: BookEvent): void {
    for (const subscriber of this.subscribers) subscriber(event)
  }
}

/** Changes whenever the content of the book changes, except for the state of its feed. */
const versionsOf = ({ version, holidays, customsWeeks, sealed, further }: RateBook): string =>
  [version, holidays.version, customsWeeks.version, sealed.newest, further.version].join(' ')
