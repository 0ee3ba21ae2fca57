import { addDays, dayInColombo, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { readHolidays } from '../calendar/calendar-queries.ts'
import { isFromFeed } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'
import type { Clock } from '../deps.ts'
import { awaitedDay, isComplete, missingKinds } from './awaited-day.ts'
import { nextTry, newestFixedDay } from './feed-times.ts'
import { importRates, NOTHING, together, type Imported } from './import-rates.ts'
import { FeedError, type AwaitedDay, type PagesState, type RateFeed } from './rate-feed.ts'

export interface ImportRun extends Imported {
  readonly requested: {
    readonly from: CalendarDate
    readonly to: CalendarDate
    readonly days: number
  } | null
  /** Why the feed could not be used, or could not to the end; null where it answered. */
  readonly failure: string | null
  readonly nextTryAt: Date
}

/** How far back an empty installation imports. */
const BACKFILL_DAYS = 400
/**
 * Days that are asked for again where a range costs no more than a day: so long a correction is
 * noticed.
 */
const CORRECTION_DAYS = 14
/** How far back a kind is imported of which nothing is there yet, while the indicative rates are. */
const NEW_KIND_DAYS = 60

interface Options {
  readonly db: Db
  readonly feed: RateFeed
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Asks the feed for what is missing, imports it and records how it went, failures of the feed
 * included. Throws where the database fails or `signal` ends it.
 */
export async function runImport({ db, feed, clock, signal }: Options): Promise<ImportRun> {
  const today = dayInColombo(clock())
  const state = await readState(db, feed)
  const {
    tries = 0,
    last_success_at: lastSuccessAt = null,
    older_missing: wasMissing = false,
    pages_error: error = null,
    pages_failures: failures = 0,
  } = state ?? {}
  const awaited = await awaitedDay(db, feed, clock(), state)
  const asked = new Set(state?.currencies.split(','))
  const isNew = !feed.series.every(({ currency }) => asked.has(currency))
  const days = await daysToRequest(db, feed, today, { all: wasMissing || isNew, awaited })
  let imported = NOTHING
  let failure: string | null = null
  let pages: PagesState = { error, failures }
  let olderMissing = false
  let retryAfterMs = 0
  const question = {
    days,
    today,
    signal,
    ...(awaited && { awaited }),
    before: {
      tries,
      pagesFailures: pages.failures,
      olderMissing: wasMissing,
      sinceMs: clock().getTime() - (state?.last_try_at.getTime() ?? -Infinity),
    },
  }
  try {
    for await (const { rates, refused, ...said } of feed.fetchDays(question)) {
      pages = said.pages ?? pages
      olderMissing = said.olderMissing ?? olderMissing
      const piece = await db
        .transaction()
        .execute((trx) => importRates(trx, feed.name, rates, clock()))
      imported = [imported, piece, { ...NOTHING, refused }].reduce(together)
      await forgetFailure(db, feed)
    }
  } catch (error) {
    if (!(error instanceof FeedError) || signal.aborted) throw error
    failure = error.message
    pages = error.pages ?? pages
    olderMissing ||= wasMissing
    retryAfterMs = error.retryAfterMs
  }
  const nextTryAt = await writeState(db, feed, clock(), {
    tries,
    lastSuccessAt,
    pages,
    olderMissing,
    failure,
    retryAfterMs: pages.retryAfterMs ?? retryAfterMs,
  })
  const [from, to] = [days[0], days.at(-1)]
  return {
    ...imported,
    requested: from !== undefined && to !== undefined ? { from, to, days: days.length } : null,
    failure,
    nextTryAt,
  }
}

/** The feed answers again: nobody need be warned while the rest of a long run comes in. */
async function forgetFailure(db: Db, feed: RateFeed): Promise<void> {
  await db
    .updateTable('rate_feed_state')
    .set({ failure: null })
    .where('feed', '=', feed.name)
    .where('failure', 'is not', null)
    .execute()
}

async function daysToRequest(
  db: Db,
  feed: RateFeed,
  today: CalendarDate,
  { all, awaited }: { all: boolean; awaited: AwaitedDay | undefined },
): Promise<CalendarDate[]> {
  const first = addDays(today, 1 - BACKFILL_DAYS)
  if (all) return daysFromTo(first, today)
  const known = await completeDays(db, feed, first)
  if (feed.costsPerDay) {
    const complete = [...known.values()].map((days) => new Set(days))
    const missing = daysFromTo(first, today).filter(
      (date) => !complete.every((days) => days.has(date)),
    )
    // What was never published is not asked for every ten minutes.
    const newest = awaited && [...known.values()][0]?.at(-1)
    return newest === undefined ? missing : missing.filter((date) => date > newest)
  }
  const from = [...known].map(([kind, days]) => {
    const newest = days.at(-1)
    if (newest === undefined)
      return kind === DEFAULT_KIND ? first : addDays(today, 1 - NEW_KIND_DAYS)
    const corrected = feed.correctionDays === undefined ? undefined : days.at(-feed.correctionDays)
    return [addDays(newest, 1 - CORRECTION_DAYS), corrected ?? newest].sort()[0] ?? newest
  })
  const earliest = from.sort()[0] ?? first
  return daysFromTo(earliest < first ? first : earliest, today)
}

/**
 * The days from `first` on of which a feed has brought nearly as many series of a kind as of any
 * day, by kind.
 */
async function completeDays(
  db: Db,
  feed: RateFeed,
  first: CalendarDate,
): Promise<Map<RateKind, CalendarDate[]>> {
  const rows = await db
    .selectFrom('live_fact')
    .select(['kind', 'date'])
    .select([isComplete.as('complete')])
    .where(isFromFeed(feed.name))
    .where('date', '>=', first)
    .where((eb) => eb.or(feed.series.map(({ currency, kind }) => eb.and({ currency, kind }))))
    .groupBy(['kind', 'date'])
    .orderBy('date')
    .execute()
  return new Map(
    [...new Set(feed.series.map(({ kind }) => kind))].map((kind) => [
      kind,
      rows.filter((row) => row.kind === kind && row.complete).map(({ date }) => date),
    ]),
  )
}

/** How the tries before went; undefined before the first. */
const readState = (db: Db, { name }: RateFeed) =>
  db.selectFrom('rate_feed_state').selectAll().where('feed', '=', name).executeTakeFirst()

interface FeedState {
  readonly tries: number
  readonly lastSuccessAt: Date | null
  readonly pages: PagesState
  readonly olderMissing: boolean
  readonly failure: string | null
  readonly retryAfterMs: number
}

/** Writes down how the try went; gives the instant of the next one. */
async function writeState(
  db: Db,
  feed: RateFeed,
  now: Date,
  { tries, lastSuccessAt, pages, olderMissing, failure, retryAfterMs }: FeedState,
): Promise<Date> {
  const { holidays } = (await readHolidays(db)).calendar
  const complete = (await missingKinds(db, feed, newestFixedDay(now, holidays))).length === 0
  const failed = failure !== null
  const tried = {
    failed: failed || (!complete && pages.error === 'unreachable'),
    complete,
    tries,
    retryAfterMs,
    evening: feed.correctionDays !== undefined,
  }
  const next_try_at = nextTry(now, tried, holidays)
  const state = {
    last_try_at: now,
    last_success_at: failed ? lastSuccessAt : now,
    ...(!failed && { currencies: [...new Set(feed.series.map((each) => each.currency))].join() }),
    failure,
    tries: failed || !complete ? tries + 1 : 0,
    next_try_at,
    pages_error: pages.error,
    pages_failures: pages.failures,
    older_missing: olderMissing,
  }
  await db
    .insertInto('rate_feed_state')
    .values({ feed: feed.name, ...state })
    .onConflict((conflict) => conflict.column('feed').doUpdateSet(state))
    .execute()
  return next_try_at
}
