import { sql, type Kysely } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { RATE_FEEDS, type RateSource } from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import type { Database } from '../database/schema.ts'

/** Which revisions of which day. */
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
}

type Row = StoredRevision & { place: string; is_newest: boolean; total: string }

/**
 * The newest revision of each source, one page of all of them (page 1 has the newest; oldest first within it) and how many
 * there are. One query, so that they agree; it reads the day's revisions by their index and gives back `size` rows and a few.
 */
export async function readRevisions(
  db: Kysely<Database>,
  { currency, kind, date, sources, knownAt }: RevisionChoice,
  { page, size }: { page: number; size: number },
): Promise<{ newest: StoredRevision[]; onPage: StoredRevision[]; total: number }> {
  const before = (page - 1) * size
  const { rows } = await sql<Row>`
    SELECT n.version, n.at, n.source, n.rate, u.name AS by, n.corrected, n.place, n.is_newest, n.total
    FROM (
      SELECT version, at, source, rate, user_id,
        row_number() OVER (ORDER BY version DESC) AS place,
        row_number() OVER (PARTITION BY source ORDER BY version DESC) = 1 AS is_newest,
        source = ANY(${RATE_FEEDS}) AND rate IS NOT NULL
          AND lag(rate) OVER (PARTITION BY source ORDER BY version) IS NOT NULL AS corrected,
        count(*) OVER () AS total
      FROM rate_revision
      WHERE currency = ${currency} AND kind = ${kind} AND date = ${date} AND source = ANY(${sources})
        AND (${knownAt}::timestamptz IS NULL OR at <= ${knownAt})
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

/** Whether a day ever had a rate. */
export async function hasRevisions(
  db: Kysely<Database>,
  { currency, kind, date, sources }: RevisionChoice,
): Promise<boolean> {
  const found = await db
    .selectFrom('rate_revision')
    .select('version')
    .where('currency', '=', currency)
    .where('kind', '=', kind)
    .where('date', '=', date)
    .where('source', 'in', sources)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
