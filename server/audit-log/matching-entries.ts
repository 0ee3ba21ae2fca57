import { sql, type RawBuilder } from 'kysely'
import type { exportAuditTrail } from '../../contract/audit-log.ts'
import type { CheckedInput } from '../../contract/endpoint.ts'
import { addDays, startInColombo } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { normaliseEmail } from '../../domain/identity/sign-in-code.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import type { Db } from '../database/schema.ts'
import { formerUserId } from './audit-sentence.ts'
import { searchable, type Viewer } from './mask-details.ts'
import { entryOf } from './record-changes.ts'
import { textsAroundDay } from './searched-texts.ts'

export type AuditFilter = Omit<CheckedInput<typeof exportAuditTrail>['query'], 'format'>

/** So many changes that a filter finds are each followed to the entry that made it. */
const FEW_CHANGES = 2000

/** A filter whose user is known: a user's number, or the name of an actor that is no user. */
export type ResolvedFilter = Omit<AuditFilter, 'user'> & {
  readonly actor?: number | string
  /** The user in whose entries alone masked details are searched; null where nothing is masked. */
  readonly maskedFor: number | null
}

/**
 * Resolves whom a filter means by an address; an erased user has a number. `masking`: for whom
 * others' details are masked.
 */
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
  const found = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return { ...filter, maskedFor, actor: found?.id ?? email }
}

export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values({ ...filter, up_to: undefined }).some(
    (value) => value !== undefined && value !== '',
  )
}

/** The conditions of a filter on an entry `e`, but for the text that is searched. */
function entryConditions(filter: ResolvedFilter, after: number): RawBuilder<boolean>[] {
  const { action, acts, from, to, actor, entry, up_to: upTo } = filter
  return [
    // What a user did has a personal part, until the user is erased.
    ...(acts === 'people'
      ? [
          sql<boolean>`(e.user_id IS NOT NULL OR e.personal_hash IS NOT NULL
            OR e.metadata LIKE '%"actor":"operator"%')`,
        ]
      : []),
    ...(entry === undefined ? [] : [sql<boolean>`e.id = ${entry}`]),
    ...(action ? [sql<boolean>`e.action = ${action}`] : []),
    ...(from ? [sql<boolean>`e.created_at >= ${new Date(startInColombo(from))}`] : []),
    ...(to ? [sql<boolean>`e.created_at < ${new Date(startInColombo(addDays(to, 1)))}`] : []),
    ...(typeof actor === 'number' ? [sql<boolean>`e.user_id = ${actor}`] : []),
    ...(typeof actor === 'string' ? [sql<boolean>`e.user_email = ${actor}`] : []),
    ...(upTo === undefined ? [] : [sql<boolean>`e.id <= ${upTo}`]),
    ...(after > 0 ? [sql<boolean>`e.id > ${after}`] : []),
  ]
}

/** Conditions on a change `c` that an entry must have made; none: whatever it did. */
function changeConditions({ currency, publisher, rate_from: from, rate_to: to }: ResolvedFilter) {
  // All of them named, so that the index of keys is used whatever else is asked.
  const anyOf = (column: string, values: readonly string[]) =>
    sql<boolean>`c.${sql.ref(column)} = ANY(${values}::text[])`
  return [
    ...(currency ? [sql<boolean>`c.currency = ${currency}`] : []),
    ...(publisher ? [sql<boolean>`c.source = 'manual' AND c.publisher = ${publisher}`] : []),
    ...((from ?? to)
      ? [
          ...(currency ? [] : [anyOf('currency', currencies())]),
          anyOf('kind', RATE_KINDS),
          sql<boolean>`c.subject = 'rate'
            AND c.date BETWEEN ${from ?? '-infinity'}::date AND ${to ?? 'infinity'}::date`,
        ]
      : []),
  ]
}

/**
 * The order in which matches are taken, and how far a text is still looked for once there are
 * enough.
 */
export const ORDERS = {
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
 * The first `most` entries behind `after` that match, as `id` and `created_at`. A text is looked
 * for in the entries' sentences, then in their personal parts, the second not beyond the last match
 * of the first.
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
  const changes = changeConditions(filter)
  const made = sql<boolean>`e.last_change IS NOT NULL AND EXISTS (SELECT FROM change c
    WHERE c.version BETWEEN e.first_change AND e.last_change AND ${sql.join(changes, sql` AND `)})`
  if (!filter.search && changes.length > 0)
    // Few changes lead to their entries; among many, the entries that made them are soon met.
    return sql`
      WITH few AS MATERIALIZED (
        SELECT c.version FROM change c WHERE ${sql.join(changes, sql` AND `)}
        LIMIT ${sql.lit(FEW_CHANGES + 1)}
      )
      (SELECT DISTINCT e.id, e.created_at FROM few CROSS JOIN LATERAL ${entryOf('few.version')} e
       WHERE (SELECT count(*) FROM few) <= ${sql.lit(FEW_CHANGES)} AND ${where([])})
      UNION ALL
      (SELECT id, created_at FROM
        (${
          order === 'newest'
            ? walkBack(changes, where([]), most)
            : sql`SELECT * FROM
          audit_entry`
        }) e
       WHERE (SELECT count(*) FROM few) > ${sql.lit(FEW_CHANGES)}
         ${order === 'newest' ? sql`` : sql`AND ${where([made])}`} ${first})
      ${first}`
  if (!filter.search)
    return sql`SELECT id, created_at FROM audit_entry e WHERE ${where([])} ${first}`
  if (changes.length > 0) conditions.push(made)
  const says = saysText(filter.search)
  const { maskedFor } = filter
  // What the viewer is not shown must not be found either.
  const found = (column: RawBuilder<unknown>, isPersonal: RawBuilder<unknown>) =>
    maskedFor === null
      ? says(column)
      : sql`${says(column)} AND (NOT ${isPersonal} OR e.user_id = ${maskedFor} OR
        ${says(searchable(column))})`
  const enough = sql`(SELECT CASE WHEN count(*) < ${sql.lit(most)} THEN ${end} ELSE ${last} END FROM
    plain)`
  return sql`
    WITH plain AS MATERIALIZED (
      SELECT id, created_at FROM audit_entry e WHERE
      ${where([found(sql`e.description`, sql`false`)])} ${first}
    )
    TABLE plain UNION
    (SELECT id, created_at FROM audit_personal p JOIN audit_entry e ON e.id = p.entry_id
     WHERE ${where([found(sql`p.description`, sql`true`), sql`${place} ${enough}`])} ${first})
    ${first}`
}

/** Whether a column has a searched text as it is, or tells of the day in it. */
function saysText(search: string) {
  const parts = textsAroundDay(search)
  return (column: RawBuilder<unknown>) => {
    const has = (text: string) => sql`${column} ILIKE ${substringPattern(text)}`
    return parts.length === 0
      ? has(search)
      : sql`(${has(search)} OR (${sql.join(parts.map(has), sql` AND `)}))`
  }
}

/** A LIKE pattern for a substring, in which `%`, `_` and `\` stand for themselves. */
export function substringPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * The newest `most` entries with a change that match, as `id` and `created_at`. It walks back over
 * the changes in pieces: asking each entry whether it made one takes a hundred times the pages.
 */
function walkBack(
  changes: readonly RawBuilder<unknown>[],
  isMatch: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE step AS (
      SELECT '{}'::bigint[] AS ids, '{}'::timestamptz[] AS times,
        ${sql.lit(Number.MAX_SAFE_INTEGER)}::bigint AS before, 0 AS found
      UNION ALL
      SELECT next.ids, next.times, next.before, step.found + cardinality(next.ids)
      FROM step CROSS JOIN LATERAL (
        WITH c AS MATERIALIZED (
          SELECT c.version FROM change c
          WHERE ${sql.join(changes, sql` AND `)} AND c.version < step.before
          ORDER BY c.version DESC LIMIT ${sql.lit(FEW_CHANGES)}
        ), e AS MATERIALIZED (
          SELECT e.id, e.created_at, e.first_change, (${isMatch}) AS is_match,
            row_number() OVER (ORDER BY e.last_change) AS place
          FROM audit_entry e
          WHERE e.last_change >= (SELECT min(version) FROM c) AND e.last_change < step.before
        ), met AS (
          SELECT DISTINCT
            width_bucket(version, ARRAY(SELECT first_change FROM e ORDER BY place)) AS place FROM c
        )
        SELECT array_remove(array_agg(CASE WHEN is_match THEN id END ORDER BY id DESC), NULL) AS
        ids,
          array_remove(array_agg(CASE WHEN is_match THEN created_at END ORDER BY id DESC), NULL)
            AS times,
          min(first_change) AS before
        FROM e JOIN met USING (place)
      ) next
      WHERE step.found < ${sql.lit(most)} AND next.before IS NOT NULL
    )
    SELECT made.id, made.created_at FROM step, unnest(ids, times) AS made (id, created_at)`
}
