import { MAX_FEED_AGE, type AlertSituation } from '../../domain/alerts/alert-rule.ts'
import { businessDaysAfter } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, key, seriesOfKind, type RateKey, type Series } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'
import { isAhead, readDayChanges, type DayChange } from '../rates/day-changes.ts'
import type { RateSnapshot } from '../rates/public-responses.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { StoredAlert } from './alert-queries.ts'

/**
 * The indicative rates of all currencies: for a daily email, and to see whether the feed is silent.
 */
export const dailySeries = () => seriesOfKind(DEFAULT_KIND)

/** A correction: the day had begun, and had a rate before. */
export type Correction = DayChange & { readonly before: NonNullable<DayChange['before']> }

/** The rates as alerts look at them, at one moment. */
export interface AlertView {
  readonly snapshot: RateSnapshot
  readonly now: Date
  /** The newest change that all of it is known of; the book may go on meanwhile. */
  readonly version: number
  /** Corrections since the oldest change that an alert of the series has not seen. */
  readonly corrections: ReadonlyMap<RateKey, readonly Correction[]>
  readonly feed: Pick<AlertSituation, 'stale' | 'publishedToday'>
}

export async function correctionsSince(
  db: Db,
  { feed, version }: RateBook,
  alerts: readonly StoredAlert[],
) {
  const behind = new Map<RateKey, { series: Series; after: number }>()
  for (const { rule, state } of alerts) {
    if (rule.condition !== 'corrected' || !rule.series || state.seenVersion >= version) continue
    const { after = Infinity } = behind.get(key(rule.series)) ?? {}
    behind.set(key(rule.series), { series: rule.series, after: Math.min(after, state.seenVersion) })
  }
  const found = new Map<RateKey, readonly Correction[]>()
  for (const [name, { series, after }] of behind) {
    const changes = await readDayChanges(db, series, { feed, after })
    found.set(
      name,
      changes.flatMap((each) =>
        each.before === null || isAhead(each) ? [] : [{ ...each, before: each.before }],
      ),
    )
  }
  return found
}

export function situationOf({ rule, state }: Pick<StoredAlert, 'rule' | 'state'>, view: AlertView) {
  const { book, today } = view.snapshot
  const newest = rule.series ? newestOf(book, rule.series, today) : undefined
  return {
    today,
    hour: Number(timeInColombo(view.now).slice(0, 2)),
    newest,
    previous:
      rule.series && newest ? newestOf(book, rule.series, addDays(newest.date, -1)) : undefined,
    version: view.version,
    corrected: correctionsFor({ rule, state }, view).length > 0,
    ...view.feed,
  }
}

/** The corrections that an alert has not reported, the oldest first. */
export function correctionsFor(
  { rule, state }: Pick<StoredAlert, 'rule' | 'state'>,
  { corrections }: AlertView,
): readonly Correction[] {
  if (rule.condition !== 'corrected' || !rule.series) return []
  return (corrections.get(key(rule.series)) ?? []).filter(
    ({ version }) => version > state.seenVersion,
  )
}

/** The newest rate up to a day; none where that is of the sample, which is no news. */
export function newestOf(
  book: RateBook,
  series: Series,
  date: RateSnapshot['today'],
): DayRate | undefined {
  const newest = book.newestUpTo(series, date)
  return newest?.source === 'sample' ? undefined : newest
}

/** Whether a followed feed has brought nothing for too long; one that never did has not begun. */
function isStale({ book, today, calendar }: RateSnapshot): boolean {
  if (book.feed === null) return false
  const newest = book.newestPublishedDay(dailySeries(), today)
  const isOfFeed = dailySeries().some(
    (series) => newest !== undefined && book.publishedOn(series, newest)?.source === book.feed,
  )
  if (newest === undefined || !isOfFeed) return false
  return businessDaysAfter(newest, today, calendar) > MAX_FEED_AGE
}

/** How many of all currencies have a rate of today. */
function publishedOn({ book, today }: RateSnapshot): AlertSituation['publishedToday'] {
  const ofToday = dailySeries().filter(
    (series) => newestOf(book, series, today)?.date === today,
  ).length
  if (ofToday === 0) return 'none'
  return ofToday === dailySeries().length ? 'all' : 'some'
}

/** A view of the rates at `now`; `version`: the book's when the corrections were read. */
export function viewOf(
  { book, calendar }: Pick<RateSnapshot, 'book' | 'calendar'>,
  now: Date,
  corrections: AlertView['corrections'] = new Map(),
  version = book.version,
): AlertView {
  const snapshot = { book, calendar, today: dayInColombo(now) }
  const feed = { stale: isStale(snapshot), publishedToday: publishedOn(snapshot) }
  return { snapshot, now, version, corrections, feed }
}
