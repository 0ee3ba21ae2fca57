import { MAX_FEED_AGE, type AlertSituation } from '../../domain/alerts/alert-rule.ts'
import { businessDaysAfter } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, key, seriesOfKind, type RateKey, type Series } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'
import { isAhead, readDayChanges, type DayChange } from '../rates/read-day-changes.ts'
import type { RateSnapshot } from '../rates/responses.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { StoredAlert } from './store-alerts.ts'

export const dailySeries = () => seriesOfKind(DEFAULT_KIND)

type Correction = DayChange & { readonly before: NonNullable<DayChange['before']> }

export interface AlertView {
  readonly snapshot: RateSnapshot
  readonly now: Date
  /** The book may be newer. */
  readonly version: number
  /** Since the oldest change that any alert has not seen. */
  readonly corrections: ReadonlyMap<RateKey, readonly Correction[]>
  readonly feed: Pick<AlertSituation, 'stale' | 'publishedToday'>
}

export async function readCorrections(
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

export function readSituation(
  { rule, state }: Pick<StoredAlert, 'rule' | 'state'>,
  view: AlertView,
) {
  const { book, today } = view.snapshot
  const newest = rule.series ? readNewest(book, rule.series, today) : undefined
  return {
    today,
    hour: Number(timeInColombo(view.now).slice(0, 2)),
    newest,
    previous:
      rule.series && newest ? readNewest(book, rule.series, addDays(newest.date, -1)) : undefined,
    version: view.version,
    corrected: correctionsFor({ rule, state }, view).length > 0,
    ...view.feed,
  }
}

export function correctionsFor(
  { rule, state }: Pick<StoredAlert, 'rule' | 'state'>,
  { corrections }: AlertView,
): readonly Correction[] {
  if (rule.condition !== 'corrected' || !rule.series) return []
  return (corrections.get(key(rule.series)) ?? []).filter(
    ({ version }) => version > state.seenVersion,
  )
}

export function readNewest(
  book: RateBook,
  series: Series,
  date: RateSnapshot['today'],
): DayRate | undefined {
  const newest = book.newestUpTo(series, date)
  return newest?.source === 'sample' ? undefined : newest
}

function isStale({ book, today, calendar }: RateSnapshot): boolean {
  if (book.feed === null) return false
  const newest = book.newestPublishedDay(dailySeries(), today)
  const isOfFeed = dailySeries().some(
    (series) => newest !== undefined && book.publishedOn(series, newest)?.source === book.feed,
  )
  if (newest === undefined || !isOfFeed) return false
  return businessDaysAfter(newest, today, calendar) > MAX_FEED_AGE
}

function publishedOn({ book, today }: RateSnapshot): AlertSituation['publishedToday'] {
  const ofToday = dailySeries().filter(
    (series) => readNewest(book, series, today)?.date === today,
  ).length
  if (ofToday === 0) return 'none'
  return ofToday === dailySeries().length ? 'all' : 'some'
}

/** `version` was read before the corrections. */
export function viewRates(
  { book, calendar }: Pick<RateSnapshot, 'book' | 'calendar'>,
  now: Date,
  corrections: AlertView['corrections'] = new Map(),
  version = book.version,
): AlertView {
  const snapshot = { book, calendar, today: dayInColombo(now) }
  const feed = { stale: isStale(snapshot), publishedToday: publishedOn(snapshot) }
  return { snapshot, now, version, corrections, feed }
}
