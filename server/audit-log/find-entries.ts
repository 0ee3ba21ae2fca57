import { sql, type RawBuilder } from 'kysely'
import { FILTERED_DEPTH, type exportAuditTrail } from '../../contract/audit-log.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import {
  addDays,
  dayInColombo,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { readDay } from '../../domain/day-text.ts'
import { normaliseEmail } from '../../domain/identity/account.ts'
import { formatDay } from '../../text/sentences.ts'
import type { Db } from '../database/schema.ts'
import { readEntries, type Viewer } from './show-entries.ts'

export type AuditFilter = Omit<CheckedInput<typeof exportAuditTrail>['query'], 'format'>

/** Name of an erased user. */
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
  return { all, alternatives: search ? searchConditions(search) : [] }
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
  const id = await findUserId(db, user)
  return id === undefined ? sql`false` : sql`e.user_id = ${id}`
}

export async function findUserId(db: Db, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM public.app_user WHERE email = ${normaliseEmail(email)}`.execute(db)
  return rows[0]?.id
}

/**
 * Searches the sentences. If part of the text reads as a day, also finds entries that touched that
 * day or were made on it, if the rest is in their sentence or names their currency.
 */
function searchConditions(search: string): RawBuilder<unknown>[] {
  const day = findDay(search)
  if (!day) return [isInDescription(search), isInContent(search)]
  const rest = day.around.map(
    (each) => sql`(${isInDescription(each)} OR ${isInContent(each)}
      OR e.currencies @> ARRAY[${each.toUpperCase()}::text])`,
  )
  const withRest = (condition: RawBuilder<unknown>) => sql.join([condition, ...rest], sql` AND `)
  const spans = day.days.map((each) => {
    const [start, end] = [startInColombo(each), startInColombo(addDays(each, 1))]
    return sql`e.created_at >= ${new Date(start)} AND e.created_at < ${new Date(end)}`
  })
  const ranges = `{${day.days.map((each) => `[${each},${each}]`).join()}}`
  return [
    ...[isInDescription(search), isInContent(search)],
    // The blank keeps "2nd" from matching "22nd".
    ...[isInDescription(` ${day.text}`), isInContent(` ${day.text}`)].map(withRest),
    withRest(sql`e.days && ${ranges}::datemultirange`),
    withRest(sql`(${sql.join(spans, sql` OR `)})`),
  ]
}

const isInDescription = (text: string) => sql`
  (e.description ILIKE ${substringPattern(text)} AND (e.content_hash IS NULL
    OR position('[' IN e.description) = 0
    OR NOT EXISTS (SELECT FROM public.audit_personal p WHERE p.entry_id = e.id AND p.part = 'content')))`

const isInContent = (text: string) => sql`e.id IN
  (SELECT p.entry_id FROM public.audit_personal p WHERE p.sentence IS NOT NULL
    AND p.sentence ILIKE ${substringPattern(text)})`

const substringPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const DAY = new RegExp(
  String.raw`(?:\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+)?\b(?:` +
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}` +
    String.raw`|\d{1,2}(?:st|nd|rd|th)?[\s-]+${MONTH}(?:,?[\s-]+\d{4})?` +
    String.raw`|${MONTH}\s+\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s+\d{4})?)(?!\d)`,
  'i',
)
/** A leap year has every day. */
const ANY_YEAR = '2024'
/** For a day without a year. */
const YEARS = 30

function findDay(search: string) {
  const [found] = DAY.exec(search) ?? []
  if (found === undefined) return null
  const hasYear = /\d{4}/.test(found)
  const whole = hasYear ? found : `${found}${/[a-z.]$/i.test(found.trim()) ? '' : ','} ${ANY_YEAR}`
  const read = readDay(whole, 'day first')
  const day = 'date' in read ? read : readDay(whole, 'month first')
  if (!('date' in day)) return null
  const next = Number(dayInColombo(new Date()).slice(0, 4)) + 1
  const years = Array.from({ length: YEARS }, (_, index) => next - index)
  const isReal = (date: string): date is CalendarDate => !Number.isNaN(Date.parse(date))
  const days = hasYear
    ? [day.date]
    : years.map((year) => `${year}${day.date.slice(4)}`).filter(isReal)
  const text = formatDay(day.date)
  return {
    text: hasYear ? text : text.slice(0, -ANY_YEAR.length).trim(),
    days,
    around: search
      .split(found)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  }
}

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
