import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { countingSources, type RateFeedName } from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import { entryOf, isOfSeries, sourceOf } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

/** Days that are named of a sealed period that was corrected. */
const MAX_CORRECTIONS = 31

/** Days of a series, and the change of a rate after which another is a correction. */
export interface SealedStretch {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly after: number
}

/** The days changed after each stretch was sealed, with its index and the first change. */
export async function readCorrections(
  db: Db,
  series: Series,
  feed: RateFeedName | null,
  stretches: readonly SealedStretch[],
): Promise<{ index: number; date: CalendarDate; at: Date }[]> {
  const { rows } = await sql<{ index: number; date: CalendarDate; at: Date }>`
    SELECT n - 1 AS index, revised.date, revised.at
    FROM jsonb_array_elements(${JSON.stringify(stretches)}::jsonb) WITH ORDINALITY AS stretch
    (value, n),
      LATERAL (SELECT c.date::date AS date, min(e.created_at) AS at
        FROM change c LEFT JOIN change p ON p.version = c.previous
          CROSS JOIN LATERAL ${entryOf('c.version')} e
        WHERE ${isOfSeries('c', series)} AND c.subject = 'rate'
          AND ${sourceOf('c')} = ANY(${countingSources(feed)})
          AND c.date BETWEEN (value->>'from')::date AND (value->>'to')::date
          AND c.version > (value->>'after')::bigint AND c.rate IS DISTINCT FROM p.rate
        GROUP BY c.date ORDER BY c.date LIMIT ${MAX_CORRECTIONS}) AS revised
    ORDER BY n, revised.date`.execute(db)
  return rows
}
