import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AuditEntry, exportAuditTrail } from '../../contract/audit-trail.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import { addDays, startInColombo } from '../../domain/calendar-date.ts'
import { normaliseEmail } from '../../domain/sign-in-code.ts'
import type { Database } from '../database/schema.ts'

/** What narrows the trail down; every part that is given must hold. */
export type AuditFilter = Omit<CheckedInput<typeof exportAuditTrail>['querystring'], 'format'>

/** Matches are counted to the next multiple of this beyond the page that is shown; then counting stops. */
export const COUNTING_STEP = 1500

export interface AuditPage {
  readonly data: AuditEntry[]
  readonly total: number
  readonly totalIsMinimum: boolean
}

/** Number and hash of the newest entry; 0 and 32 zero bytes in an empty trail. */
export interface TrailEnd {
  readonly id: number
  readonly hash: Buffer
}

/** The end of the trail, and the distinct actions in it by a loose index scan: one step of the index for each. */
export async function readTrailEnd(db: Kysely<Database>): Promise<TrailEnd & { actions: string[] }> {
  const { rows } = await sql<TrailEnd & { actions: string[] }>`
    WITH RECURSIVE seen AS (
      (SELECT action FROM audit_entry ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT action FROM audit_entry WHERE action > seen.action ORDER BY action LIMIT 1)
      FROM seen WHERE seen.action IS NOT NULL
    )
    SELECT id, hash, ARRAY(SELECT action FROM seen WHERE action IS NOT NULL) AS actions FROM audit_head`.execute(
    db,
  )
  const end = rows[0]
  if (!end) throw new Error('audit_head is empty')
  return end
}

/** One page of what a filter finds, newest first. `end` is the number of the newest entry. */
export async function readPage(
  db: Kysely<Database>,
  filter: AuditFilter,
  page: { number: number; size: number; end: number },
): Promise<AuditPage> {
  const conditions = filterConditions(filter)
  const offset = (page.number - 1) * page.size
  if (conditions.length > 0) {
    const { most, query } = filteredPage(filter, offset, page.size)
    return toPage((await query.execute(db)).rows, most)
  }
  return readWholeTrailPage(db, Math.min(filter.up_to ?? page.end, page.end), offset, page.size)
}

/** The conditions of a filter but for `up_to`. */
function filterConditions(filter: AuditFilter): RawBuilder<boolean>[] {
  const { action, search, from, to, user, currency } = filter
  return [
    ...(action ? [sql<boolean>`action = ${action}`] : []),
    ...(search ? [sql<boolean>`description ILIKE ${substringPattern(search)}`] : []),
    ...(from ? [sql<boolean>`created_at >= ${new Date(startInColombo(from))}`] : []),
    ...(to ? [sql<boolean>`created_at < ${new Date(startInColombo(addDays(to, 1)))}`] : []),
    ...(user ? [sql<boolean>`user_email = ${normaliseEmail(user)}`] : []),
    ...(currency ? [sql<boolean>`currency = ${currency}`] : []),
  ]
}

function withBound(conditions: RawBuilder<boolean>[], filter: AuditFilter): RawBuilder<boolean>[] {
  return filter.up_to === undefined ? conditions : [...conditions, sql<boolean>`id <= ${filter.up_to}`]
}

/** Every condition of a filter as one, for the export. */
export function wholeCondition(filter: AuditFilter): RawBuilder<boolean> {
  const all = withBound(filterConditions(filter), filter)
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` AND `)}`
}

/** A LIKE pattern for a substring, in which `%`, `_` and `\` stand for themselves. */
export function substringPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Numbers have no gaps, so that the numbers on a page of the whole trail are known without looking: any page costs the same. */
async function readWholeTrailPage(
  db: Kysely<Database>,
  newest: number,
  offset: number,
  size: number,
): Promise<AuditPage> {
  const first = newest - offset
  const { rows } = await sql<EntryRow>`
    SELECT ${columns} FROM audit_entry WHERE id <= ${first} AND id > ${first - size} ORDER BY id DESC`.execute(
    db,
  )
  return { data: rows.map(toEntry), total: newest, totalIsMinimum: false }
}

/**
 * One statement finds the page and counts on from it up to the next step. It is never a named one: PostgreSQL plans it
 * for the very text that is searched, because rare texts want the trigram index and common ones the end of the trail.
 * A span of days comes in the order of time, so that an old one is not searched for from the end of the trail.
 */
export function filteredPage(filter: AuditFilter, offset: number, size: number) {
  const most = (Math.floor((offset + size) / COUNTING_STEP) + 1) * COUNTING_STEP
  const byTime = filter.from !== undefined || filter.to !== undefined
  const order = sql.raw(byTime ? 'created_at DESC, id DESC' : 'id DESC')
  const query = sql<EntryRow & { hits: number }>`
    WITH hit AS MATERIALIZED (
      SELECT id, created_at FROM audit_entry WHERE ${wholeCondition(filter)}
      ORDER BY ${order} LIMIT ${sql.lit(most + 1)}
    )
    SELECT counted.hits, ${columns}
    FROM (SELECT count(*) AS hits FROM hit) counted
    LEFT JOIN (SELECT id FROM hit ORDER BY ${order} OFFSET ${sql.lit(offset)} LIMIT ${sql.lit(size)}) shown ON true
    LEFT JOIN audit_entry USING (id)
    ORDER BY ${order}`
  return { most, query }
}

function toPage(rows: (EntryRow & { hits: number })[], most: number): AuditPage {
  const hits = rows[0]?.hits ?? 0
  // The page behind the last is one row with the count alone.
  const shown = rows.filter(({ id }) => (id as number | null) !== null)
  return { data: shown.map(toEntry), total: Math.min(hits, most), totalIsMinimum: hits > most }
}

interface EntryRow {
  id: number
  action: string
  description: string
  created_at: Date
  user_email: string | null
  ip_address: string | null
  metadata: string
}

const columns = sql.raw('id, action, description, created_at, user_email, ip_address, metadata')

function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    description: row.description,
    created_at: row.created_at.toISOString(),
    user: row.user_email,
    ip_address: row.ip_address,
    metadata: JSON.parse(row.metadata) as AuditEntry['metadata'],
  }
}
