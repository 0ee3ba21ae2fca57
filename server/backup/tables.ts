import pg from 'pg'
import { to, type CopyToStreamQuery } from 'pg-copy-streams'
import { connectOnce, type OneConnection } from '../database/connection.ts'
import type { IdentityState } from './backup-file.ts'

interface DataTable {
  readonly name: string
  readonly columns: readonly string[]
  /** In key order, so that equal tables give equal bytes. */
  readonly key: readonly string[]
}

/** Quoted names, and the definition in SQL. */
export interface SchemaPart {
  readonly name: string
  readonly table: string
  readonly definition: string
}

export type Run = (statement: string) => Promise<readonly SchemaPart[]>

export async function connectOwner(url: string, name: string): Promise<OneConnection> {
  const client = await connectOnce(url, name)
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'iso_8601'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    'statement_timeout = 0',
  ])
    await client.query(`SET ${setting}`)
  return client
}

export function copyOut(client: pg.Client, { name, columns, key }: DataTable): CopyToStreamQuery {
  const rows = `SELECT ${quoteAll(columns)} FROM ${quote(name)} ORDER BY ${quoteAll(key)}`
  return client.query(to(`COPY (${rows}) TO STDOUT`))
}

/** Referenced tables come first. */
export async function readTables(client: pg.Client): Promise<DataTable[]> {
  const { rows } = await client.query<
    Omit<DataTable, 'key'> & { key: string[] | null; needs: string[] }
  >(`
    SELECT c.relname AS name,
      ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        ORDER BY attnum) AS columns,
      (SELECT array_agg(a.attname::text ORDER BY array_position(k.conkey, a.attnum))
        FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
        WHERE k.conrelid = c.oid AND k.contype = 'p') AS key,
      ARRAY(SELECT DISTINCT f.relname::text
        FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS needs
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname !~ '^kysely_'
    ORDER BY c.relname`)
  const placed = new Map<string, DataTable>()
  for (let left = rows; left.length > 0; left = left.filter(({ name }) => !placed.has(name))) {
    const next = left.filter(({ needs }) => needs.every((need) => placed.has(need)))
    if (next.length === 0) throw new Error('The foreign keys of the tables form a cycle.')
    for (const { name, columns, key } of next)
      placed.set(name, { name, columns, key: key ?? columns })
  }
  return [...placed.values()]
}

export async function readIdentities(client: pg.Client): Promise<IdentityState[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT c.relname AS table, a.attname AS column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''
    ORDER BY 1, 2`)
  const states: IdentityState[] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ value: number; isCalled: boolean }>(
      `SELECT last_value AS value, is_called AS "isCalled" FROM ${sequence}`,
    )
    for (const row of state.rows) states.push({ table, column, ...row })
  }
  return states
}

export async function setIdentities(
  client: pg.Client,
  states: readonly IdentityState[],
): Promise<void> {
  for (const { table, column, value, isCalled } of states)
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [
      quote(table),
      column,
      value,
      isCalled,
    ])
}

export async function readMigrationNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM public.kysely_migration ORDER BY timestamp, name',
  )
  return rows.map(({ name }) => name)
}

/** Values of `pg_trigger.tgenabled`. */
const ENABLED: Readonly<Record<string, string>> = { O: '', A: 'ALWAYS', R: 'REPLICA' }

/** Drops and restores foreign keys, whose triggers only a superuser can disable. */
export async function withTablesOpen<T>(query: Run, load: () => Promise<T>): Promise<T> {
  const ours = (column: string) =>
    `JOIN pg_class c ON c.oid = ${column} AND c.relnamespace = 'public'::regnamespace`
  const queryEach = async (parts: readonly SchemaPart[], write: (part: SchemaPart) => string) => {
    for (const part of parts) await query(write(part))
  }
  // Pending deferred checks would block ALTER TABLE.
  await query('SET CONSTRAINTS ALL IMMEDIATE')
  const triggers = await query(
    `SELECT format('%I', tgname) AS name, format('%I', relname) AS "table", tgenabled AS definition
     FROM pg_trigger t ${ours('tgrelid')} WHERE NOT tgisinternal AND tgenabled <> 'D'`,
  )
  const indexes = await query(
    `SELECT format('%I', relname) AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index i ${ours('indexrelid')}
     WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  const foreignKeys = await query(
    `SELECT format('%I', conname) AS name, format('%I', relname) AS "table",
       pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k ${ours('conrelid')} WHERE contype = 'f'`,
  )
  await queryEach(foreignKeys, ({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  await queryEach(triggers, ({ table, name }) => `ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  await queryEach(indexes, ({ name }) => `DROP INDEX ${name}`)
  const result = await load()
  // Builds the indexes of a million entries in memory.
  await query(`SET LOCAL maintenance_work_mem = '256MB'`)
  await queryEach(indexes, ({ definition }) => definition)
  await queryEach(
    foreignKeys,
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  )
  await queryEach(
    triggers,
    ({ table, name, definition }) =>
      `ALTER TABLE ${table} ENABLE ${ENABLED[definition] ?? ''} TRIGGER ${name}`,
  )
  return result
}

export const quote = (name: string): string => pg.escapeIdentifier(name)

export const quoteAll = (names: readonly string[]): string => names.map(quote).join(', ')
