import { sql } from 'kysely'
import type { HolidayDays } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { PublisherError } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { isFromFeed } from '../audit-log/record-changes.ts'
import type { Clock } from '../deps.ts'
import { readHolidays } from '../calendar/calendar-queries.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { importRates, readKnownRates, type Imported } from './import-rates.ts'
import { PublisherRequests } from './publisher-requests.ts'
import { FeedError, type FeedPiece, type RateFeed } from './rate-feed.ts'
import {
  isEvening,
  isFinalAnswer,
  newestDueDay,
  newestExpectedDay,
  nextRun,
  nextShare,
  requestLimit,
} from './timetable.ts'

export interface ImportRun extends Imported {
  /** Null if today's requests are used up. */
  readonly requested: {
    readonly from: CalendarDate
    readonly to: CalendarDate
    readonly days: number
  } | null
  readonly failure: string | null
  readonly nextTryAt: Date
}

const BACKFILL_DAYS = 400
/** Every run asks again, to notice corrections. */
const CORRECTION_DAYS = 14

const KNOWN_DAYS = 60

interface Options {
  readonly db: Db
  readonly feed: RateFeed
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Records failures of the feed as well. Throws if the database fails or `signal` aborts. */
export async function runImport({ db, feed, clock, signal }: Options): Promise<ImportRun> {
  const now = clock()
  const today = dayInColombo(now)
  const holidays = (await readHolidays(db)).calendar.holidays
  const requests = new PublisherRequests(db, clock, signal)
  const limit = requestLimit(feed.name, now, holidays)
  if (!(await requests.allow(feed.publisher, feed.requestsPerRun, limit))) {
    const nextTryAt = nextShare(feed.name, now, holidays)
    await db
      .updateTable('rate_feed_state')
      .set({ next_try_at: nextTryAt })
      .where('feed', '=', feed.name)
      .execute()
    return { ...NOTHING, requested: null, failure: null, nextTryAt }
  }
  const from = await findFirstDay(db, feed, today)
  const days = daysFromTo(from, today)
  const query = {
    days,
    today,
    known: await readKnownRates(db, feed.name, from, today),
    thorough: isEvening(feed.name, now) || days.length > CORRECTION_DAYS,
    requests,
    signal,
  }
  let imported = NOTHING
  let failure: FeedError | undefined
  let publisherError: PublisherError | undefined
  let isStandIn = false
  try {
    for await (const piece of feed.fetchDays(query)) {
      publisherError ??= piece.publisherError
      isStandIn ||= piece.isStandIn ?? false
      const done = await db.transaction().execute((trx) => importPiece(trx, feed, piece, clock()))
      imported = together(imported, done)
    }
  } catch (error) {
    if (!(error instanceof FeedError) || signal.aborted) throw error
    failure = error
    publisherError = error.publisherError
  }
  const nextTryAt = await writeState(db, feed, clock(), holidays, {
    failure,
    publisherError,
    isStandIn,
  })
  const requested = { from, to: today, days: days.length }
  return { ...imported, requested, failure: failure?.message ?? null, nextTryAt }
}

async function importPiece(
  trx: Transaction,
  feed: RateFeed,
  { rates, refused, answered }: FeedPiece,
  at: Date,
): Promise<Imported> {
  const imported = await importRates(trx, feed.name, rates, at)
  if (answered) await recordAnswers(trx, feed, answered, at)
  return together(imported, { ...NOTHING, refused })
}

async function recordAnswers(
  trx: Transaction,
  feed: RateFeed,
  { kinds, days }: NonNullable<FeedPiece['answered']>,
  at: Date,
): Promise<void> {
  const final = days.filter((day) => isFinalAnswer(feed.name, day, at))
  await sql`
    INSERT INTO feed_answer AS a (feed, kind, date, answered_at, is_final)
    SELECT ${feed.name}, kind, date, ${at}, date = ANY(${final}::date[])
    FROM unnest(${kinds}::text[]) kind, unnest(${days}::date[]) date
    ON CONFLICT (feed, kind, date) DO UPDATE
      SET answered_at = excluded.answered_at, is_final = excluded.is_final
      WHERE NOT a.is_final`.execute(trx)
}

async function findFirstDay(db: Db, feed: RateFeed, today: CalendarDate): Promise<CalendarDate> {
  const state = await db
    .selectFrom('rate_feed_state')
    .select('currencies')
    .where('feed', '=', feed.name)
    .executeTakeFirst()
  const backfill = addDays(today, 1 - BACKFILL_DAYS)
  const knownCurrencies = new Set(state?.currencies.split(','))
  if (!feed.series.every(({ currency }) => knownCurrencies.has(currency))) {
    // A new currency has no answers yet, so every day is asked again.
    await db.deleteFrom('feed_answer').where('feed', '=', feed.name).execute()
    return backfill
  }
  const rows = await db
    .selectFrom('feed_answer')
    .select(['kind', 'date'])
    .where('feed', '=', feed.name)
    .where('is_final', '=', true)
    .where('date', '>=', backfill)
    .execute()
  const answered = new Set(rows.map(({ kind, date }) => `${kind} ${date}`))
  const recent = addDays(today, 1 - CORRECTION_DAYS)
  const missing = listKinds(feed).map((kind) => {
    const reach = feed.reach?.[kind] ?? BACKFILL_DAYS
    return daysFromTo(addDays(today, 1 - reach), recent).find(
      (date) => !answered.has(`${kind} ${date}`),
    )
  })
  return [recent, ...missing.filter((each) => each !== undefined)].sort()[0] ?? recent
}

const listKinds = ({ series }: RateFeed): RateKind[] => [...new Set(series.map(({ kind }) => kind))]

interface Outcome {
  readonly failure: FeedError | undefined
  readonly publisherError: PublisherError | undefined
  readonly isStandIn: boolean
}

async function writeState(
  db: Db,
  feed: RateFeed,
  now: Date,
  holidays: HolidayDays,
  { failure, publisherError, isStandIn }: Outcome,
): Promise<Date> {
  const newest = await newestCompleteDays(db, feed, addDays(dayInColombo(now), -KNOWN_DAYS))
  const expected = newestExpectedDay(feed.name, now, holidays)
  const isComplete = listKinds(feed).every((kind) => (newest.get(kind) ?? '') >= expected)
  // A failed last run is retried: it may bring rates or corrections.
  const isAway = failure !== undefined || publisherError === 'unreachable'
  const isBehind =
    (newest.get(DEFAULT_KIND) ?? '') < newestDueDay(feed.name, now, holidays) ||
    (isAway && isEvening(feed.name, now))
  const next_try_at = nextRun(feed.name, now, { isComplete, isBehind }, holidays)
  const state = {
    last_try_at: now,
    ...(!failure && {
      last_success_at: now,
      currencies: [...new Set(feed.series.map((each) => each.currency))].join(),
    }),
    failure: failure?.message ?? null,
    next_try_at,
    publisher_error: publisherError ?? null,
    stood_in_for: isStandIn,
  }
  await db
    .insertInto('rate_feed_state')
    .values({ feed: feed.name, ...state })
    .onConflict((conflict) => conflict.column('feed').doUpdateSet(state))
    .execute()
  return next_try_at
}

async function newestCompleteDays(
  db: Db,
  feed: RateFeed,
  from: CalendarDate,
): Promise<Map<RateKind, CalendarDate>> {
  const days = db
    .selectFrom('live_fact')
    .select(['kind', 'date'])
    .select(sql<boolean>`count(*) >= 0.9 * max(count(*)) OVER (PARTITION BY kind)`.as('complete'))
    .where(isFromFeed(feed.name))
    .where('date', '>=', from)
    .where((eb) => eb.or(feed.series.map(({ currency, kind }) => eb.and({ currency, kind }))))
    .groupBy(['kind', 'date'])
  const rows = await db
    .selectFrom(days.as('day'))
    .select((eb) => ['kind', eb.fn.max('date').as('date')])
    .where('complete', '=', true)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, date }) => [kind, date]))
}

const NOTHING: Imported = { added: 0, corrected: [], unchanged: 0, refused: [] }

const together = (one: Imported, other: Imported): Imported => ({
  added: one.added + other.added,
  corrected: [...one.corrected, ...other.corrected],
  unchanged: one.unchanged + other.unchanged,
  refused: [...new Set([...one.refused, ...other.refused])],
})
