import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Listener } from '../database/listener.ts'
import { coalesced } from '../database/coalesced.ts'
import type { Db } from '../database/schema.ts'
import { RateBook, type RateChanged, type RateRevision } from './rate-book.ts'
import {
  parseNotice,
  readChangesAfter,
  readFeedStatus,
  readOtherFacts,
  readRateBook,
} from './read-rate-book.ts'

/**
 * What happened to the book: single rates changed, all was read again, the feed's status, or
 * anything else in public responses, such as sealed periods, holidays or a user's name.
 */
export type BookEvent =
  | { readonly kind: 'rates'; readonly changes: readonly RateChanged[] }
  | { readonly kind: 'reloaded' | 'feed-status' | 'other' }

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
 * The rate book of this process, kept current by `LISTEN/NOTIFY` and a check of the newest version
 * every few seconds. While the database is down, the last book stays in use.
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
  /** Whether what counts beside rates may name a user otherwise than it did. */
  private othersDue = false
  private pending = 0
  private wasConnected = false
  private readonly timer: NodeJS.Timeout

  constructor(options: Options) {
    this.options = options
    this.book = new RateBook(options.configured === 'off' ? null : options.configured)
    options.listener.subscribe('change', {
      onNotice: (payload) => this.onNotice(payload),
      onConnect: () => {
        // A lost connection may hide a failover that took versions back, so everything is read
        // again.
        void this.schedule(this.wasConnected ? 'reload' : 'catch up')
        this.wasConnected = true
      },
    })
    const renamed = () => {
      this.othersDue = true
      if (options.publicNames) this.names++
      void this.schedule('catch up')
    }
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

  /**
   * Waits until a change that this process has committed is in the book, so that who wrote it reads
   * it.
   */
  async waitFor(version: number): Promise<void> {
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

  private onNotice(payload: string): void {
    const notice = parseNotice(payload)
    if (notice && notice.to <= this.book.version) return
    if (notice?.rates && notice.after === this.book.version && this.pending === 0)
      this.applyRates(notice.rates)
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
    this.book = await readRateBook(this.options.db, this.options.configured)
    this.loaded = true
    this.emit({ kind: 'reloaded' })
  }

  private async catchUp(): Promise<void> {
    const { db } = this.options
    // From the newest version that is known: it has to be there still, or versions were taken back.
    const changes = await readChangesAfter(db, this.book.version - 1, MAX_TO_CATCH_UP)
    const known = changes[0]?.version === this.book.version || this.book.version === 0
    if (!known || changes.length === MAX_TO_CATCH_UP) return this.reload()
    const newer = changes.filter(({ version }) => version > this.book.version)
    const othersDue = this.othersDue || newer.some(({ rate }) => rate === null)
    this.othersDue = false
    const others = othersDue ? await this.readOthers() : null
    // Before the rates that came with them: a rate is published with its days of effect.
    Object.assign(this.book, others)
    this.applyRates(newer.flatMap(({ rate }) => rate ?? []))
    this.book.version = newer.at(-1)?.version ?? this.book.version
    if (others) this.emit({ kind: 'other' })
    await this.catchUpWithFeed()
  }

  private readOthers() {
    return readOtherFacts(this.options.db).catch((error: unknown) => {
      this.othersDue = true
      throw error
    })
  }

  private async catchUpWithFeed(): Promise<void> {
    const feedStatus = await readFeedStatus(this.options.db, this.book.feed)
    if (JSON.stringify(feedStatus) === JSON.stringify(this.book.feedStatus)) return
    this.book.feedStatus = feedStatus
    this.emit({ kind: 'feed-status' })
  }

  private applyRates(revisions: readonly RateRevision[]): void {
    const changes = revisions
      .map((each) => this.book.apply(each))
      .filter((each) => each !== undefined)
    if (revisions.length > 0) this.emit({ kind: 'rates', changes })
  }

  private emit(event: BookEvent): void {
    for (const subscriber of this.subscribers) subscriber(event)
  }
}
