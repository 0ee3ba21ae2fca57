import { sql } from 'kysely'
import { startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { rateOf, type Rate } from '../../domain/money.ts'
import {
  countingSources,
  rateThatCounts,
  type RateFeedName,
  type RateSource,
} from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import { matchesSeries, RECORDED_CHANGES } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

interface CountingRate {
  readonly rate: Rate
  readonly source: RateSource
}

export interface DayChange {
  readonly version: number
  readonly date: CalendarDate
  readonly at: Date
  /** Null if no rate but the sample's counted for the day. */
  readonly before: CountingRate | null
  readonly now: CountingRate | null
}

/** Returns true for a change made before its day began, which corrects nothing. */
export function isAhead({ date, at }: Pick<DayChange, 'date' | 'at'>): boolean {
  return at < new Date(startInColombo(date))
}

interface ChangeChoice {
  readonly feed: RateFeedName | null
  /** Only days whose newest change has a later version. */
  readonly after: number
  /** Every day after this one; of earlier days, or without it, only those that changed twice. */
  readonly allSince?: CalendarDate
}

const MAX_DAYS = 100

interface Revision {
  readonly version: number
  readonly date: CalendarDate
  readonly at: Date
  readonly source: RateSource
  readonly rate: Rate | null
}

/** Returns the changes of at most 100 days, those changed last. The sample counts as no rate. */
export async function readDayChanges(
  db: Db,
  series: Series,
  { feed, after, allSince }: ChangeChoice,
): Promise<readonly DayChange[]> {
  const sources = countingSources(feed).filter((source) => source !== 'sample')
  const changes = sql`public.change c LEFT JOIN public.change p ON p.version = c.previous
    WHERE ${matchesSeries('c', series)} AND c.subject = 'rate'
      AND c.source = ANY(${sources}) AND c.rate IS DISTINCT FROM p.rate`
  const { rows } = await sql<Omit<Revision, 'rate'> & { rate: string | null }>`
    SELECT version, date, source, rate, created_at AS at
    FROM (
      SELECT c.version FROM ${changes} AND c.date IN (
        SELECT c.date FROM ${changes} GROUP BY c.date
        HAVING max(c.version) > ${after} AND (count(*) > 1 OR c.date > ${allSince ?? null}::date)
        ORDER BY max(c.version) DESC LIMIT ${MAX_DAYS})) changed
      JOIN ${RECORDED_CHANGES} c USING (version)
    ORDER BY version`.execute(db)
  return changesOf(
    rows.map((row) => ({ ...row, rate: row.rate === null ? null : rateOf(row.rate) })),
    sources,
  )
}

function changesOf(
  revisions: readonly Revision[],
  sources: readonly RateSource[],
): readonly DayChange[] {
  const days = new Map<CalendarDate, Map<RateSource, Rate>>()
  return revisions.flatMap(({ version, date, at, source, rate }) => {
    const known = days.getOrInsertComputed(date, () => new Map<RateSource, Rate>())
    const before = counting(known, sources)
    if (rate === null) known.delete(source)
    else known.set(source, rate)
    const now = counting(known, sources)
    return before?.rate === now?.rate ? [] : [{ version, date, at, before, now }]
  })
}

function counting(
  known: ReadonlyMap<RateSource, Rate>,
  sources: readonly RateSource[],
): CountingRate | null {
  const found = rateThatCounts(sources, (source) => {
    const rate = known.get(source)
    return rate === undefined ? undefined : { rate, source }
  })
  return found ?? null
}
