import { sql, type RawBuilder } from 'kysely'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import {
  countingSources,
  type RateFeedName,
  type RateSource,
} from '../../domain/rate-precedence.ts'
import { rateOf, type Rate } from '../../domain/money.ts'
import type { Series } from '../../domain/series.ts'
import { readHolidays } from '../calendar/calendar-queries.ts'
import type { Config } from '../config.ts'
import { bankOf, isOfSeries, newestVersion, sourceOf } from '../audit-log/record-changes.ts'
import { allowTime } from '../database/connection.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { readPolicies } from './policy-queries.ts'
import { readCustomsWeeks } from './customs-weeks.ts'
import {
  NO_FEED_STATUS,
  RateBook,
  type FeedStatus,
  type OtherFacts,
  type RateRevision,
} from './rate-book.ts'
import { readSealedPeriods } from './sealed-periods.ts'

/** All rates are read by one statement: 400,000 of them take a busy machine seconds. */
export const READ_MS = 8000

/** The whole book as of one instant. `configured` is the feed of the configuration. */
export async function readRateBook(db: Db, configured: Config['rateFeed']): Promise<RateBook> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await allowTime(trx, READ_MS)
      const book = new RateBook(await followedFeed(trx, configured))
      const version = await newestVersion(trx)
      await fill(book, trx, LIVE_RATES)
      book.version = version
      return Object.assign(book, await readOtherFacts(trx), {
        feedStatus: await readFeedStatus(trx, book.feed),
        isFeedOff: configured === 'off',
      })
    })
}

/** A book with the rates of one series alone, as they were once `version` was the newest. */
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
      WHERE ${isOfSeries('change', series)} AND subject = 'rate' AND version <= ${version}
      ORDER BY date, source, publisher, version DESC) f WHERE rate IS NOT NULL`,
  )
  return book
}

const LIVE_RATES = sql`live_fact f WHERE subject = 'rate' AND ended IS NULL`

async function fill(book: RateBook, db: Db, rates: RawBuilder<unknown>): Promise<void> {
  for (const { source, days, ...series } of await readColumns(db, book.feed, rates)) {
    for (const pair of days.split(',')) {
      const colon = pair.indexOf(':')
      book.put(series, source, Number(pair.slice(0, colon)), Number(pair.slice(colon + 1)) as Rate)
    }
  }
}

/** What counts beside rates. */
export async function readOtherFacts(db: Db): Promise<OtherFacts> {
  return {
    customsWeeks: await readCustomsWeeks(db),
    holidays: await readHolidays(db),
    policies: await readPolicies(db),
    sealed: await readSealedPeriods(db),
  }
}

/** The days of a series from one source, as `20725:3309054,…`. */
type Column = Series & { source: RateSource; days: string }

/**
 * Rates `f` as a text for each series and source: `20725:3309054,…`, day and ten-thousandths; rows
 * would take ten times as long.
 */
async function readColumns(
  db: Db,
  feed: RateFeedName | null,
  rates: RawBuilder<unknown>,
): Promise<readonly Column[]> {
  const sources = countingSources(feed)
  const { rows } = await sql<Column>`
    SELECT source, currency, kind, publisher, string_agg((date - '1970-01-01'::date) || ':' || (rate
    * 10000)::bigint, ',') AS days
    FROM (
      SELECT ${sourceOf('f')} AS source, currency, kind, ${bankOf('f')} AS publisher, date, rate
      FROM ${rates}
    ) AS live WHERE source = ANY(${sources}) GROUP BY source, currency, kind, publisher`.execute(db)
  return rows
}

/** The changes after `version` that an entry covers, at most `limit` of them, in their order. */
export async function readChangesAfter(
  db: Db,
  version: number,
  limit: number,
): Promise<{ version: number; rate: RateRevision | null }[]> {
  const { rows } = await sql<Omit<RateRevision, 'rate'> & { isRate: boolean; rate: string | null }>`
    SELECT version, subject = 'rate' AS "isRate", currency, kind, ${bankOf('c')} AS publisher, date,
      ${sourceOf('c')} AS source, rate
    FROM change c
    WHERE version > ${version} AND version <= (SELECT version FROM audit_head)
    ORDER BY version LIMIT ${sql.lit(limit)}`.execute(db)
  return rows.map(({ isRate, rate, ...row }) => ({
    version: row.version,
    rate: isRate ? { ...row, rate: rate === null ? null : rateOf(rate) } : null,
  }))
}

/** What the public may know of the followed feed. */
export async function readFeedStatus(db: Db, feed: RateFeedName | null): Promise<FeedStatus> {
  const row = feed
    ? await db
        .selectFrom('rate_feed_state')
        .select(['last_success_at', 'failure', 'pages_error', 'pages_failures'])
        .where('feed', '=', feed)
        .executeTakeFirst()
    : undefined
  if (!row) return NO_FEED_STATUS
  const failing = row.failure !== null
  return {
    lastSuccessAt: row.last_success_at,
    failing,
    pagesError: row.pages_error,
    isStoodInFor: !failing && row.pages_failures > 0,
  }
}

/**
 * Parses a `change` notification of `announce_changes`; undefined for others. `rates`: what
 * changed, where that is few and rates alone.
 */
export function parseNotice(
  payload: string,
): { after: number; to: number; rates: RateRevision[] | null } | undefined {
  try {
    const { after, to, rows } = JSON.parse(payload) as {
      after: number
      to: number
      rows: NoticeRow[] | null
    }
    return { after, to, rates: rows?.map(revisionOf) ?? null }
  } catch {
    return undefined
  }
}

type NoticeRow = [
  version: number,
  currency: Series['currency'],
  kind: Series['kind'],
  date: string,
  source: RateSource,
  rate: number | null,
  publisher: string | null,
]

function revisionOf(row: NoticeRow): RateRevision {
  const [version, currency, kind, date, source, rate, publisher] = row
  return {
    version,
    currency,
    kind,
    publisher,
    date: calendarDateOf(date),
    source,
    rate: rate === null ? null : rateOf(rate),
  }
}

/**
 * With the feed switched off, the series that was followed last stays in use; nothing new is
 * fetched.
 */
async function followedFeed(
  trx: Transaction,
  configured: Config['rateFeed'],
): Promise<RateFeedName | null> {
  if (configured !== 'off') return configured
  const row = await trx
    .selectFrom('rate_feed_state')
    .select('feed')
    .where('last_success_at', 'is not', null)
    .orderBy(sql`last_success_at`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.feed ?? null
}
