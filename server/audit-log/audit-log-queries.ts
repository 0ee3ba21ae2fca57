import { sql } from 'kysely'
import { FILTERED_DEPTH } from '../../contract/audit-log.ts'
import { distinctValues } from '../database/distinct-values.ts'
import type { Db } from '../database/schema.ts'
import { columns, readable, toEntries, type EntryRow } from './entry-row.ts'
import type { Viewer } from './mask-details.ts'
import {
  isNarrowed,
  matches,
  ORDERS,
  resolveFilter,
  type AuditFilter,
  type ResolvedFilter,
} from './matching-entries.ts'

/**
 * Matches are counted to the next multiple of this beyond the page that is shown; then counting
 * stops.
 */
const COUNTING_STEP = 1500

/** The newest entry's number, 0 for none, and the distinct actions. */
export async function readTrailEnd(db: Db) {
  const { rows } = await sql<{ id: number; actions: string[] }>`
    SELECT id, ARRAY(${distinctValues('audit_entry', 'action')}) AS actions
    FROM audit_head`.execute(db)
  const end = rows[0]
  if (!end) throw new Error('audit_head is empty')
  return end
}

/**
 * One page of what a filter finds, newest first. `end` is the newest entry's number; `masking`: for
 * whom others' details are masked.
 */
export async function readPage(
  db: Db,
  given: AuditFilter,
  page: { number: number; size: number; end: number },
  masking: Viewer | null = null,
) {
  const offset = (page.number - 1) * page.size
  if (isNarrowed(given)) {
    const filter = await resolveFilter(db, given, masking)
    const { most, query } = filteredPage(filter, offset, page.size)
    return toPage(db, (await query.execute(db)).rows, most, masking)
  }
  return readWholeTrailPage(
    db,
    Math.min(given.up_to ?? page.end, page.end),
    offset,
    page.size,
    masking,
  )
}

/** Numbers have no gaps, so any page of the whole trail is known by arithmetic. */
async function readWholeTrailPage(
  db: Db,
  newest: number,
  offset: number,
  size: number,
  masking: Viewer | null,
) {
  const first = newest - offset
  const { rows } = await sql<EntryRow>`
    SELECT ${columns} FROM audit_entry e ${readable} WHERE e.id <= ${first} AND e.id >
    ${first - size}
    ORDER BY e.id DESC`.execute(db)
  return { data: await toEntries(db, rows, masking), total: newest, totalIsMinimum: false }
}

/**
 * One statement finds the page and counts on to the next step. Never a named one: PostgreSQL plans
 * it for the searched text, because rare texts want the trigram index and common ones the end of
 * the trail. A span of days is walked by time, not from the end of the trail.
 */
export function filteredPage(filter: ResolvedFilter, offset: number, size: number) {
  const next = (Math.floor((offset + size) / COUNTING_STEP) + 1) * COUNTING_STEP
  const most = Math.min(next, FILTERED_DEPTH)
  const byTime = filter.from !== undefined || filter.to !== undefined
  const order = byTime ? 'latest' : 'newest'
  const query = sql<EntryRow & { hits: number }>`
    WITH hit AS MATERIALIZED (${matches(filter, { order, most: most + 1 })})
    SELECT counted.hits, ${columns}
    FROM (SELECT count(*) AS hits FROM hit) counted
    LEFT JOIN (
      SELECT * FROM hit ORDER BY ${ORDERS[order].by} OFFSET ${sql.lit(offset)} LIMIT
      ${sql.lit(size)}
    ) shown ON true
    LEFT JOIN audit_entry e USING (id) ${readable}
    ORDER BY ${sql.raw(byTime ? 'shown.created_at DESC, shown.id DESC' : 'shown.id DESC')}`
  return { most, query }
}

async function toPage(
  db: Db,
  rows: (EntryRow & { hits: number })[],
  most: number,
  masking: Viewer | null,
) {
  const hits = rows[0]?.hits ?? 0
  // The page behind the last is one row with the count alone.
  const shown = rows.filter(({ id }) => (id as number | null) !== null)
  return {
    data: await toEntries(db, shown, masking),
    total: Math.min(hits, most),
    totalIsMinimum: hits > most,
  }
}
