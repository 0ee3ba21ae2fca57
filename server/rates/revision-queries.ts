import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { RATE_FEEDS, type RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type Series } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'

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
  /** The audit entry that tells of it, with its hash in hex; null where none does, as of a change beside the product. */
  readonly entry: { readonly id: number; readonly hash: string } | null
}

type Row = StoredRevision & { place: string; is_newest: boolean; total: string }

/**
 * The newest revision of each source, one page of all of them (page 1 has the newest; oldest first within it) and how many
 * there are. One query, so that they agree; it reads the day's revisions by their index and gives back `size` rows and a few.
 */
export async function readRevisions(
  db: Db,
  { currency, kind, date, sources, knownAt }: RevisionChoice,
  { page, size }: { page: number; size: number },
): Promise<{ newest: StoredRevision[]; onPage: StoredRevision[]; total: number }> {
  const before = (page - 1) * size
  const entry = entryOfRevision({ currency, kind, date })
  const { rows } = await sql<Row>`
    SELECT n.version, n.at, n.source, n.rate, u.name AS by, n.corrected, n.place, n.is_newest, n.total,
      CASE WHEN entry.id IS NOT NULL THEN json_build_object('id', entry.id, 'hash', encode(entry.hash, 'hex')) END AS entry
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
    LEFT JOIN LATERAL (${entry}) AS entry ON true
    WHERE n.is_newest OR (n.place > ${before}::bigint AND n.place <= ${before + size}::bigint)
    ORDER BY n.version`.execute(db)
  return {
    newest: rows.filter((row) => row.is_newest),
    onPage: rows.filter(({ place }) => Number(place) > before && Number(place) <= before + size),
    total: Number(rows[0]?.total ?? 0),
  }
}

/**
 * The audit entry of a revision `n` of a day: written in the same transaction with the same instant, it names the day and the new
 * rate, or, of what was taken from a feed or a file, the days from the first to the last.
 */
function entryOfRevision({ currency, kind, date }: Pick<RevisionChoice, 'currency' | 'kind' | 'date'>) {
  const names = (part: RawBuilder<unknown>) => sql`
    coalesce(${part} ->> 'date', said ->> 'first_day') = ${date}
      AND coalesce(${part} ->> 'kind', said ->> 'kind', ${DEFAULT_KIND}) = ${kind}
      AND coalesce(${part} ->> 'currency', e.currency) = ${currency}
      AND (${part} ->> 'to')::numeric IS NOT DISTINCT FROM n.rate`
  return sql`
    SELECT e.id, e.hash FROM audit_entry e, LATERAL (SELECT e.metadata::json AS said) AS parsed
    WHERE e.created_at = n.at AND e.action LIKE '% exchange rate%'
      AND (e.currency IS NULL OR e.currency = ${currency})
      AND CASE
        WHEN n.source = 'sample' AND n.rate IS NULL THEN (said ->> 'sample_removed')::boolean
        WHEN said ->> 'feed' IS NOT NULL OR said ->> 'source' IS NOT NULL THEN
          coalesce(said ->> 'feed', said ->> 'source') = n.source
            AND ${date} BETWEEN coalesce(said ->> 'first_day', ${date}) AND coalesce(said ->> 'last_day', ${date})
        WHEN n.source <> 'manual' THEN false
        WHEN said -> 'changes' IS NOT NULL THEN
          EXISTS (SELECT FROM json_array_elements(said -> 'changes') AS change WHERE ${names(sql`change`)})
        ELSE ${names(sql`said`)}
      END
    ORDER BY e.id LIMIT 1`
}

/** Whether a day ever had a rate. */
export async function hasRevisions(
  db: Db,
  { currency, kind, date, sources }: RevisionChoice,
): Promise<boolean> {
  const found = await db
    .selectFrom('rate_revision')
    .select('version')
    .where((eb) => eb.and({ currency, kind, date }))
    .where('source', 'in', sources)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
