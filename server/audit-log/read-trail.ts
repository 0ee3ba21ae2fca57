import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/schema.ts'
import {
  CHANGE_FIELDS,
  GENESIS,
  type ChainEnd,
  type ChainedChange,
  type ChainedEntry,
  type EntryLine,
  type TrailLine,
} from './trail-format.ts'

interface EntryRow extends ChainedEntry {
  readonly days: string | null
  readonly currencies: string[] | null
  readonly publishers: string[] | null
  readonly actor_salt: string | null
  readonly actor_data: string | null
  readonly content_salt: string | null
  readonly content_data: string | null
  readonly sentence: string | null
}

/** Returns the genesis if the head was removed. */
export async function readHead(db: Db): Promise<ChainEnd & { readonly version: number }> {
  const { rows } = await sql<ChainEnd & { version: number }>`
    SELECT id, encode(hash, 'hex') AS hash, version FROM ONLY public.audit_head`.execute(db)
  return rows[0] ?? { ...GENESIS, version: 0 }
}

type PageOfIds = (after: number, size: number) => RawBuilder<unknown>

const allEntries: PageOfIds = (after, size) => sql`
  SELECT id FROM ONLY public.audit_entry WHERE id > ${after} ORDER BY id LIMIT ${sql.lit(size)}`

/**
 * Needs no transaction: only an erasure changes an entry, and its own entry comes later in the
 * stream.
 */
export async function* readTrail(
  db: Db,
  { after: start = 0, size = 5000, page = allEntries } = {},
): AsyncGenerator<TrailLine> {
  for (let after = start, more = true; more;) {
    const { rows } = await sql<EntryRow>`
      SELECT e.id, e.action, e.description,
        to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at,
        e.actor, e.user_id, e.metadata, encode(e.actor_hash, 'hex') AS actor_hash,
        encode(e.content_hash, 'hex') AS content_hash, e.first_change, e.last_change,
        encode(e.changes_hash, 'hex') AS changes_hash,
        encode(e.previous_hash, 'hex') AS previous_hash, encode(e.hash, 'hex') AS hash,
        e.days::text AS days, e.currencies, e.publishers,
        encode(a.salt, 'hex') AS actor_salt, a.data AS actor_data,
        encode(c.salt, 'hex') AS content_salt, c.data AS content_data, c.sentence
      FROM (${page(after, size)}) chosen JOIN ONLY public.audit_entry e USING (id)
        LEFT JOIN ONLY public.audit_personal a ON a.entry_id = e.id AND a.part = 'actor'
        LEFT JOIN ONLY public.audit_personal c ON c.entry_id = e.id AND c.part = 'content'
      ORDER BY e.id`.execute(db)
    const changes = new ChangeReader(db, size)
    for (const row of rows) {
      yield toLine(row)
      if (row.first_change !== null && row.last_change !== null)
        for (let version = row.first_change; version <= row.last_change; version++)
          for (const change of await changes.read(version)) yield { change }
    }
    more = rows.length === size
    after = rows.at(-1)?.id ?? after
  }
}

function toLine(row: EntryRow): EntryLine {
  const { days, currencies, publishers, actor_salt, actor_data, ...rest } = row
  const { content_salt, content_data, sentence, ...entry } = rest
  return {
    entry,
    actor: actor_salt === null ? null : { salt: actor_salt, data: actor_data ?? '' },
    content:
      content_salt === null ? null : { salt: content_salt, data: content_data ?? '', sentence },
    touched: { days, currencies, publishers },
  }
}

const columns = sql.raw(
  CHANGE_FIELDS.map((name) =>
    name === 'date'
      ? `to_char(date, 'YYYY-MM-DD') AS date`
      : name === 'fact'
        ? 'fact::text'
        : `"${name}"`,
  ).join(', '),
)

class ChangeReader {
  private readonly db: Db
  private readonly size: number
  private upTo = 0
  private page = new Map<number, ChainedChange[]>()

  constructor(db: Db, size: number) {
    this.db = db
    this.size = size
  }

  /** Several changes if a number was used twice. */
  async read(version: number): Promise<readonly ChainedChange[]> {
    if (version > this.upTo) {
      this.upTo = version + this.size - 1
      const { rows } = await sql<ChainedChange>`
        SELECT ${columns}, undone FROM ONLY public.change LEFT JOIN (
          SELECT version, array_agg(undone ORDER BY undone) AS undone FROM ONLY public.undo
          WHERE version BETWEEN ${version} AND ${this.upTo} GROUP BY version) u USING (version)
        WHERE version BETWEEN ${version} AND ${this.upTo} ORDER BY version`.execute(this.db)
      this.page = new Map()
      for (const row of rows)
        this.page.set(row.version, [...(this.page.get(row.version) ?? []), row])
    }
    return this.page.get(version) ?? []
  }
}

/**
 * Finds changes, undone entries and personal parts of no entry, in one statement for one snapshot.
 */
export async function hasUncoveredChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH covered AS (SELECT coalesce(max(last_change), 0) AS version FROM ONLY public.audit_entry),
      named AS (SELECT coalesce(max(version), 0) AS version FROM ONLY public.audit_head)
    SELECT covered.version <> named.version
      OR EXISTS (SELECT FROM ONLY public.change c WHERE c.version > covered.version)
      OR EXISTS (SELECT FROM ONLY public.change c WHERE c.version < 1)
      OR EXISTS (SELECT FROM ONLY public.undo u WHERE u.version > covered.version OR u.version < 1)
      OR EXISTS (SELECT FROM ONLY public.audit_personal p WHERE p.entry_id > newest.id)
      OR EXISTS (SELECT FROM ONLY public.audit_personal p WHERE p.entry_id < 1) AS found
    FROM covered, named, (SELECT coalesce(max(id), 0) AS id FROM ONLY public.audit_entry) newest`.execute(
    db,
  )
  return rows[0]?.found ?? true
}
