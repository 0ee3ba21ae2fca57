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

/** The kinds of which a rate of a day or a later one has not come, be it of one currency. */
export async function missingKinds(
  db: Db,
  { name, series }: RateFeed,
  day: CalendarDate,
): Promise<RateKind[]> {
  const rows = await db
    .selectFrom('live_fact')
    .select('kind')
    .select((eb) => eb.fn.count<number>('currency').distinct().as('count'))
    .where(isFromFeed(name))
    .where((eb) => eb.or(series.map(({ currency, kind }) => eb.and({ currency, kind }))))
    .where('date', '>=', day)
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return [...Map.groupBy(series, ({ kind }) => kind)].flatMap(([kind, { length }]) =>
    (counts.get(kind) ?? 0) < length ? [kind] : [],
  )
}

/**
 * What is awaited now; undefined where a run has to ask for everything: the first one of a day, its
 * evening's, and any before the feed has once answered to the end.
 */
export async function awaitedDay(
  db: Db,
  feed: RateFeed,
  now: Date,
  state: { tries: number; last_success_at: Date | null; older_missing: boolean } | undefined,
): Promise<AwaitedDay | undefined> {
  if (!state?.tries || !state.last_success_at || state.older_missing || isEvening(now)) return
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
