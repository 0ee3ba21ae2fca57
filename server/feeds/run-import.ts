import { sql, type Kysely } from 'kysely'
import { addDays, dayInColombo, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { readCalendar } from '../calendar/calendar-queries.ts'
import type { Database } from '../database/schema.ts'
import type { Clock } from '../base-dependencies.ts'
import { nextTry, newestFixedDay } from './feed-times.ts'
import { importRates, together, type Imported } from './import-rates.ts'
import { FeedError, type RateFeed } from './rate-feed.ts'

/** What one run came to. */
export interface ImportRun extends Imported {
  readonly asked: { readonly from: CalendarDate; readonly to: CalendarDate; readonly days: number } | null
  /** Why the feed could not be used, or could not to the end; null where it answered. */
  readonly failure: string | null
  readonly nextTryAt: Date
}

/** How far back an empty installation reaches. */
const BACKFILL_DAYS = 400
/** Days that are asked for again where a range costs no more than a day: so long a correction is noticed. */
const CORRECTION_DAYS = 14

interface Options {
  readonly db: Kysely<Database>
  readonly feed: RateFeed
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Asks the feed for what is missing, takes in what comes and writes down how it went. A feed that fails is no error of
 * this function: the run says so. Throws where the database fails or `signal` ends it.
 */
export async function runImport({ db, feed, clock, signal }: Options): Promise<ImportRun> {
  const today = dayInColombo(clock())
  const days = await wantedDays(db, feed, today)
  let imported: Imported = { added: 0, corrected: [], unchanged: 0, refused: [] }
  let failure: string | null = null
  try {
    for await (const { rates, refused } of feed.fetchDays({ days, today, signal })) {
      const piece = await db.transaction().execute((trx) => importRates(trx, feed.name, rates, clock()))
      imported = [imported, piece, { ...NOTHING_BUT, refused }].reduce(together)
      await forgetFailure(db, feed)
    }
  } catch (error) {
    if (!(error instanceof FeedError) || signal.aborted) throw error
    failure = error.message
  }
  const nextTryAt = await writeState(db, feed, clock(), failure)
  const [from, to] = [days[0], days.at(-1)]
  return {
    ...imported,
    asked: from !== undefined && to !== undefined ? { from, to, days: days.length } : null,
    failure,
    nextTryAt,
  }
}

/** The feed answers again: nobody need be told otherwise while the rest of a long run comes in. */
async function forgetFailure(db: Kysely<Database>, feed: RateFeed): Promise<void> {
  await db
    .updateTable('rate_feed_state')
    .set({ failure: null })
    .where('feed', '=', feed.name)
    .where('failure', 'is not', null)
    .execute()
}

const NOTHING_BUT = { added: 0, corrected: [], unchanged: 0 }

/** The days to ask for, ascending. */
async function wantedDays(
  db: Kysely<Database>,
  feed: RateFeed,
  today: CalendarDate,
): Promise<CalendarDate[]> {
  const first = addDays(today, 1 - BACKFILL_DAYS)
  const known = await db
    .selectFrom('published_rate')
    .select('date')
    .where('source', '=', feed.name)
    .where('date', '>=', first)
    .groupBy('date')
    .where((eb) => eb.or(feed.series.map((series) => eb.and({ ...series }))))
    .having((eb) => eb.fn.countAll(), '>=', feed.series.length)
    .orderBy('date')
    .execute()
  if (!feed.costsPerDay) {
    const newest = known.at(-1)?.date
    const from = newest === undefined ? first : addDays(newest, 1 - CORRECTION_DAYS)
    return daysFromTo(from < first ? first : from, today)
  }
  const complete = new Set(known.map(({ date }) => date))
  return daysFromTo(first, today).filter((date) => !complete.has(date))
}

/** Writes down how the try went; gives the instant of the next one. */
async function writeState(
  db: Kysely<Database>,
  feed: RateFeed,
  now: Date,
  failure: string | null,
): Promise<Date> {
  const before = await db
    .selectFrom('rate_feed_state')
    .select(['tries', 'last_success_at'])
    .where('feed', '=', feed.name)
    .executeTakeFirst()
  const { rows } = await sql<{ newest: string | null }>`
    SELECT max(date) AS newest FROM published_rate WHERE source = ${feed.name}`.execute(db)
  const { holidays } = await readCalendar(db)
  const complete = (rows[0]?.newest ?? '') >= newestFixedDay(now, holidays)
  const tries = before?.tries ?? 0
  const failed = failure !== null
  const next_try_at = nextTry(now, { failed, complete, tries }, holidays)
  const state = {
    last_try_at: now,
    last_success_at: failed ? (before?.last_success_at ?? null) : now,
    failure,
    tries: failed || !complete ? tries + 1 : 0,
    next_try_at,
  }
  await db
    .insertInto('rate_feed_state')
    .values({ feed: feed.name, ...state })
    .onConflict((conflict) => conflict.column('feed').doUpdateSet(state))
    .execute()
  return next_try_at
}
