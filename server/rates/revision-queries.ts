import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import { entryOf, isOfSeries, sourceOf } from '../audit-log/record-changes.ts'
import type { Db } from '../database/schema.ts'

export interface RevisionChoice extends Series {
  readonly date: CalendarDate
  readonly sources: readonly RateSource[]
  /** Only those up to then; null: all. */
  readonly knownAt: Date | null
}

/** A change of one source's rate of a day as it is stored. */
export interface StoredRevision {
  readonly version: number
  readonly at: Date
  readonly source: RateSource
  /** As `numeric` writes it; null: from then on this source had none. */
  readonly rate: string | null
  readonly by: string | null
  /** Whether a feed said another rate before: its publisher has corrected it. */
  readonly corrected: boolean
  /** The audit entry that it is of, with its hash in hex. */
  readonly entry: { readonly id: number; readonly hash: string }
}

type Row = StoredRevision & { place: string; is_newest: boolean; total: string }

/**
 * The newest revision of each source, one page of all (the newest first, each page ascending) and
 * their number, in one query, so that they agree.
 */
export async function readRevisions(
  db: Db,
  choice: RevisionChoice,
  { page, size }: { page: number; size: number },
): Promise<{ newest: StoredRevision[]; onPage: StoredRevision[]; total: number }> {
  const before = (page - 1) * size
  const { rows } = await sql<Row>`
    SELECT n.version, n.at, n.source, n.rate, u.name AS by, n.corrected, n.place, n.is_newest,
    n.total,
      json_build_object('id', n.entry, 'hash', encode(n.hash, 'hex')) AS entry
    FROM (
      SELECT c.version, e.created_at AS at, ${sourceOf('c')} AS source, c.rate, e.user_id,
        e.id AS entry, e.hash,
        row_number() OVER (ORDER BY c.version DESC) AS place,
        row_number() OVER (PARTITION BY c.source, c.publisher ORDER BY c.version DESC) = 1
          AS is_newest,
        c.source = 'feed' AND c.rate IS NOT NULL AND p.rate IS NOT NULL AS corrected,
        count(*) OVER () AS total
      FROM ${changesOfValue(choice)}
    ) AS n
    LEFT JOIN app_user AS u ON u.id = n.user_id
    WHERE n.is_newest OR (n.place > ${before}::bigint AND n.place <= ${before + size}::bigint)
    ORDER BY n.version`.execute(db)
  return {
    newest: rows.filter((row) => row.is_newest),
    onPage: rows.filter(({ place }) => Number(place) > before && Number(place) <= before + size),
    total: Number(rows[0]?.total ?? 0),
  }
}

/**
 * The changes `c` of a day's rate to another value, with the one before, `p`, and the entry, `e`.
 */
function changesOfValue({ date, sources, knownAt, ...series }: RevisionChoice) {
  return sql`change c LEFT JOIN change p ON p.version = c.previous
      CROSS JOIN LATERAL ${entryOf('c.version')} e
    WHERE ${isOfSeries('c', series)} AND c.date = ${date}
      AND c.subject = 'rate' AND ${sourceOf('c')} = ANY(${sources})
      AND c.rate IS DISTINCT FROM p.rate
      AND (${knownAt}::timestamptz IS NULL OR e.created_at <= ${knownAt})`
}

/** Whether a day ever had a rate. */
export async function hasRevisions(db: Db, choice: RevisionChoice): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${changesOfValue({ ...choice, knownAt: null })} LIMIT 1`.execute(db)
  return rows.length > 0
}
