import { sql } from 'kysely'
import { addDays, dayInColombo, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind } from '../../domain/series.ts'
import { readHolidays } from '../calendar/read-holidays.ts'
import type { Clock } from '../context.ts'
import type { Db } from '../database/schema.ts'
import type { RateFeed } from './rate-feed.ts'
import { readKnownRates, type Imported } from './import-rates.ts'
import { PublisherRequests } from './publisher-requests.ts'
import { importDays, listKinds } from './run-import.ts'
import { archiveShare } from './timetable.ts'

interface Options {
  readonly db: Db
  readonly feed: RateFeed & Required<Pick<RateFeed, 'archive'>>
  readonly clock: Clock
  readonly from: CalendarDate
  readonly onStep: (step: ArchiveStep) => void
}

type ArchiveStep = Imported & { readonly first: CalendarDate; readonly last: CalendarDate }

export interface ArchiveEnd {
  /** Every day has a final answer. */
  readonly isComplete: boolean
  /** Null, if not complete: the requests of today are used up. */
  readonly failure: string | null
}

/**
 * Requests the days without a final answer since `from`, in steps, the newest first, as long as the
 * publisher may be asked today. The next run continues, because answers are stored with each step.
 * Days without an indicative rate come first: older days may have no TT rates at all.
 */
export async function importArchive(options: Options): Promise<ArchiveEnd> {
  const { db, feed, clock, from, onStep } = options
  const { stepDays, pauseMs } = feed.archive
  const { signal } = new AbortController()
  const requests = new PublisherRequests({ db, clock, signal })
  const { holidays } = (await readHolidays(db)).calendar
  const yesterday = addDays(dayInColombo(clock()), -1)
  const openDay = (kinds: readonly RateKind[], to: CalendarDate) =>
    findNewestOpenDay(db, feed.name, kinds, from, to)
  const end = async (failure: string | null): Promise<ArchiveEnd> => ({
    isComplete: (await openDay(listKinds(feed), yesterday)) === null,
    failure,
  })
  const requested = new Set<CalendarDate>()
  for (const kinds of [[DEFAULT_KIND], listKinds(feed)]) {
    let last = await openDay(kinds, yesterday)
    while (last !== null) {
      const start = addDays(last, 1 - stepDays)
      const first = start < from ? from : start
      if (!requested.has(last)) {
        requested.add(last)
        const share = archiveShare(feed.name, clock(), holidays)
        if (!(await requests.allow(feed.publisher, feed.requestsPerRun, share))) return end(null)
        await requests.pause(pauseMs)
        const known = await readKnownRates(db, feed.name, first, last)
        const query = { days: daysFromTo(first, last), known, thorough: true, requests }
        const found = await importDays(options, query)
        if (found.failure !== null) return end(found.failure)
        onStep({ first, last, ...found })
        if (found.errors.includes('unreachable')) return end(found.refused.join('. '))
      }
      last = await openDay(kinds, addDays(first, -1))
    }
  }
  const { isComplete } = await end(null)
  return { isComplete, failure: isComplete ? null : 'Not every page had an answer' }
}

/** Today is not the archive's. */
async function findNewestOpenDay(
  db: Db,
  feed: RateFeedName,
  kinds: readonly RateKind[],
  from: CalendarDate,
  to: CalendarDate,
): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    SELECT max(day)::date AS day
    FROM unnest(${kinds}::text[]) AS wanted (kind),
      generate_series(${from}::date, ${to}::date, '1 day') AS day
    WHERE NOT EXISTS (SELECT FROM public.feed_answer a WHERE a.feed = ${feed}
      AND a.kind = wanted.kind AND a.date = day::date AND a.is_final)`.execute(db)
  return rows[0]?.day ?? null
}
