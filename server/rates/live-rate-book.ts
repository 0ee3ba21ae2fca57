import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Series } from '../../domain/series.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { coalesced } from '../database/background-work.ts'
import type { Listener } from '../database/listener.ts'
import {
  MAIN,
  toPiece,
  RateBook,
  type Piece,
  type RateChanged,
  type Revision,
} from './rate-book.ts'
import { readFeedStatus, readFollowedFeed, readOtherFacts } from './read-other-facts.ts'
import {
  readBankSeries,
  readChangesAfter,
  readPiece,
  type ChangesAfter,
  type Position,
} from './read-pieces.ts'

/** `reloaded`: everything, or everything of one bank, was read again. */
export type BookEvent =
  | { readonly kind: 'rates'; readonly changes: readonly RateChanged[] }
  | { readonly kind: 'reloaded'; readonly publisher?: string }
  | { readonly kind: 'feed-status' | 'other' }

interface Options extends Pick<Context, 'db' | 'longDb'> {
  readonly listener: Listener
  readonly configured: Config['rateFeed']
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Finds a lost notification; the listener finds a lost connection itself. */
const CHECK_MS = 5000
/** Applied at once, in about 10 ms. */
const CHANGES_AT_ONCE = 5000
/** A committed write is answered, even if this server cannot read it. */
const READ_TIMEOUT_MS = 2000
/** The other pieces would fail too. */
const MOST_FAILURES = 3

/**
 * Keeps a rate book current: it loads it in pieces, follows `LISTEN/NOTIFY`, and checks every few
 * seconds. Each loaded piece is at `position`. While the database is down, the last book stays.
 */
export class LiveRateBook {
  book: RateBook
  /** Every piece was tried. */
  isTried = false
  private readonly tried = Promise.withResolvers<undefined>()
  private readonly options: Options
  private readonly subscribers = new Set<(event: BookEvent) => void>()
  private readonly refresh: () => Promise<void>
  private readonly loadDue: () => Promise<void>
  /** Undefined before the first load, and after a failover. */
  private position: Position | undefined
  private isReloadDue = true
  private readonly failed = new Set<Piece>()
  private readonly due = new Map<Piece, Series | typeof MAIN>()
  /** Changes that arrive while a piece is read. */
  private readonly arriving = new Map<Piece, Revision[]>()
  private hasOldFacts = true
  private readonly timer: NodeJS.Timeout

  constructor(options: Options) {
    const { configured, listener, log } = options
    this.options = options
    this.book = new RateBook(configured === 'off' ? null : configured, 'everything')
    const failed = (what: string) => (err: unknown) => log.warn({ err }, what)
    this.refresh = coalesced(
      () => this.catchUp(),
      failed('The rate book could not be brought up to date'),
    )
    this.loadDue = coalesced(
      () => this.loadDuePieces(),
      failed('Rates could not be loaded; it is tried again'),
    )
    listener.subscribe('change', {
      onNotice: (payload) => {
        // The state of a feed has no version.
        if (payload === '' || Number(payload) > this.book.version) void this.catchUpNow()
      },
      onConnect: () => void this.catchUpNow(),
    })
    const renamed = () => {
      this.hasOldFacts = true
      void this.catchUpNow()
    }
    listener.subscribe('user_name', { onNotice: renamed, onConnect: renamed })
    this.timer = setInterval(() => void this.catchUpNow(), CHECK_MS).unref()
  }

  /** The main series are loaded. */
  get loaded(): boolean {
    return this.book.missing !== 'everything'
  }

  /** Names of series that are not loaded yet. */
  get missing(): readonly string[] {
    const { missing } = this.book
    return missing === 'everything' ? [MAIN] : [...missing]
  }

  /** Reads every piece again, while the old figures are shown. */
  load(): Promise<void> {
    this.isReloadDue = true
    return this.loadDue()
  }

  async catchUpNow(): Promise<void> {
    await (this.position ? this.refresh() : this.loadDue())
    if (this.due.size > 0) void this.loadDue()
  }

  subscribe(subscriber: (event: BookEvent) => void): () => void {
    this.subscribers.add(subscriber)
    return () => this.subscribers.delete(subscriber)
  }

  /** Gives up after a few seconds, because the change is committed. */
  async waitFor(version: number): Promise<void> {
    if (this.book.version >= version) return
    await Promise.race([this.catchUpNow(), setTimeout(READ_TIMEOUT_MS, undefined, { ref: false })])
  }

  /** Resolves at the end as well. */
  async untilTried(): Promise<void> {
    await this.tried.promise
  }

  close(): void {
    this.tried.resolve(undefined)
    clearInterval(this.timer)
    this.subscribers.clear()
  }

  private async loadDuePieces(): Promise<void> {
    if (this.isReloadDue) await this.planPieces()
    const failures: unknown[] = []
    for (const [bank, pieces] of Map.groupBy(this.due, ([, series]) => toBank(series))) {
      let isRead = false
      for (const [piece, series] of pieces) {
        this.due.delete(piece)
        try {
          await this.loadPiece(piece, series)
          isRead = true
          this.failed.delete(piece)
        } catch (error) {
          failures.push(error)
          this.failed.add(piece)
          // The others come first the next time.
          if (!this.isReloadDue) this.due.set(piece, series)
        }
        if (this.isReloadDue) return
        if (!this.position || failures.length === MOST_FAILURES) throw this.incomplete(failures)
      }
      if (isRead) this.emit({ kind: 'reloaded', ...(bank !== MAIN && { publisher: bank }) })
    }
    if (failures.length > 0) throw this.incomplete(failures)
    this.setTried()
  }

  private incomplete([cause]: readonly unknown[]): Error {
    this.setTried()
    const [piece = MAIN] = this.due.keys()
    return new Error(`${this.due.size} series are not loaded, the first is ${piece}`, { cause })
  }

  private setTried(): void {
    this.isTried ||= this.loaded && this.due.keys().every((piece) => this.failed.has(piece))
    if (this.isTried) this.tried.resolve(undefined)
  }

  private async planPieces(): Promise<void> {
    const { db, configured } = this.options
    const feed = await readFollowedFeed(db, configured)
    const series = await readBankSeries(db)
    this.isReloadDue = false
    this.hasOldFacts = true
    if (feed !== this.book.feed) {
      this.book = new RateBook(feed, 'everything')
      this.position = undefined
    }
    this.book.isFeedOff = configured === 'off'
    const known = this.book.pieces()
    this.due.clear()
    for (const each of [MAIN, ...series, ...known.values()] as const)
      this.due.set(each === MAIN ? MAIN : toPiece(each), each)
    if (this.book.missing !== 'everything')
      for (const each of series) if (!known.has(toPiece(each))) this.book.missing.add(toPiece(each))
  }

  private async loadPiece(piece: Piece, series: Series | typeof MAIN): Promise<void> {
    const arriving: Revision[] = []
    this.arriving.set(piece, arriving)
    try {
      const { book, position } = await readPiece(this.options.longDb, this.book.feed, series)
      if (piece === MAIN) await this.readOthers()
      if (this.position && position.version > this.position.version) await this.refresh()
      if (!this.position && piece === MAIN) {
        await this.begin(book, position)
        return
      }
      if (!this.position || this.position.version < position.version)
        throw new Error('The database is an older one than before')
      for (const revision of arriving) if (revision.version > position.version) book.apply(revision)
      this.book.install(piece, book)
    } finally {
      this.arriving.delete(piece)
    }
  }

  private async begin(main: RateBook, position: Position): Promise<void> {
    this.book.feedStatus = await readFeedStatus(this.options.db, this.book.feed)
    if (this.book.missing === 'everything') this.book.missing = new Set(this.due.keys())
    this.book.install(MAIN, main)
    this.book.version = position.version
    this.position = position
  }

  private async catchUp(): Promise<void> {
    let isMore = this.position !== undefined
    while (this.position && isMore) {
      const page = await readChangesAfter(this.options.db, this.position, CHANGES_AT_ONCE)
      if (!page.isKnown) {
        this.position = undefined
        void this.load()
        return
      }
      await this.apply(page)
      isMore = !page.isLast
    }
    if (this.position) await this.catchUpWithFeed()
  }

  private async apply({ revisions, hasOthers, position }: ChangesAfter): Promise<void> {
    this.hasOldFacts ||= hasOthers
    // First, because a customs rate is published with its days of effect.
    const isOther = await this.readOthers()
    if (this.arriving.size > 0)
      for (const each of revisions) this.arriving.get(toPiece(each))?.push(each)
    const changes = revisions
      .map((each) => this.book.apply(each))
      .filter((each) => each !== undefined)
    this.book.version = position.version
    this.position = position
    if (revisions.some((each) => 'rate' in each)) this.emit({ kind: 'rates', changes })
    if (isOther || revisions.some((each) => 'seal' in each)) this.emit({ kind: 'other' })
  }

  /** Returns false if there are no newer ones. */
  private async readOthers(): Promise<boolean> {
    if (!this.hasOldFacts) return false
    this.hasOldFacts = false
    try {
      Object.assign(this.book, await readOtherFacts(this.options.db))
      return true
    } catch (error) {
      this.hasOldFacts = true
      throw error
    }
  }

  private async catchUpWithFeed(): Promise<void> {
    const before = this.book.feedStatus
    const now = await readFeedStatus(this.options.db, this.book.feed, before)
    this.book.feedStatus = now
    // A failed run changes nothing else.
    if (isDeepStrictEqual({ ...now, lastTryAt: null }, { ...before, lastTryAt: null })) return
    this.emit({ kind: 'feed-status' })
  }

  private emit(event: BookEvent): void {
    for (const subscriber of this.subscribers) subscriber(event)
  }
}

const toBank = (series: Series | typeof MAIN) =>
  series === MAIN ? MAIN : (series.publisher ?? MAIN)
