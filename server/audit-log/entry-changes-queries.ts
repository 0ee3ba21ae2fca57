import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { RateKind } from '../../domain/series.ts'
import type { FactSubject } from '../database/rates-tables.ts'
import type { Db } from '../database/schema.ts'
import { bankOf, factOf } from './record-changes.ts'

/** Changes that are shown of one entry, and of all together: others wait meanwhile. */
const SHOWN_CHANGES = 1000
const SHOWN_IN_ALL = 5000

export interface ChangingEntry {
  readonly id: number
  readonly first: number
  readonly last: number
}

/** A change as it is shown: what its key has now, and had before; null for nothing. */
export interface ShownChange {
  readonly entry: number
  readonly version: number
  readonly id: number
  readonly subject: FactSubject
  readonly currency: Currency | null
  readonly kind: RateKind | null
  /** A bank; null for the main series. */
  readonly publisher: string | null
  readonly date: CalendarDate
  readonly part: string | null
  readonly from: string | null
  readonly to: string | null
  readonly fact_before: Readonly<Record<string, unknown>> | null
  readonly fact: Readonly<Record<string, unknown>> | null
}

/** How many changes are shown of each entry: the longest are cut where all come to too many. */
export function shownOfEach(entries: readonly ChangingEntry[]): number {
  let left = SHOWN_IN_ALL
  const counts = entries.map(({ first, last }) => Math.min(last - first + 1, SHOWN_CHANGES))
  for (const [index, count] of counts.sort((one, other) => one - other).entries()) {
    const each = Math.floor(left / (counts.length - index))
    if (count > each) return each
    left -= count
  }
  return SHOWN_CHANGES
}

const ranges = (entries: readonly ChangingEntry[]) =>
  sql`unnest(${entries.map(({ id }) => id)}::bigint[],
    ${entries.map(({ first }) => first)}::bigint[],
    ${entries.map(({ last }) => last)}::bigint[]) AS e (id, first, last)`

/**
 * What entries changed by hand and a feed corrected, by version: of each at most one more than
 * `most`, which are shown.
 */
export async function readShownChanges(
  db: Db,
  entries: readonly ChangingEntry[],
  most: number,
): Promise<ShownChange[]> {
  const { rows } = await sql<ShownChange>`
    SELECT e.id AS entry, c.* FROM ${ranges(entries)} CROSS JOIN LATERAL (
      SELECT c.version, c.subject, c.currency, c.kind, ${bankOf('c')} AS publisher, c.date, c.part,
      p.rate AS "from",
        c.rate AS "to", ${factOf('p')} AS fact_before, ${factOf('c')} AS fact,
        CASE WHEN c.rate IS NULL THEN coalesce(p.origin, p.version)
          ELSE coalesce(c.origin, c.version) END AS id
      FROM change c LEFT JOIN change p ON p.version = c.previous
      WHERE c.version BETWEEN e.first AND e.last AND c.source IS DISTINCT FROM 'sample'
        AND (c.source IS DISTINCT FROM 'feed' OR p.rate IS NOT NULL)
      ORDER BY c.version LIMIT ${sql.lit(most + 1)}
    ) c ORDER BY c.version`.execute(db)
  return rows
}

/** What an entry that brought many rates comes to. */
export interface ChangeTotals {
  readonly entry: number
  readonly added: number
  readonly replaced: number
  readonly first_day: CalendarDate | null
  readonly last_day: CalendarDate | null
  readonly sample_removed: boolean
}

/** How many rates entries brought, of which days. */
export async function readChangeTotals(
  db: Db,
  entries: readonly ChangingEntry[],
): Promise<ChangeTotals[]> {
  const { rows } = await sql<ChangeTotals>`
    SELECT e.id AS entry, count(*) FILTER (WHERE c.rate IS NOT NULL AND p.rate IS NULL) AS added,
      count(*) FILTER (WHERE c.rate IS NOT NULL AND p.rate IS NOT NULL) AS replaced,
      min(c.date) FILTER (WHERE c.rate IS NOT NULL) AS first_day,
      max(c.date) FILTER (WHERE c.rate IS NOT NULL) AS last_day,
      bool_or(c.source = 'sample' AND c.rate IS NULL) AS sample_removed
    FROM ${ranges(entries)} JOIN change c ON c.version BETWEEN e.first AND e.last
      LEFT JOIN change p ON p.version = c.previous
    WHERE c.subject = 'rate' GROUP BY e.id`.execute(db)
  return rows
}
