import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { CHANGE_FIELDS, ChangesHash, type ChainedChange } from '../change-hash.ts'
import type { ChainedEntry } from '../entry-hash.ts'
import { readErasures } from '../erasures.ts'
import { isCommitted, readTexts, splitMetadata, type Commitments } from '../typed-texts.ts'
import type { ChainBreak } from './chain-check.ts'

/** Changes that are read at once, where nobody else waits for this process. */
const PAGE = 5000

/**
 * Checks that every change belongs to one entry, and that an entry's changes have the hash it
 * holds. Reads `size` at a time.
 */
export class ChangesCheck {
  /** How many changes were looked at. */
  rows = 0
  broken: ChainBreak | null = null
  private readonly db: Db
  /** The newest version that an entry covered so far. */
  private covered: number
  private readonly size: number
  private page: ReadonlyMap<number, ChainedChange> = new Map()
  /** Commitments to typed texts that are still to be looked at, with the entry that holds each. */
  private texts: { readonly entry: number; readonly hash: string }[] = []

  constructor(db: Db, covered = 0, size = PAGE) {
    this.db = db
    this.covered = covered
    this.size = size
  }

  async add(entry: ChainedEntry) {
    const { id, first_change: first, last_change: last, changes_hash } = entry
    if (this.texts.length >= this.size) await this.finishTexts()
    if (entry.metadata.includes('"texts"')) this.addTexts(id, splitMetadata(entry.metadata).texts)
    if (first === null || last === null) return
    if (first > this.covered + 1) this.break('GAP', id)
    if (first <= this.covered) this.break('EDITED', id)
    const hash = new ChangesHash()
    for (let version = first; version <= last; version++) {
      const change = this.page.get(version) ?? (await this.turnTo(version))
      // The hash tells that it is missing, and those behind it with it.
      if (!change) break
      hash.add(change)
      if (change.texts !== null) this.addTexts(id, JSON.parse(change.texts) as Commitments)
      this.rows++
    }
    if (!changes_hash?.equals(hash.digest())) this.break('EDITED', id)
    this.covered = last
  }

  /** Checks each typed text against its entry's commitment or an erasure's. */
  async finishTexts(): Promise<void> {
    const [given, db] = [this.texts, this.db]
    this.texts = []
    const found = await readTexts(
      db,
      given.map(({ hash }) => hash),
    )
    const isOther = (hash: string, expected: string | undefined) => {
      const text = found.get(hash)
      return !text || !isCommitted(text, expected)
    }
    const others = given.filter(({ hash }) => isOther(hash, hash))
    if (others.length === 0) return
    // Read afterwards: what was erased between the two is recorded by now.
    const erasures = await readErasures(db)
    const wrong = others.find(({ hash }) => isOther(hash, erasures.redaction(hash)))
    if (wrong && wrong.entry < (this.broken?.at ?? Infinity))
      this.broken = { kind: 'EDITED', at: wrong.entry }
  }

  /** Looks for changes and undone entries that no entry up to `end` covers. */
  async finish(end: number): Promise<void> {
    await this.finishTexts()
    const { rows } = await sql`
      SELECT FROM (SELECT version FROM change UNION ALL SELECT version FROM undo) AS kept
      WHERE version > ${this.covered} OR version < 1 LIMIT 1`.execute(this.db)
    if (rows.length > 0) this.break('GAP', end + 1)
  }

  private async turnTo(version: number): Promise<ChainedChange | undefined> {
    if (this.texts.length >= this.size) await this.finishTexts()
    const changes = await readChainedChanges(this.db, version, version + this.size - 1)
    this.page = new Map(changes.map((change) => [change.version, change]))
    return this.page.get(version)
  }

  private addTexts(entry: number, texts: Commitments): void {
    for (const hash of Object.values(texts)) if (hash !== null) this.texts.push({ entry, hash })
  }

  private break(kind: ChainBreak['kind'], at: number): void {
    this.broken ??= { kind, at }
  }
}

/** The newest version that the entries up to a number cover. */
export async function readCovered(db: Db, id: number): Promise<number> {
  const newest = await db
    .selectFrom('audit_entry')
    .select('last_change')
    .where('id', '<=', id)
    .where('last_change', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.last_change ?? 0
}

const columns = sql.raw(
  CHANGE_FIELDS.map((name) =>
    ['fact', 'texts', 'date'].includes(name) ? `${name}::text` : `"${name}"`,
  ).join(', '),
)

/** Changes as their hash is made of them, in the order of their versions. */
export async function readChainedChanges(
  db: Db,
  first: number,
  last: number,
): Promise<ChainedChange[]> {
  const { rows } = await sql<ChainedChange>`
    SELECT ${columns}, undone
    FROM change LEFT JOIN (
      SELECT version, array_agg(undone ORDER BY undone) AS undone FROM undo
      WHERE version BETWEEN ${first} AND ${last} GROUP BY version) u USING (version)
    WHERE version BETWEEN ${first} AND ${last} ORDER BY version`.execute(db)
  return rows
}
