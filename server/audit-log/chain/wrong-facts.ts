import { sql } from 'kysely'
import { distinctValues } from '../../database/distinct-values.ts'
import type { Db } from '../../database/schema.ts'

export interface WrongFact {
  /** Number of the entry whose change it is of; of the newest where there is none. */
  readonly entry: number
  readonly subject: string
  readonly currency: string | null
  readonly kind: string | null
  readonly date: string
  /** What the changes say, and what counts; null where that is nothing. */
  readonly logged: string | null
  readonly shown: string | null
}

export const MAX_NAMED = 20

/**
 * The oldest 20 facts of `live_fact` that do not follow from the changes, series by series, so that
 * no statement takes long.
 */
export async function findWrongFacts(db: Db): Promise<WrongFact[]> {
  const { rows: series } = await sql<{ currency: string | null; kind: string | null }>`
    SELECT value AS currency, kind
    FROM (${distinctValues('change', 'currency')}) known CROSS JOIN rate_kind
    UNION SELECT currency, kind FROM live_fact UNION SELECT NULL, NULL`.execute(db)
  const wrong: (WrongFact & { version: number })[] = []
  for (const { currency, kind } of series) {
    const isOf =
      currency === null
        ? sql`currency IS NULL`
        : sql`currency = ${currency} AND kind IS NOT DISTINCT FROM ${kind}`
    const { rows } = await sql<WrongFact & { version: number }>`
      SELECT coalesce((SELECT min(e.id) FROM audit_entry e
          WHERE e.last_change >= coalesce(d.version, f.version)), (SELECT id FROM audit_head)) AS
          entry,
        coalesce(d.subject, f.subject) AS subject, coalesce(d.currency, f.currency) AS currency,
        coalesce(d.kind, f.kind) AS kind, coalesce(d.date, f.date)::text AS date,
        d.rate::text AS logged, f.rate::text AS shown, coalesce(d.version, f.version) AS version
      FROM (SELECT * FROM derived_fact WHERE ${isOf}) d
        FULL JOIN (SELECT * FROM live_fact WHERE ${isOf}) f ON f.id = d.id
      WHERE d.* IS DISTINCT FROM f.*
      ORDER BY version LIMIT ${sql.lit(MAX_NAMED)}`.execute(db)
    wrong.push(...rows)
  }
  return wrong.sort((one, other) => one.version - other.version).slice(0, MAX_NAMED)
}
