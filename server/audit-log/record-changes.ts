import { unitsFields } from '../../domain/currency.ts'
import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { PeriodUnit } from '../../domain/period.ts'
import type { PolicyName, RatePolicy } from '../../domain/policy.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import type { Series } from '../../domain/series.ts'
import type { Db, FactSubject, Transaction } from '../database/schema.ts'

interface ChangeRange {
  readonly first: number
  readonly last: number
}

/** `rate` is `numeric(12, 4)` as text; null removes the rate. */
export interface RateFact extends Series {
  readonly date: CalendarDate
  readonly source: RateSource
  readonly rate: string | null
  readonly group?: number
  readonly restores?: number
}

export interface OtherFact {
  readonly subject: 'bank holiday' | 'customs schedule'
  readonly date: CalendarDate
  readonly fact: unknown
  readonly group?: number
}

export interface SealedFact extends Series {
  readonly subject: 'sealed period'
  readonly date: CalendarDate
  readonly part: PeriodUnit
  readonly fact: unknown
}

/** Null restores the default policy. */
interface PolicyFact {
  readonly subject: 'rate policy'
  readonly part: PolicyName
  readonly fact: RatePolicy | null
}

/**
 * Writes changes, each key at most once, under the lock on facts. The transaction's next audit
 * entry covers them.
 */
export async function recordChanges(
  trx: Transaction,
  changes: readonly (RateFact | OtherFact | SealedFact | PolicyFact)[],
): Promise<ChangeRange> {
  const rows = changes.map((each) => ({
    ...('source' in each && {
      subject: 'rate',
      ...(each.rate !== null && unitsFields(each.currency)),
    }),
    ...('publisher' in each && { bank: each.publisher }),
    ...each,
  }))
  const result = await sql<ChangeRange>`
    SELECT first, last FROM public.record_changes(${JSON.stringify(rows)}::json)`.execute(trx)
  return rowOf(result.rows)
}

function rowOf<T>([row]: readonly T[]): T {
  if (!row) throw new Error('The database gave no range of changes')
  return row
}

export const LIVE_FACTS = sql`(SELECT * FROM public.fact_state WHERE ended IS NULL)`

/** Changes with the number, instant, user and hash of their audit entry. */
export const RECORDED_CHANGES = sql`(SELECT c.*, e.id AS entry, e.created_at, e.user_id, e.hash
  FROM public.change c CROSS JOIN LATERAL (SELECT id, created_at, user_id, hash
    FROM public.audit_entry WHERE last_change >= c.version ORDER BY last_change LIMIT 1) e)`

export const matchesSeries = (c: string, { currency, kind, publisher = null }: Series) =>
  sql<boolean>`${sql.ref(`${c}.currency`)} = ${currency} AND ${sql.ref(`${c}.kind`)} = ${kind}
    AND ${sql.ref(`${c}.bank`)} IS NOT DISTINCT FROM ${publisher}`

/** The changes `c` of the facts of a subject that count. */
export const liveFacts = (subject: Exclude<FactSubject, 'rate'>) =>
  sql`(SELECT version FROM ${LIVE_FACTS} live WHERE subject = ${subject} AND rate IS NULL) f
    JOIN ${RECORDED_CHANGES} c USING (version)`

/** Those of facts without a series that counted when `version` was the newest. */
export const selectFactsAt = (subject: 'bank holiday' | 'rate policy', version: number) =>
  sql`(SELECT DISTINCT ON (date, part) version, fact IS NOT NULL AS counts FROM public.change
    WHERE currency IS NULL AND kind IS NULL AND subject = ${subject} AND version <= ${version}
    ORDER BY date, part, version DESC) f JOIN ${RECORDED_CHANGES} c ON c.version = f.version
      AND f.counts`

/** Returns the range of the new changes and the number of keys that had changed since. */
export async function undoChanges(
  trx: Transaction,
  entries: readonly number[],
): Promise<ChangeRange & { readonly left: number }> {
  const result = await sql<ChangeRange & { left: number }>`
    SELECT first, last, "left" FROM public.undo_changes(${entries}::bigint[])`.execute(trx)
  return rowOf(result.rows)
}

interface BeforeAfter {
  readonly date: CalendarDate
  readonly from: string | null
  readonly to: string | null
}
export type ReadChange<S extends FactSubject> = S extends 'rate'
  ? BeforeAfter & Series
  : BeforeAfter

export async function readChanges<S extends 'rate' | 'bank holiday'>(
  db: Db,
  { first, last }: ChangeRange,
  subject: S,
): Promise<ReadChange<S>[]> {
  const { rows } = await sql<ReadChange<S>>`
    SELECT c.currency, c.kind, c.bank AS publisher, c.date,
      coalesce(p.rate::text, p.fact ->> 'name') AS "from",
      coalesce(c.rate::text, c.fact ->> 'name') AS "to"
    FROM public.change c LEFT JOIN public.change p ON p.version = c.previous
    WHERE c.version BETWEEN ${first} AND ${last} AND c.subject = ${subject}
    ORDER BY c.version`.execute(db)
  return rows
}

export async function newestVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    SELECT max(version) AS newest FROM public.change`.execute(db)
  return rows[0]?.newest ?? 0
}
