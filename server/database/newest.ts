import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** What the newest rows of tables that only grow are known by. */
const NUMBERS = {
  rate_revision: 'version',
  bank_holiday: 'version',
  customs_week: 'version',
  period_seal: 'id',
} as const

/** The number of the newest row of a table; 0 before the first. */
export async function newestIn(db: Db, table: keyof typeof NUMBERS): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    SELECT max(${sql.ref(NUMBERS[table])}) AS newest FROM ${sql.table(table)}`.execute(db)
  return rows[0]?.newest ?? 0
}
