import { sql } from 'kysely'
import type { HolidayDays } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { PublisherError } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { LIVE_FACTS } from '../audit-log/record-changes.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../context.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { cbslFeed } from './cbsl.ts'
import { currencyApiFeed } from './currency-api.ts'
import { frankfurterFeed } from './frankfurter.ts'
import { importRates, readKnownRates, type Imported } from './import-rates.ts'
import { PublisherRequests, FeedError } from './publisher-requests.ts'
import type { FeedPiece, FeedQuery, RateFeed } from './rate-feed.ts'
import { isFinalAnswer, newestDay, nextRun, requestShare } from './timetable.ts'

/** A configured address replaces all public ones. */
export function configuredFeed({
  rateFeed,
  rateFeedUrl: url,
  rateFeedUserAgent: userAgent,
}: Pick<Config, 'rateFeed' | 'rateFeedUrl' | 'rateFeedUserAgent'>): RateFeed | null {
  switch (rateFeed) {
    case 'cbsl':
      return url === undefined ? cbslFeed({ userAgent }) : frankfurterFeed(url)
    case 'currency-api': {
      const folder = url?.replace(/\/$/, '')
      const daily = folder?.includes('{date}') ? folder : `${folder}/{date}/v1/currencies`
      return currencyApiFeed(url === undefined ? {} : { urls: [daily] })
    }
    case 'off':
      return null
  }
}

export interface ImportRun extends Found {
  /** Null if today's requests are used up. */
  readonly requested: { readonly from: CalendarDate; readonly days: number } | null
  readonly nextTryAt: Date
}

const BACKFILL_DAYS = 400
/** Every run asks again, to notice corrections. */
const CORRECTION_DAYS = 14

interface Options {
  readonly db: Db
  readonly feed: RateFeed
  readonly clock: Clock
  readonly signal?: AbortSignal
}

/** Records failures of the feed as well. Throws if the database fails or `signal` aborts. */
export async function runImport({
  db,
  feed,
  clock,
  signal = new AbortController().signal,
}: Options): Promise<ImportRun> {
  const now = clock()
  const today = dayInColombo(now)
  const { holidays } = (await readHolidays(db)).calendar
  const requests = new PublisherRequests({ db, clock, signal })
  const { limit, until: nextTryAt } = requestShare(feed.name, now, holidays)
  if (!(await requests.allow(feed.publisher, feed.requestsPerRun, limit))) {
    await sql`
      UPDATE public.rate_feed_state SET next_try_at = ${nextTryAt}
      WHERE feed = ${feed.name}`.execute(db)
    return { ...NOTHING, requested: null, nextTryAt }
  }
  const from = await findFirstDay(db, feed, today)
  const days = daysFromTo(from, today)
  const query = {
    days,
    known: await readKnownRates(db, feed.name, from, today),
    thorough: isFinalAnswer(feed.name, today, now) || days.length > CORRECTION_DAYS,
    requests,
  }
  const found = await importDays({ db, feed, clock, signal }, query)
  return {
    ...found,
    requested: { from, days: days.length },
    nextTryAt: await writeState(db, feed, clock(), holidays, found),
  }
}

interface Found extends Imported {
  /** The feed could not answer. */
  readonly failure: string | null
  readonly errors: readonly PublisherError[]
  readonly isStandIn: boolean
}

const NOTHING: Found = {
  added: 0,
  corrected: 0,
  refused: [],
  doubted: [],
  failure: null,
  errors: [],
  isStandIn: false,
}

/** Requests days, and stores each piece as it arrives. */
export async function importDays(
  { db, feed, clock, signal }: Options,
  query: FeedQuery,
): Promise<Found> {
  let found = NOTHING
  try {
    for await (const piece of feed.fetchDays(query)) {
      const { added, corrected, refused, doubted } = await db
        .transaction()
        .execute((trx) => importPiece(trx, feed, piece, clock()))
      found = {
        added: found.added + added,
        corrected: found.corrected + corrected,
        refused: [...new Set([...found.refused, ...refused])],
        doubted: [...new Set([...found.doubted, ...doubted])],
        failure: null,
        errors: [...found.errors, ...(piece.publisherError ? [piece.publisherError] : [])],
        isStandIn: found.isStandIn || (piece.isStandIn ?? false),
      }
    }
    return found
  } catch (error) {
    if (!(error instanceof FeedError) || signal?.aborted) throw error
    return { ...found, failure: error.message }
  }
}

async function importPiece(
  trx: Transaction,
  feed: RateFeed,
  piece: FeedPiece,
  at: Date,
): Promise<Imported> {
  const { refusedDays, ...imported } = await importRates(trx, feed.name, piece.rates, at)
  const daysRefused = [...refusedDays, ...(piece.refusedDays ?? [])]
  if (piece.answered) await storeAnswers(trx, feed, piece.answered, { refused: daysRefused, at })
  const refused = [...imported.refused, ...piece.refused]
  const doubted = [...(daysRefused.length > 0 ? refused : []), ...imported.doubted]
  return { ...imported, refused, doubted }
}

async function storeAnswers(
  trx: Transaction,
  feed: RateFeed,
  answered: NonNullable<FeedPiece['answered']>,
  { refused, at }: { readonly refused: readonly CalendarDate[]; readonly at: Date },
): Promise<void> {
  const final = answered.days.filter((day) => isFinalAnswer(feed.name, day, at))
  await sql`
    INSERT INTO public.feed_answer AS a (feed, kind, date, is_final, refused)
    SELECT ${feed.name}, kind, date, date = ANY(${final}::date[]), date = ANY(${refused}::date[])
    FROM unnest(${answered.kinds}::text[]) kind, unnest(${answered.days}::date[]) date
    ON CONFLICT (feed, kind, date)
      DO UPDATE SET is_final = a.is_final OR excluded.is_final, refused = excluded.refused
      WHERE NOT a.is_final OR a.refused <> excluded.refused`.execute(trx)
}

/** Two weeks ago, or the first day before that for which no answer is final. */
async function findFirstDay(db: Db, feed: RateFeed, today: CalendarDate): Promise<CalendarDate> {
  const { rows: states } = await sql<{ currencies: string }>`
    SELECT currencies FROM public.rate_feed_state WHERE feed = ${feed.name}`.execute(db)
  const knownCurrencies = new Set(states[0]?.currencies.split(','))
  if (!feed.series.every(({ currency }) => knownCurrencies.has(currency))) {
    // A new currency has no answers yet, so every day is asked again.
    await sql`DELETE FROM public.feed_answer WHERE feed = ${feed.name}`.execute(db)
    return addDays(today, 1 - BACKFILL_DAYS)
  }
  const recent = addDays(today, 1 - CORRECTION_DAYS)
  const kinds = listKinds(feed)
  const firstDays = kinds.map((kind) => addDays(today, 1 - (feed.reach?.[kind] ?? BACKFILL_DAYS)))
  const { rows } = await sql<{ day: CalendarDate | null }>`
    SELECT min(day)::date AS day
    FROM unnest(${kinds}::text[], ${firstDays}::date[]) AS wanted (kind, first),
      generate_series(wanted.first, ${recent}::date, '1 day') AS day
    WHERE NOT EXISTS (SELECT FROM public.feed_answer a WHERE a.feed = ${feed.name}
      AND a.kind = wanted.kind AND a.date = day::date AND a.is_final)`.execute(db)
  return rows[0]?.day ?? recent
}

export const listKinds = ({ series }: RateFeed): RateKind[] => [
  ...new Set(series.map(({ kind }) => kind)),
]

/** Sentences about figures in Administration. */
const MAX_SENTENCES = 5

/** Returns the time of the next run. */
async function writeState(
  db: Db,
  feed: RateFeed,
  now: Date,
  holidays: HolidayDays,
  { failure, doubted, errors, isStandIn }: Found,
): Promise<Date> {
  const { name } = feed
  const [publisherError = null] = errors
  const newest = await newestCompleteDays(db, feed, now)
  const hasDay = (kind: RateKind, run: 'first' | 'last') =>
    (newest.get(kind) ?? '') >= newestDay(name, run, now, holidays)
  // A failed last run is retried: it may bring rates or corrections.
  const isAway = failure !== null || publisherError === 'unreachable'
  const isEvening = isFinalAnswer(name, dayInColombo(now), now)
  const rates = {
    isComplete: listKinds(feed).every((kind) => hasDay(kind, 'first')),
    isBehind: !hasDay(DEFAULT_KIND, 'last') || (isAway && isEvening),
  }
  const nextTryAt = nextRun(name, now, rates, holidays)
  const success =
    failure === null
      ? { at: now, currencies: [...new Set(feed.series.map(({ currency }) => currency))].join() }
      : { at: null, currencies: '' }
  await sql`
    INSERT INTO public.rate_feed_state AS s (feed, last_try_at, next_try_at, failure, refused,
      publisher_error, stood_in_for, last_success_at, currencies)
    VALUES (${name}, ${now}, ${nextTryAt}, ${failure},
      ${doubted.slice(0, MAX_SENTENCES).join('. ') || null}, ${publisherError}, ${isStandIn},
      ${success.at}, ${success.currencies})
    ON CONFLICT (feed) DO UPDATE SET last_try_at = excluded.last_try_at,
      next_try_at = excluded.next_try_at, failure = excluded.failure, refused = excluded.refused,
      publisher_error = excluded.publisher_error, stood_in_for = excluded.stood_in_for,
      last_success_at = coalesce(excluded.last_success_at, s.last_success_at),
      currencies = CASE WHEN excluded.failure IS NULL THEN excluded.currencies
        ELSE s.currencies END`.execute(db)
  return nextTryAt
}

/** Days on which nine tenths of the currencies have a rate: single ones may never come again. */
async function newestCompleteDays(db: Db, { name, series }: RateFeed, now: Date) {
  const { rows } = await sql<{ kind: RateKind; date: CalendarDate }>`
    SELECT kind, max(date) AS date FROM (
      SELECT kind, date,
        count(*) >= 0.9 * max(count(*)) OVER (PARTITION BY kind) AS is_complete
      FROM ${LIVE_FACTS} live
      WHERE source = ${name} AND date > ${addDays(dayInColombo(now), -KNOWN_DAYS)}
        AND currency = ANY(${series.map(({ currency }) => currency)}::text[])
      GROUP BY kind, date) day
    WHERE is_complete GROUP BY kind`.execute(db)
  return new Map(rows.map(({ kind, date }) => [kind, date]))
}

const KNOWN_DAYS = 60
