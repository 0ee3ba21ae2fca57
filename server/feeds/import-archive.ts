import { sql } from 'kysely'
import { addDays, dayInColombo, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Clock } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { FeedError } from './feed-error.ts'
import { readKnownRates } from './import-rates.ts'
import { PublisherRequests } from './publisher-requests.ts'
import type { RateFeed } from './rate-feed.ts'
import { addImported, importPiece, listKinds, NOTHING } from './run-import.ts'
import { archiveShare } from './timetable.ts'

interface Options {
  readonly db: Db
  readonly feed: RateFeed & Required<Pick<RateFeed, 'archive'>>
  readonly clock: Clock
  readonly from: CalendarDate
  readonly onStep: (step: ArchiveStep) => void
}

type ArchiveStep = typeof NOTHING & { readonly first: CalendarDate; readonly last: CalendarDate }

export interface ArchiveEnd {
  /** The newest day without a final answer; null if every day has one. */
  readonly open: CalendarDate | null
  /** Null if the requests of today are used up. */
  readonly failure: string | null
}

/**
 * Requests the days without a final answer since `from`, in steps, the newest first, as long as the
 * publisher may be asked today. The next run continues, because answers are stored with each step.
 */
export async function importArchive({
  db,
  feed,
  clock,
  from,
  onStep,
}: Options): Promise<ArchiveEnd> {
  const { stepDays } = feed.archive
  const { signal } = new AbortController()
  const requests = new PublisherRequests({ db, clock, signal })
  const { holidays } = (await readHolidays(db)).calendar
  let before: CalendarDate | undefined
  for (;;) {
    const last = await findNewestOpenDay(db, feed, from, dayInColombo(clock()))
    if (last === null) return { open: null, failure: null }
    // The days of the last step got no final answer, so the same would be requested again.
    if (before !== undefined && last >= before)
      return { open: last, failure: `No whole answer for the days up to ${last}` }
    const share = archiveShare(feed.name, clock(), holidays)
    if (!(await requests.allow(feed.publisher, feed.requestsPerRun, share)))
      return { open: last, failure: null }
    const start = addDays(last, 1 - stepDays)
    const first = start < from ? from : start
    const query = {
      days: daysFromTo(first, last),
      known: await readKnownRates(db, feed.name, first, last),
      thorough: true,
      requests,
    }
    let step = { first, last, ...NOTHING }
    try {
      await requests.pause(feed.archive.pauseMs)
      for await (const piece of feed.fetchDays(query)) {
        const imported = await db
          .transaction()
          .execute((trx) => importPiece(trx, feed, piece, clock()))
        step = { ...step, ...addImported(step, imported) }
      }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      return { open: last, failure: error.message }
    }
    onStep(step)
    before = last
  }
}

/** Today and the days that every run requests again are not the archive's. */
async function findNewestOpenDay(
  db: Db,
  feed: RateFeed,
  from: CalendarDate,
  today: CalendarDate,
): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    SELECT max(day)::date AS day
    FROM unnest(${listKinds(feed)}::text[]) AS wanted (kind),
      generate_series(${from}::date, ${addDays(today, -1)}::date, '1 day') AS day
    WHERE NOT EXISTS (SELECT FROM public.feed_answer a WHERE a.feed = ${feed.name}
      AND a.kind = wanted.kind AND a.date = day::date AND a.is_final)`.execute(db)
  return rows[0]?.day ?? null
}
