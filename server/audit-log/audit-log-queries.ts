import { sql, type RawBuilder } from 'kysely'
import { FILTERED_DEPTH } from '../../contract/schema/audit-log.schema.ts'
import type { exportAuditTrail } from '../../contract/audit-log.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import { addDays, startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { normaliseEmail } from '../../domain/identity/sign-in-code.ts'
import type { Db } from '../database/schema.ts'
import { formerUserId } from './audit-sentence.ts'
import { columns, readable, toEntry, type EntryRow } from './entry-row.ts'
import { searchable, type Viewer } from './mask-details.ts'

/** What narrows the trail down; every part that is given must hold. */
export type AuditFilter = Omit<CheckedInput<typeof exportAuditTrail>['querystring'], 'format'>

/** Matches are counted to the next multiple of this beyond the page that is shown; then counting stops. */
export const COUNTING_STEP = 1500

/** The number of the newest entry, 0 in an empty trail, and the distinct actions by a loose index scan: one step of the index for each. */
export async function readTrailEnd(db: Db) {
  const { rows } = await sql<{ id: number; actions: string[] }>`
    WITH RECURSIVE seen AS (
      (SELECT action FROM audit_entry ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT action FROM audit_entry WHERE action > seen.action ORDER BY action LIMIT 1)
      FROM seen WHERE seen.action IS NOT NULL
    )
    SELECT id, ARRAY(SELECT action FROM seen WHERE action IS NOT NULL) AS actions FROM audit_head`.execute(db)
  const end = rows[0]
  if (!end) throw new Error('audit_head is empty')
  return end
}

/** A filter whose user is known: a user's number, or the name of an actor that is no user. */
export type ResolvedFilter = Omit<AuditFilter, 'user'> & {
  readonly actor?: number | string
  /** The user in whose entries alone masked details are searched; null where nothing is masked. */
  readonly maskedFor: number | null
}

/** Finds out whom a filter means by its address; an erased user has a number instead. `masking`: for whom others' details are masked. */
export async function resolveFilter(
  db: Db,
  { user, ...filter }: AuditFilter,
  masking: Viewer | null = null,
): Promise<ResolvedFilter> {
  const maskedFor = masking?.id ?? null
  if (!user) return { ...filter, maskedFor }
  const former = formerUserId(user)
  if (former !== undefined) return { ...filter, maskedFor, actor: former }
  const email = normaliseEmail(user)
  const found = await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst()
  return { ...filter, maskedFor, actor: found?.id ?? email }
}

/** One page of what a filter finds, newest first. `end` is the number of the newest entry; `masking`: for whom others' details are masked. */
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
    return toPage((await query.execute(db)).rows, most, masking)
  }
  return readWholeTrailPage(db, Math.min(given.up_to ?? page.end, page.end), offset, page.size, masking)
}

/** Whether a filter leaves out more than the newest entries. */
export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values({ ...filter, up_to: undefined }).some((value) => value !== undefined && value !== '')
}

/** The conditions of a filter on an entry `e`, but for the text that is searched. */
function entryConditions(filter: ResolvedFilter, after: number): RawBuilder<boolean>[] {
  const { action, from, to, actor, currency, entry, up_to: upTo } = filter
  return [
    ...(entry === undefined ? [] : [sql<boolean>`e.id = ${entry}`]),
    ...rateDayConditions(filter),
    ...(action ? [sql<boolean>`e.action = ${action}`] : []),
    ...(from ? [sql<boolean>`e.created_at >= ${new Date(startInColombo(from))}`] : []),
    ...(to ? [sql<boolean>`e.created_at < ${new Date(startInColombo(addDays(to, 1)))}`] : []),
    ...(typeof actor === 'number' ? [sql<boolean>`e.user_id = ${actor}`] : []),
    ...(typeof actor === 'string' ? [sql<boolean>`e.user_email = ${actor}`] : []),
    ...(currency ? [sql<boolean>`e.currency = ${currency}`] : []),
    ...(upTo === undefined ? [] : [sql<boolean>`e.id <= ${upTo}`]),
    ...(after > 0 ? [sql<boolean>`e.id > ${after}`] : []),
  ]
}

/** That an entry changed a rate of the days `rate_from` to `rate_to`: one day is found by its text, a span of days by numbers. */
function rateDayConditions({ rate_from: from, rate_to: to }: ResolvedFilter): RawBuilder<boolean>[] {
  if (from === undefined && to === undefined) return []
  const number = (day: CalendarDate | undefined) =>
    day === undefined ? null : Number(day.replaceAll('-', ''))
  const wanted = sql`int4range(${number(from)}, ${number(to)}, '[]')`
  return [
    sql<boolean>`e.action LIKE '% exchange rate%'`,
    // A span has days in between that only a list of changes leaves out.
    sql<boolean>`((e.metadata::json ->> 'date') COLLATE "C" BETWEEN ${from ?? '0'} AND ${to ?? '9'}
      OR e.metadata::json ->> 'date' IS NULL AND audit_rate_span(e.metadata) && ${wanted}
        AND (e.metadata::json -> 'changes' IS NULL OR audit_rate_days(e.metadata) && ${wanted}))`,
  ]
}

/**
 * In which order matches are taken, by number or by time from the latest on, and how far a text must still be looked for
 * once there are enough matches: to the last of them.
 */
const ORDERS = {
  newest: {
    by: sql.raw('id DESC'),
    place: sql.raw('p.entry_id >='),
    last: sql.raw('min(id)'),
    end: sql.raw('0'),
  },
  oldest: {
    by: sql.raw('id'),
    place: sql.raw('p.entry_id <='),
    last: sql.raw('max(id)'),
    end: sql.raw(String(Number.MAX_SAFE_INTEGER)),
  },
  latest: {
    by: sql.raw('created_at DESC, id DESC'),
    place: sql.raw('e.created_at >='),
    last: sql.raw('min(created_at)'),
    end: sql.raw(`'-infinity'`),
  },
} as const

/**
 * The first `most` entries behind the entry `after` that a filter finds, as `id` and `created_at`. A text is looked for in
 * two places, each with its index: in the entries' own sentences and in those of their personal parts. Where the first
 * gives enough, the second is not searched beyond the last of those.
 */
export function matches(
  filter: ResolvedFilter,
  { order, most, after = 0 }: { order: keyof typeof ORDERS; most: number; after?: number },
): RawBuilder<{ id: number; created_at: Date }> {
  const conditions = entryConditions(filter, after)
  const where = (more: RawBuilder<unknown>[]) => {
    const all = [...more, ...conditions]
    return all.length === 0 ? sql`true` : sql.join(all, sql` AND `)
  }
  const { by, place, last, end } = ORDERS[order]
  const first = sql`ORDER BY ${by} LIMIT ${sql.lit(most)}`
  if (!filter.search) return sql`SELECT id, created_at FROM audit_entry e WHERE ${where([])} ${first}`
  const pattern = substringPattern(filter.search)
  const { maskedFor } = filter
  // What the viewer is not shown must not be found either.
  const found = (column: RawBuilder<unknown>, isPersonal: RawBuilder<unknown>) =>
    maskedFor === null
      ? sql`${column} ILIKE ${pattern}`
      : sql`${column} ILIKE ${pattern} AND (NOT ${isPersonal} OR e.user_id = ${maskedFor} OR ${searchable(column)} ILIKE ${pattern})`
  const enough = sql`(SELECT CASE WHEN count(*) < ${sql.lit(most)} THEN ${end} ELSE ${last} END FROM plain)`
  return sql`
    WITH plain AS MATERIALIZED (
      SELECT id, created_at FROM audit_entry e WHERE ${where([found(sql`e.description`, sql`e.format = 1`)])} ${first}
    )
    TABLE plain UNION
    (SELECT id, created_at FROM audit_personal p JOIN audit_entry e ON e.id = p.entry_id
     WHERE ${where([found(sql`p.description`, sql`true`), sql`${place} ${enough}`])} ${first})
    ${first}`
}

/** A LIKE pattern for a substring, in which `%`, `_` and `\` stand for themselves. */
export function substringPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Numbers have no gaps, so that the numbers on a page of the whole trail are known without looking: any page costs the same. */
async function readWholeTrailPage(
  db: Db,
  newest: number,
  offset: number,
  size: number,
  masking: Viewer | null,
) {
  const first = newest - offset
  const { rows } = await sql<EntryRow>`
    SELECT ${columns} FROM audit_entry e ${readable} WHERE e.id <= ${first} AND e.id > ${first - size}
    ORDER BY e.id DESC`.execute(db)
  return { data: rows.map((row) => toEntry(row, masking)), total: newest, totalIsMinimum: false }
}

/**
 * One statement finds the page and counts on from it up to the next step. It is never a named one: PostgreSQL plans it
 * for the very text that is searched, because rare texts want the trigram index and common ones the end of the trail.
 * A span of days comes in the order of time, so that an old one is not searched for from the end of the trail.
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
      SELECT * FROM hit ORDER BY ${ORDERS[order].by} OFFSET ${sql.lit(offset)} LIMIT ${sql.lit(size)}
    ) shown ON true
    LEFT JOIN audit_entry e USING (id) ${readable}
    ORDER BY ${sql.raw(byTime ? 'shown.created_at DESC, shown.id DESC' : 'shown.id DESC')}`
  return { most, query }
}

function toPage(rows: (EntryRow & { hits: number })[], most: number, masking: Viewer | null) {
  const hits = rows[0]?.hits ?? 0
  // The page behind the last is one row with the count alone.
  const shown = rows.filter(({ id }) => (id as number | null) !== null)
  return {
    data: shown.map((row) => toEntry(row, masking)),
    total: Math.min(hits, most),
    totalIsMinimum: hits > most,
  }
}
