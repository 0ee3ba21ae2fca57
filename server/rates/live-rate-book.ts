import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { rateOf, type Rate } from '../../domain/money.ts'
import {
  countingSources,
  type RateFeedName,
  type RateSource,
} from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import {
  selectBank,
  matchesSeries,
  newestVersion,
  selectSource,
} from '../audit-log/record-changes.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Config } from '../config.ts'
import { coalesced } from '../database/background-work.ts'
import { allowTime } from '../database/connection.ts'
import type { Listener } from '../database/listener.ts'
import type { Db } from '../database/schema.ts'
import { readCustomsWeeks } from './read-customs-weeks.ts'
import { readFeedStatus, readFollowedFeed } from './read-feed-status.ts'
import { readPolicies } from './read-policies.ts'
import { readSealedPeriods } from './read-seals.ts'
import { RateBook, type OtherFacts, type RateChanged, type RateRevision } from './rate-book.ts'

/** `reloaded`: everything was read again. */
export type BookEvent =
  | { readonly kind: 'rates'; readonly changes: readonly RateChanged[] }
  | { readonly kind: 'reloaded' | 'feed-status' | 'other' }

interface Options {
  readonly db: Db
  readonly listener: Listener
  readonly configured: Config['rateFeed']
  readonly publicNames: boolean
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Finds a lost notification; the listener finds a lost connection itself. */
const CHECK_MS = 5000
/** Above this, reading everything again is cheaper. */
const MAX_TO_CATCH_UP = 20_000
/** For the writer's own notification. */
const NOTICE_TIMEOUT_MS = 200
/** A committed write is answered, even if this server cannot read it. */
const READ_TIMEOUT_MS = 2000

/**
 * Follows `LISTEN/NOTIFY` and checks every few seconds; keeps the last book while the database is
 * down.
 */
export class LiveRateBook {
  book: RateBook
  loaded = false
  names = 0
  private readonly options: Options
  private readonly subscribers = new Set<(event: BookEvent) => void>()
  private readonly refresh = coalesced(
    () => this.bringUpToDate(),
    (err) => this.options.log.warn({ err }, 'The rate book could not be brought up to date'),
  )
  private reloadDue = false
  private othersDue = false
  private wasConnected = false
  private readonly timer: NodeJS.Timeout

  constructor(options: Options) {
    this.options = options
    this.book = new RateBook(options.configured === 'off' ? null : options.configured)
    options.listener.subscribe('change', {
      onNotice: (payload) => {
        // The state of a feed has no version.
        if (payload === '' || Number(payload) > this.book.version) void this.catchUpNow()
      },
      onConnect: () => {
        // A failover behind a lost connection may have undone versions, so read everything again.
        void (this.wasConnected ? this.load() : this.catchUpNow())
        this.wasConnected = true
      },
    })
    const renamed = () => {
      this.othersDue = true
      if (options.publicNames) this.names++
      void this.catchUpNow()
    }
    options.listener.subscribe('user_name', { onNotice: renamed, onConnect: renamed })
    this.timer = setInterval(() => void this.catchUpNow(), CHECK_MS).unref()
  }

  load(): Promise<void> {
    this.reloadDue = true
    return this.refresh()
  }

  catchUpNow(): Promise<void> {
    return this.refresh()
  }

  subscribe(subscriber: (event: BookEvent) => void): () => void {
    this.subscribers.add(subscriber)
    return () => this.subscribers.delete(subscriber)
  }

  /** Gives up after a few seconds, because the change is committed. */
  async waitFor(version: number): Promise<void> {
    const known = this.untilKnown(version)
    await Promise.race([known.reached, wait(NOTICE_TIMEOUT_MS)])
    if (this.book.version < version)
      await Promise.race([known.reached, this.catchUpNow(), wait(READ_TIMEOUT_MS)])
    known.end()
  }

  private untilKnown(version: number): { reached: Promise<unknown>; end: () => void } {
    const { promise: reached, resolve } = Promise.withResolvers<undefined>()
    const check = () => {
      if (this.book.version >= version) resolve(undefined)
    }
    check()
    return { reached, end: this.subscribe(check) }
  }

  close(): void {
    clearInterval(this.timer)
    this.subscribers.clear()
  }

  private async bringUpToDate(): Promise<void> {
    if (this.loaded && !this.reloadDue) return this.catchUp()
    this.reloadDue = false
    await this.reload().catch((error: unknown) => {
      // Catching up would miss versions that were undone.
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
    // Starts with the newest known version: if it is gone, versions were undone.
    const changes = await readChangesAfter(db, this.book.version - 1, MAX_TO_CATCH_UP)
    const known = changes[0]?.version === this.book.version || this.book.version === 0
    if (!known || changes.length === MAX_TO_CATCH_UP) return this.reload()
    const newer = changes.filter(({ version }) => version > this.book.version)
    const othersDue = this.othersDue || newer.some(({ rate }) => rate === null)
    this.othersDue = false
    const others = othersDue ? await this.readOthers() : null
    // First, because a customs rate is published with its days of effect.
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
    const before = this.book.feedStatus
    const now = await readFeedStatus(this.options.db, this.book.feed, before)
    this.book.feedStatus = now
    // A failed run changes nothing else.
    if (isDeepStrictEqual({ ...now, lastTryAt: null }, { ...before, lastTryAt: null })) return
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

const wait = (ms: number) => setTimeout(ms, undefined, { ref: false })

/** 400,000 rates take a busy machine seconds. */
const READ_MS = 8000

async function readRateBook(db: Db, configured: Config['rateFeed']): Promise<RateBook> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await allowTime(trx, READ_MS)
      const book = new RateBook(await readFollowedFeed(trx, configured))
      const version = await newestVersion(trx)
      await fill(book, trx, sql`live_fact f WHERE subject = 'rate' AND ended IS NULL`)
      book.version = version
      return Object.assign(book, await readOtherFacts(trx), {
        feedStatus: await readFeedStatus(trx, book.feed),
        isFeedOff: configured === 'off',
      })
    })
}

export async function readPastRates(
  db: Db,
  feed: RateFeedName | null,
  series: Series,
  version: number,
): Promise<RateBook> {
  const book = new RateBook(feed)
  await fill(
    book,
    db,
    sql`(SELECT DISTINCT ON (date, source, publisher) * FROM change
      WHERE ${matchesSeries('change', series)} AND subject = 'rate' AND version <= ${version}
      ORDER BY date, source, publisher, version DESC) f WHERE rate IS NOT NULL`,
  )
  return book
}

/**
 * A series comes as one text `20725:3309054,…` of days and ten-thousandths: rows would take ten
 * times as long.
 */
async function fill(book: RateBook, db: Db, rates: RawBuilder<unknown>): Promise<void> {
  const sources = countingSources(book.feed)
  const { rows } = await sql<Series & { source: RateSource; days: string }>`
    SELECT source, currency, kind, publisher,
      string_agg((date - '1970-01-01'::date) || ':' || (rate * 10000)::bigint, ',') AS days
    FROM (
      SELECT ${selectSource('f')} AS source, currency, kind, ${selectBank('f')} AS publisher,
        date, rate
      FROM ${rates}
    ) AS live WHERE source = ANY(${sources}) GROUP BY source, currency, kind, publisher`.execute(db)
  for (const { source, days, ...series } of rows)
    for (const pair of days.split(',')) {
      const colon = pair.indexOf(':')
      book.put(series, source, Number(pair.slice(0, colon)), Number(pair.slice(colon + 1)) as Rate)
    }
}

async function readOtherFacts(db: Db): Promise<OtherFacts> {
  return {
    customsWeeks: await readCustomsWeeks(db),
    holidays: await readHolidays(db),
    policies: await readPolicies(db),
    sealed: await readSealedPeriods(db),
  }
}

async function readChangesAfter(
  db: Db,
  version: number,
  limit: number,
): Promise<{ version: number; rate: RateRevision | null }[]> {
  const { rows } = await sql<Omit<RateRevision, 'rate'> & { isRate: boolean; rate: string | null }>`
    SELECT version, subject = 'rate' AS "isRate", currency, kind, ${selectBank('c')} AS publisher,
      date, ${selectSource('c')} AS source, rate
    FROM change c
    WHERE version > ${version} AND version <= (SELECT version FROM audit_head)
    ORDER BY version LIMIT ${sql.lit(limit)}`.execute(db)
  return rows.map(({ isRate, rate, ...row }) => ({
    version: row.version,
    rate: isRate ? { ...row, rate: rate === null ? null : rateOf(rate) } : null,
  }))
}
