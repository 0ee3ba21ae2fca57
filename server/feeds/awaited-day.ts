import { sql } from 'kysely'
import { addDays, dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { key, type RateKind } from '../../domain/series.ts'
import { isFromFeed } from '../audit-log/record-changes.ts'
import { readHolidays } from '../calendar/calendar-queries.ts'
import type { Db } from '../database/schema.ts'
import { isEvening, newestFixedDay } from './feed-times.ts'
import { implausible } from './implausible-rate.ts'
import type { AwaitedDay, FeedResponse, RateFeed } from './rate-feed.ts'

/** Days that are compared with what comes: the Central Bank's pages are asked for as many. */
const KNOWN_DAYS = 60

/** Whether a day, by which rates of a kind are grouped, has nine tenths of what the fullest has. */
export const isComplete = sql<boolean>`count(*) >= 0.9 * max(count(*)) OVER (PARTITION BY kind)`

/** The kinds of which a day or a later one has not come, be it of one currency. */
export async function missingKinds(
  db: Db,
  { name, series }: RateFeed,
  day: CalendarDate,
): Promise<RateKind[]> {
  const rows = await db
    .selectFrom('live_fact')
    .select(['kind', 'date', isComplete.as('complete')])
    .where(isFromFeed(name))
    .where((eb) => eb.or(series.map(({ currency, kind }) => eb.and({ currency, kind }))))
    .where('date', '>=', addDays(day, -KNOWN_DAYS))
    .groupBy(['kind', 'date'])
    .execute()
  const come = new Set(rows.flatMap((row) => (row.complete && row.date >= day ? [row.kind] : [])))
  return [...new Set(series.map(({ kind }) => kind))].filter((kind) => !come.has(kind))
}

/**
 * What is awaited now; undefined where a run asks for everything: a day's first where that costs
 * no more, its evening's, and any before the first complete answer.
 */
export async function awaitedDay(
  db: Db,
  feed: RateFeed,
  now: Date,
  state: { tries: number; last_success_at: Date | null; older_missing: boolean } | undefined,
): Promise<AwaitedDay | undefined> {
  const isFirst = !state?.tries && !feed.costsPerCurrency
  if (isFirst || !state?.last_success_at || state.older_missing || isEvening(now)) return
  const { holidays } = (await readHolidays(db)).calendar
  const kinds = await missingKinds(db, feed, newestFixedDay(now, holidays))
  if (kinds.length === 0) return
  const rows = await db
    .selectFrom('live_fact')
    .select(['currency', 'kind', 'date', 'rate'])
    .where(isFromFeed(feed.name))
    .where('date', '>=', addDays(dayInColombo(now), 1 - KNOWN_DAYS))
    .execute()
  const rates = new Map(rows.map((row) => [key(row, row.date), rateOf(row.rate)]))
  return { kinds, known: (series, date) => rates.get(key(series, date)) }
}

/** Whether any of the rates, but for those that no import takes, has not come before. */
export function isNews({ rates }: FeedResponse, { known }: AwaitedDay): boolean {
  const refused = implausible(rates, known)
  return rates.some((each) => known(each, each.date) !== each.rate && !refused.includes(each))
}
