import { sql } from 'kysely'
import type { Db } from '../../server/database/schema.ts'

/** The query has the columns of `change`, each source, series and day at most once. */
export const storing = (query: string, userId: number | null = null): string => `
  WITH recorded AS MATERIALIZED (
    SELECT record_changes((SELECT json_agg(given) FROM
      (SELECT 'rate' AS subject, each.* FROM (${query}) AS each) AS given)) AS range)
  SELECT append_audit_entry(json_build_object('action', 'import exchange rates',
    'description', 'Stored rates for a test', 'created_at', now(),
    'actor', '${userId === null ? 'system' : 'user'}', 'user_id', ${userId ?? 'NULL'},
    'metadata', '{}')) AS id FROM recorded WHERE range IS NOT NULL`

export async function storeFacts(db: Db, query: string, userId?: number): Promise<void> {
  await sql.raw(storing(query, userId)).execute(db)
}
