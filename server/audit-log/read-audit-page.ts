import { sql, type RawBuilder } from 'kysely'
import { FILTERED_DEPTH, type exportAuditTrail } from '../../contract/audit-log.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import { addDays, startInColombo } from '../../domain/calendar-date.ts'
import { normaliseEmail } from '../../domain/identity/account.ts'
import type { Db } from '../database/schema.ts'
import { readEntries, type Viewer } from './read-audit-entries.ts'

export type AuditFilter = Omit<CheckedInput<typeof exportAuditTrail>['query'], 'format'>

export const formerUser = (id: number): string => `a former user (#${id})`

interface Conditions {
  readonly all: readonly RawBuilder<unknown>[]
  readonly alternatives: readonly RawBuilder<unknown>[]
}

/** Matches are counted up to the next multiple of this. */
const COUNTING_STEP = 1500

export const isNarrowed = (filter: AuditFilter): boolean =>
  Object.values({ ...filter, up_to: undefined }).some(
    (value) => value !== undefined && value !== '',
  )

export async function resolveFilter(db: Db, filter: AuditFilter): Promise<Conditions> {
  const { action, from, to, user, currency, publisher, entry, search, up_to: upTo } = filter
  const { rate_from: firstDay, rate_to: lastDay } = filter
  const days = sql`daterange(${firstDay ?? null}::date, ${lastDay ?? null}::date, '[]')`
  const all = [
    ...(entry === undefined ? [] : [sql`e.id = ${entry}`]),
    ...(upTo === undefined ? [] : [sql`e.id <= ${upTo}`]),
    // Instants ascend with the numbers.
    ...(from ? [sql`e.id >= ${await firstSince(db, startInColombo(from))}`] : []),
    ...(to ? [sql`e.id < ${await firstSince(db, startInColombo(addDays(to, 1)))}`] : []),
    ...(action ? [sql`e.action = ${action}`] : []),
    ...(user ? [await byUser(db, user)] : []),
    ...(currency ? [sql`e.days IS NOT NULL AND e.currencies @> ARRAY[${currency}::text]`] : []),
    ...(publisher ? [sql`e.days IS NOT NULL AND e.banks @> ARRAY[${publisher}::text]`] : []),
    ...((firstDay ?? lastDay) ? [sql`e.days && ${days}`] : []),
  ]
  return { all, alternatives: search ? [isInDescription(search), isInContent(search)] : [] }
}

async function firstSince(db: Db, instant: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM public.audit_entry WHERE created_at >= ${new Date(instant)}
    ORDER BY created_at, id LIMIT 1`.execute(db)
  return rows[0]?.id ?? Number.MAX_SAFE_INTEGER
}

async function byUser(db: Db, user: string): Promise<RawBuilder<unknown>> {
  if (user === 'operator' || user === 'system') return sql`e.actor = ${user}`
  const former = /^a former user \(#(\d{1,15})\)$/.exec(user.trim())?.[1]
  if (former !== undefined) return sql`e.user_id = ${Number(former)}`
  const id = await readUserId(db, user)
  return id === undefined ? sql`false` : sql`e.user_id = ${id}`
}

export async function readUserId(db: Db, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM public.app_user WHERE email = ${normaliseEmail(email)}`.execute(db)
  return rows[0]?.id
}

/** Returns the number that the newest invitation of an address reserved for its account. */
export async function readInvitedId(db: Db, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.subject_id AS id
    FROM public.audit_entry e
      JOIN public.audit_personal p ON p.entry_id = e.id AND p.part = 'content'
    WHERE e.action IN ('invite user', 'withdraw invitation')
      AND p.data::json ->> 'subject_email' = ${normaliseEmail(email)} AND e.subject_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM public.app_user u WHERE u.id = e.subject_id)
    ORDER BY e.id DESC LIMIT 1`.execute(db)
  return rows[0]?.id
}

const isInDescription = (text: string) => sql`
  (e.description ILIKE ${substringPattern(text)} AND (e.content_hash IS NULL
    OR position('[' IN e.description) = 0
    OR NOT EXISTS (SELECT FROM public.audit_personal p
      WHERE p.entry_id = e.id AND p.part = 'content')))`

const isInContent = (text: string) => sql`e.id IN
  (SELECT p.entry_id FROM public.audit_personal p WHERE p.sentence IS NOT NULL
    AND p.sentence ILIKE ${substringPattern(text)})`

const substringPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Limits each alternative, so that each is read from its own index. */
export function matches(
  { all, alternatives }: Conditions,
  { order, most, after = 0 }: { order: 'newest' | 'oldest'; most: number; after?: number },
): RawBuilder<unknown> {
  const first = sql`ORDER BY id ${sql.raw(order === 'newest' ? 'DESC' : '')} LIMIT ${sql.lit(most)}`
  const select = (conditions: readonly RawBuilder<unknown>[]) => sql`
    (SELECT id FROM public.audit_entry e
    WHERE ${sql.join([...conditions, sql`e.id > ${after}`], sql` AND `)} ${first})`
  if (alternatives.length === 0) return select(all)
  const each = alternatives.map((alternative) => select([alternative, ...all]))
  return sql`SELECT id FROM (${sql.join(each, sql` UNION `)}) found ${first}`
}

export async function readPage(
  db: Db,
  filter: AuditFilter,
  { number, size, end }: { readonly number: number; readonly size: number; readonly end: number },
  viewer: Viewer | null,
) {
  const offset = (number - 1) * size
  if (!isNarrowed(filter)) {
    // Numbers have no gaps, so a page of the whole trail is known by arithmetic.
    const newest = Math.min(filter.up_to ?? end, end)
    const count = Math.max(0, Math.min(size, newest - offset))
    const ids = Array.from({ length: count }, (_, index) => newest - offset - index)
    return { data: await readEntries(db, ids, viewer), total: newest, totalIsMinimum: false }
  }
  const { most, query } = filteredPage(await resolveFilter(db, filter), offset, size)
  const { rows } = await query.execute(db)
  const [{ hits, ids } = { hits: 0, ids: [] }] = rows
  const data = await readEntries(db, ids, viewer)
  return { data, total: Math.min(hits, most), totalIsMinimum: hits > most }
}

export function filteredPage(conditions: Conditions, offset: number, size: number) {
  const next = (Math.floor((offset + size) / COUNTING_STEP) + 1) * COUNTING_STEP
  const most = Math.min(next, FILTERED_DEPTH)
  const query = sql<{ hits: number; ids: number[] }>`
    WITH hit AS MATERIALIZED (${matches(conditions, { order: 'newest', most: most + 1 })})
    SELECT count(*) AS hits, ARRAY(SELECT id FROM hit ORDER BY id DESC
      OFFSET ${sql.lit(offset)} LIMIT ${sql.lit(size)}) AS ids FROM hit`
  return { most, query }
}
