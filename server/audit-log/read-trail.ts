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
  readonly banks: string[] | null
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
 * Reads the trail in pages of at most `size` entries and as many changes. Needs no transaction: only
 * an erasure changes an entry, and its own entry comes later. A page that failed is read again.
 */
export class TrailReader {
  private readonly db: Db
  private readonly size: number
  private readonly page: PageOfIds
  private after: number
  private rows: readonly EntryRow[] = []
  private newest = 0
  /** Changes of the newest entry returned that are still to be read. */
  private range: Range | null = null

  constructor(db: Db, { after = 0, size = 5000, page = allEntries } = {}) {
    this.db = db
    this.size = size
    this.page = page
    this.after = after
  }

  /** Returns null at the end. */
  async next(): Promise<TrailLine[] | null> {
    if (this.range === null && this.rows.length === 0) {
      this.rows = await this.readEntries()
      if (this.rows.length === 0) return null
    }
    const first =
      this.range?.first ??
      this.rows.map((row) => this.rangeOf(row)).find((range) => range)?.first ??
      1
    const last = first + this.size - 1
    const lines: TrailLine[] = []
    const changes = await this.readChanges(first, last)
    let [row, read] = [0, 0]
    for (;;) {
      const { range } = this
      if (range) {
        // In an edited trail, ranges may also lead back.
        if (range.first < first || range.first > last) break
        for (let each = changes[read]; each && each.version <= range.last; each = changes[++read])
          if (each.version >= range.first) lines.push({ change: each })
        this.range = range.last > last ? { first: last + 1, last: range.last } : null
        if (this.range) break
      }
      const entry = this.rows[row++]
      if (!entry) break
      lines.push(toLine(entry))
      this.range = this.rangeOf(entry)
    }
    this.rows = this.rows.slice(row)
    return lines
  }

  /** Ends with the newest change, because an edited entry may name any number. */
  private rangeOf({ first_change: first, last_change: last }: EntryRow): Range | null {
    if (first === null || last === null) return null
    const end = Math.min(last, this.newest)
    return first <= end ? { first, last: end } : null
  }

  private async readEntries(): Promise<readonly EntryRow[]> {
    const { rows } = await sql<EntryRow>`
      SELECT e.id, e.action, e.description,
        to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at,
        e.actor, e.user_id, e.subject_id, e.metadata, encode(e.actor_hash, 'hex') AS actor_hash,
        encode(e.content_hash, 'hex') AS content_hash, e.first_change, e.last_change,
        encode(e.changes_hash, 'hex') AS changes_hash,
        encode(e.previous_hash, 'hex') AS previous_hash, encode(e.hash, 'hex') AS hash,
        e.days::text AS days, e.currencies, e.banks,
        encode(a.salt, 'hex') AS actor_salt, a.data AS actor_data,
        encode(c.salt, 'hex') AS content_salt, c.data AS content_data, c.sentence
      FROM (${this.page(this.after, this.size)}) chosen JOIN ONLY public.audit_entry e USING (id)
        LEFT JOIN ONLY public.audit_personal a ON a.entry_id = e.id AND a.part = 'actor'
        LEFT JOIN ONLY public.audit_personal c ON c.entry_id = e.id AND c.part = 'content'
      ORDER BY e.id`.execute(this.db)
    const newest = await sql<{ version: number | null }>`
      SELECT max(version) AS version FROM ONLY public.change`.execute(this.db)
    this.after = rows.at(-1)?.id ?? this.after
    this.newest = newest.rows[0]?.version ?? 0
    return rows
  }

  private async readChanges(first: number, last: number): Promise<ChainedChange[]> {
    const { rows } = await sql<ChainedChange>`
      SELECT ${columns}, undone FROM ONLY public.change LEFT JOIN (
        SELECT version, array_agg(undone ORDER BY undone) AS undone FROM ONLY public.undo
        WHERE version BETWEEN ${first} AND ${last} GROUP BY version) u USING (version)
      WHERE version BETWEEN ${first} AND ${last} ORDER BY version`.execute(this.db)
    return rows
  }
}

interface Range {
  readonly first: number
  readonly last: number
}

function toLine(row: EntryRow): EntryLine {
  const { days, currencies, banks, actor_salt, actor_data, ...rest } = row
  const { content_salt, content_data, sentence, ...entry } = rest
  return {
    entry,
    actor: actor_salt === null ? null : { salt: actor_salt, data: actor_data ?? '' },
    content:
      content_salt === null ? null : { salt: content_salt, data: content_data ?? '', sentence },
    touched: { days, currencies, banks },
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
