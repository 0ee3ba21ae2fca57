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

/**
 * Compares `fact_state` with the changes, both in pages, so that no statement takes long. Each
 * change with a value must have its fact, and each fact its change:
 * - the fact of a manual rate is of this change or a later one;
 * - other facts are of this change, if no later one replaced it;
 * - a fact has the columns of its change, and ends with the change after it.
 *
 * Uses `ONLY`, no views and no functions: the owner of the database can replace them.
 */
export class FactReader {
  /** The oldest. */
  readonly wrong: WrongFact[] = []
  private readonly db: Db
  private readonly size: number
  private pass: 'changes' | 'facts' | 'done' = 'changes'
  private from: number | null = null

  constructor(db: Db, size: number) {
    this.db = db
    this.size = size
  }

  /** Compares a page. Returns false at the end. A page that failed is compared again. */
  async next(): Promise<boolean> {
    const { pass, from, db } = this
    if (pass === 'done') return false
    const table = sql.table(pass === 'changes' ? 'public.change' : 'public.fact_state')
    const { rows: next } = await sql<{ version: number }>`
      SELECT version FROM ONLY ${table} WHERE ${isFrom('version', from)}
      ORDER BY version OFFSET ${sql.lit(this.size)} LIMIT 1`.execute(db)
    const to = next[0]?.version ?? null
    const isInPage = (column: string) =>
      sql`${isFrom(column, from)} AND ${to === null ? sql`true` : sql`${sql.ref(column)} < ${to}`}`
    const { rows } = await (pass === 'changes' ? withoutFact : withoutChange)(isInPage).execute(db)
    this.keep(rows)
    this.from = to
    if (to === null) this.pass = pass === 'changes' ? 'facts' : 'done'
    return this.pass !== 'done'
  }

  private keep(found: readonly WrongFact[]): void {
    const known = new Set(this.wrong.map(({ version }) => version))
    this.wrong.push(...found.filter(({ version }) => !known.has(version)))
    this.wrong.sort((one, other) => one.version - other.version).splice(MAX_NAMED)
  }
}

const isFrom = (column: string, from: number | null) =>
  from === null ? sql`true` : sql`${sql.ref(column)} >= ${from}`

type IsInPage = (column: string) => RawBuilder<unknown>

const withoutFact = (isInPage: IsInPage) => sql<WrongFact>`
  SELECT ${entryOf(sql`c.version`)} AS entry, c.version, c.subject, c.currency, c.kind,
    c.date::text AS date, c.rate::text AS recorded, f.rate::text AS published
  FROM (SELECT * FROM ONLY public.change WHERE ${isInPage('version')}) c
    LEFT JOIN ONLY public.fact_state f ON f.id = coalesce(c.origin, c.version)
  WHERE (c.rate IS NOT NULL OR c.fact IS NOT NULL)
    AND CASE c.source WHEN 'manual' THEN f.version IS NULL OR f.version < c.version
      ELSE f.version IS DISTINCT FROM c.version
        AND NOT EXISTS (SELECT FROM ONLY public.change later WHERE later.previous = c.version) END
  ORDER BY c.version LIMIT ${sql.lit(MAX_NAMED)}`

/** Each table by its own range, because the planner would read a whole index for `LIMIT`. */
const withoutChange = (isInPage: IsInPage) => sql<WrongFact>`
  SELECT ${entryOf(sql`f.version`)} AS entry, f.version, f.subject, f.currency, f.kind,
    f.date::text AS date, CASE WHEN later.version IS NULL THEN c.rate::text END AS recorded,
    f.rate::text AS published
  FROM (SELECT * FROM ONLY public.fact_state WHERE ${isInPage('version')}) f
    LEFT JOIN (SELECT * FROM ONLY public.change WHERE ${isInPage('version')}) c USING (version)
    LEFT JOIN (SELECT * FROM ONLY public.change WHERE ${isInPage('previous')}) later
      ON later.previous = f.version
  WHERE (f.id, f.ended, f.subject, f.currency, f.kind, f.bank, f.date, f.part, f.source, f.rate)
    IS DISTINCT FROM (coalesce(c.origin, c.version), later.version, c.subject, c.currency, c.kind,
      c.bank, c.date, c.part, c.source, c.rate)
    OR c.rate IS NULL AND c.fact IS NULL
    OR later.version IS NOT NULL AND c.source IS DISTINCT FROM 'manual'
  ORDER BY f.version LIMIT ${sql.lit(MAX_NAMED)}`

const entryOf = (version: RawBuilder<unknown>) => sql`coalesce(
  (SELECT id FROM ONLY public.audit_entry e WHERE e.last_change >= ${version}
    ORDER BY e.last_change LIMIT 1),
  (SELECT max(id) FROM ONLY public.audit_entry), 1)`

export const insertFacts = sql`
  INSERT INTO public.fact_state
    (id, version, ended, subject, currency, kind, bank, date, part, source, rate)
  SELECT newest.id, c.version, later.version AS ended, c.subject, c.currency, c.kind,
    c.bank, c.date::date, c.part, c.source, c.rate::numeric(12, 4)
  FROM (SELECT coalesce(origin, version) AS id, max(version) AS version
      FROM ONLY public.change WHERE rate IS NOT NULL OR fact IS NOT NULL GROUP BY 1) newest
    JOIN ONLY public.change c USING (version)
    LEFT JOIN ONLY public.change later ON later.previous = c.version
  WHERE later.version IS NULL OR c.source = 'manual'`

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
    await sql`SELECT public.lock_facts()`.execute(trx)
    await sql`DELETE FROM public.fact_state`.execute(trx)
    const made = await insertFacts.execute(trx)
    return Number(made.numAffectedRows ?? 0)
  })
}
