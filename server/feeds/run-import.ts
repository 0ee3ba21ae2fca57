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
  /** Null if the publisher has had today's requests: nothing was asked. */
  readonly requested: {
    readonly from: CalendarDate
    readonly to: CalendarDate
    readonly days: number
  } | null
  /** Why the feed could not be used; null if it answered. */
  readonly failure: string | null
  readonly nextTryAt: Date
}

/** How far back an empty installation imports. */
const BACKFILL_DAYS = 400
/** Days that every run asks for: so long a correction is noticed. */
const CORRECTION_DAYS = 14

/** Days among which a feed's newest complete one is looked for. */
const KNOWN_DAYS = 60

interface Options {
  readonly db: Db
  readonly feed: RateFeed
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Asks the feed for the last days, and for those that it has not answered for yet; imports the
 * answer and records how it went, failures of the feed included. Throws if the database fails or
 * `signal` ends the run.
 */
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
  const from = await firstDay(db, feed, today)
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

/** Keeps the instant of the newest answer for each day, until that of its last run. */
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

/** Returns the first day of the backfill that has no final answer, or the first of every run. */
async function firstDay(db: Db, feed: RateFeed, today: CalendarDate): Promise<CalendarDate> {
  const state = await db
    .selectFrom('rate_feed_state')
    .select('currencies')
    .where('feed', '=', feed.name)
    .executeTakeFirst()
  const backfill = addDays(today, 1 - BACKFILL_DAYS)
  const asked = new Set(state?.currencies.split(','))
  if (!feed.series.every(({ currency }) => asked.has(currency))) {
    // Nothing has been answered for a new currency, however often the run has to be repeated.
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
  const missing = kindsOf(feed).map((kind) => {
    const reach = feed.reach?.[kind] ?? BACKFILL_DAYS
    return daysFromTo(addDays(today, 1 - reach), recent).find(
      (date) => !answered.has(`${kind} ${date}`),
    )
  })
  return [recent, ...missing.filter((each) => each !== undefined)].sort()[0] ?? recent
}

const kindsOf = ({ series }: RateFeed): RateKind[] => [...new Set(series.map(({ kind }) => kind))]

interface Outcome {
  readonly failure: FeedError | undefined
  readonly publisherError: PublisherError | undefined
  readonly isStandIn: boolean
}

/** Records how a run went; returns the instant of the next one. */
async function writeState(
  db: Db,
  feed: RateFeed,
  now: Date,
  holidays: HolidayDays,
  { failure, publisherError, isStandIn }: Outcome,
): Promise<Date> {
  const newest = await newestCompleteDays(db, feed, addDays(dayInColombo(now), -KNOWN_DAYS))
  const expected = newestExpectedDay(feed.name, now, holidays)
  const isComplete = kindsOf(feed).every((kind) => (newest.get(kind) ?? '') >= expected)
  // A page that is away at the day's last run may have a day's rates or corrections to give.
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

/** Returns the newest day of each kind with nine tenths of the rates of its fullest day. */
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
