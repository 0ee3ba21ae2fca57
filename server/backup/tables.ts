import type { Migration } from '../database/run-migrations.ts'
import type { Run } from './bulk-load.ts'

/** A table whose rows are data: every one but the list of migrations. */
export interface DataTable {
  readonly name: string
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[]
  /**
   * The columns of the primary key: the order in which rows are written, so that equal tables give
   * equal bytes.
   */
  readonly key: readonly string[]
}

export interface IdentityState {
  readonly table: string
  readonly column: string
  readonly value: number
  readonly isCalled: boolean
}

export type AppliedMigration = Omit<Migration, 'files'>

/** The data tables, each after those that its foreign keys point to. */
export async function readTables(run: Run): Promise<DataTable[]> {
  const tables = (await run(`
    SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS
       columns,
      (SELECT array_agg(a.attname::text ORDER BY array_position(k.conkey, a.attnum)) FROM
      pg_constraint k
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
       WHERE k.conrelid = c.oid AND k.contype = 'p') AS key,
      ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid =
      k.confrelid
            WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS needs
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <>
    'schema_migration'
    ORDER BY c.relname`)) as {
    name: string
    columns: string[]
    key: string[] | null
    needs: string[]
  }[]
  const placed = new Map<string, DataTable>()
  for (let left = tables; left.length > 0;) {
    const next = left.filter(({ needs }) => needs.every((need) => placed.has(need)))
    if (next.length === 0) throw new Error('The foreign keys of the tables go in a circle.')
    for (const { name, columns, key } of next)
      placed.set(name, { name, columns, key: key ?? columns })
    left = left.filter(({ name }) => !placed.has(name))
  }
  return [...placed.values()]
}

export async function readIdentities(run: Run): Promise<IdentityState[]> {
  const columns = (await run(`
    SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(quote_ident(c.relname),
    a.attname) AS sequence
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''
    ORDER BY 1, 2`)) as { table: string; column: string; sequence: string }[]
  const states: IdentityState[] = []
  for (const { table, column, sequence } of columns) {
    const [state] = await run(
      `SELECT last_value::text AS value, is_called AS called FROM ${sequence}`,
    )
    states.push({
      table,
      column,
      value: Number(state?.['value']),
      isCalled: state?.['called'] === true,
    })
  }
  return states
}

/** Lets every identity column go on from where another database stood. */
export async function setIdentities(run: Run, states: readonly IdentityState[]): Promise<void> {
  for (const { table, column, value, isCalled } of states) {
    await run(
      `SELECT setval(pg_get_serial_sequence(${literal(identifier(table))}, ` +
        `${literal(column)}), ${value}, ${isCalled})`,
    )
  }
}

/** The migrations that a database has, in order; none where it is empty. */
export async function readMigrationsOf(run: Run): Promise<AppliedMigration[]> {
  const [found] = await run(`SELECT to_regclass('public.schema_migration') IS NOT NULL AS there`)
  if (found?.['there'] !== true) return []
  const rows = await run('SELECT number, name, checksum FROM schema_migration ORDER BY number')
  return rows as unknown as AppliedMigration[]
}

/** A name as SQL writes it. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
