import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/schema.ts'

export interface WrongFact {
  readonly entry: number
  readonly version: number
  readonly subject: string
  readonly currency: string | null
  readonly kind: string | null
  readonly date: string | null
  readonly recorded: string | null
  readonly published: string | null
}

const MAX_NAMED = 20

/** Uses `ONLY`, no views and no functions: the owner of the database can replace them. */
export const derivedFacts = (isOfSeries: RawBuilder<unknown> = sql`true`) => sql`
  SELECT newest.id, c.version, later.version AS ended, c.subject, newest.currency, newest.kind,
    c.publisher, c.date::date AS date, c.part, c.source, c.rate::numeric(12, 4) AS rate
  -- Grouped by series too, so that the changes of one series are found by the index.
  FROM (SELECT coalesce(origin, version) AS id, currency, kind, max(version) AS version
      FROM ONLY public.change
      WHERE (rate IS NOT NULL OR fact IS NOT NULL) AND ${isOfSeries} GROUP BY 1, 2, 3) newest
    JOIN ONLY public.change c USING (version)
    LEFT JOIN ONLY public.change later ON later.previous = c.version
  WHERE later.version IS NULL OR c.source = 'manual'`

/**
 * Returns the 20 oldest differences between `live_fact` and the changes. Reads by series, to keep
 * statements short.
 */
export async function findWrongFacts(db: Db): Promise<WrongFact[]> {
  const { rows: series } = await sql<{ currency: string | null; kind: string | null }>`
    WITH RECURSIVE step AS (
      (SELECT currency, kind FROM ONLY public.change WHERE currency IS NOT NULL
        ORDER BY currency, kind LIMIT 1)
      UNION ALL
      SELECT next.* FROM step CROSS JOIN LATERAL (
        SELECT currency, kind FROM ONLY public.change c
        WHERE (c.currency, c.kind) > (step.currency, step.kind)
        ORDER BY currency, kind LIMIT 1) next
    )
    SELECT * FROM step UNION SELECT currency, kind FROM ONLY public.live_fact
    UNION SELECT NULL, NULL`.execute(db)
  const wrong: WrongFact[] = []
  for (const { currency, kind } of series) {
    const isOf =
      currency === null
        ? sql`currency IS NULL`
        : sql`currency = ${currency} AND kind IS NOT DISTINCT FROM ${kind}`
    const { rows } = await sql<WrongFact>`
      SELECT coalesce((SELECT min(e.id) FROM ONLY public.audit_entry e
          WHERE e.last_change >= coalesce(d.version, f.version)),
          (SELECT max(id) FROM ONLY public.audit_entry), 1) AS entry,
        coalesce(d.version, f.version) AS version,
        coalesce(d.subject, f.subject) AS subject, coalesce(d.currency, f.currency) AS currency,
        coalesce(d.kind, f.kind) AS kind, coalesce(d.date, f.date)::text AS date,
        d.rate::text AS recorded, f.rate::text AS published
      FROM (${derivedFacts(isOf)}) d
        FULL JOIN (SELECT * FROM ONLY public.live_fact WHERE ${isOf}) f ON f.id = d.id
      WHERE (d.id, d.version, d.ended, d.subject, d.currency, d.kind, d.publisher, d.date, d.part,
          d.source, d.rate) IS DISTINCT FROM (f.id, f.version, f.ended, f.subject, f.currency,
          f.kind, f.publisher, f.date, f.part, f.source, f.rate)
      ORDER BY version LIMIT ${sql.lit(MAX_NAMED)}`.execute(db)
    wrong.push(...rows)
  }
  return wrong.sort((one, other) => one.version - other.version).slice(0, MAX_NAMED)
}

export function describeWrongFact(fact: WrongFact): string {
  const name = [fact.subject, fact.currency, fact.kind, fact.date].filter((each) => each !== null)
  const { recorded, published } = fact
  return `${name.join(' ')}: recorded ${recorded ?? 'nothing'}, published ${published ?? 'nothing'}`
}

/**
 * Needs the owner of the tables. Returns the number of facts. Running servers keep the old ones
 * until they are restarted.
 */
export async function rebuildFacts(owner: Db): Promise<number> {
  return owner.transaction().execute(async (trx) => {
    await sql`SELECT lock_facts()`.execute(trx)
    await sql`DELETE FROM public.live_fact`.execute(trx)
    const made = await sql`INSERT INTO public.live_fact ${derivedFacts()}`.execute(trx)
    return Number(made.numAffectedRows ?? 0)
  })
}
