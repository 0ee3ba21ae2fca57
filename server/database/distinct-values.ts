import { sql, type RawBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** Loose index scan: one step for each distinct value. */
export function distinctValues(table: keyof Database, column: string): RawBuilder<unknown> {
  const [rows, value] = [sql.table(table), sql.ref(column)]
  return sql`WITH RECURSIVE step AS (
      SELECT min(${value}) AS value FROM ${rows}
      UNION ALL
      SELECT (SELECT min(${value}) FROM ${rows} WHERE ${value} > step.value) FROM step
      WHERE step.value IS NOT NULL)
    SELECT value FROM step WHERE value IS NOT NULL`
}
