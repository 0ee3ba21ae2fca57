import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Differences between the catalogue of a database and the list that is committed for it. */
export interface Guards {
  /** Number of the newest migration, `000`; null for a database without any. */
  readonly migration: string | null
  readonly changed: readonly string[]
  /** Nothing is known to be wrong, but this version cannot compare it. */
  readonly uncovered: readonly string[]
  /** Objects that change nothing by themselves. */
  readonly warnings: readonly string[]
}

/** Names and values of `catalogue.sql`. */
export type Catalogue = Readonly<Record<string, string>>

export const LISTS = join(import.meta.dirname, 'schema-lines')

/**
 * The owner of a database can replace tables, functions, triggers and rights: compares them with
 * the list of the migration that the database names. `appRole` is the server's role, by default
 * the current one.
 */
export async function compareGuards(
  db: Db,
  {
    appRole,
    lists = LISTS,
  }: { readonly appRole?: string | undefined; readonly lists?: string | undefined } = {},
): Promise<Guards> {
  const migration = await readMigrationNumber(db)
  const none = { migration, changed: [], uncovered: [], warnings: [] }
  if (migration === null) return none
  const expected = await readList(lists, migration)
  if (!expected) return { ...none, uncovered: [`migration ${migration} is of another version`] }
  return { ...none, ...compare(expected, await readCatalogue(db, appRole)) }
}

async function readMigrationNumber(db: Db): Promise<string | null> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT pg_catalog.to_regclass('public.kysely_migration') IS NOT NULL AS exists`.execute(db)
  if (!rows[0]?.exists) return null
  const newest = await sql<{ name: string | null }>`
    SELECT max(name) AS name FROM public.kysely_migration`.execute(db)
  return newest.rows[0]?.name?.split('-')[0] ?? null
}

export async function readList(folder: string, migration: string): Promise<Catalogue | null> {
  const text = await readFile(join(folder, `${migration}.json`), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Catalogue)
}

type Settings = Readonly<Record<string, string>>

/** PostgreSQL writes names and constants by these. */
const READING: Settings = {
  search_path: 'pg_catalog',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  quote_all_identifiers: 'off',
}

/** Migrations alone fill them. */
const FILLED = ['rate_kind', 'rate_source']

export function readCatalogue(db: Db, appRole?: string): Promise<Catalogue> {
  if (!db.isTransaction) return db.connection().execute((one) => readOnOne(one, appRole))
  return readOnOne(db, appRole)
}

async function readOnOne(connection: Db, appRole: string | undefined): Promise<Catalogue> {
  const text = await readFile(join(import.meta.dirname, 'catalogue.sql'), 'utf8')
  const [before = '', after = ''] = text.split('coalesce($1, ')
  const settings = await change(connection, READING)
  const { rows } = await sql<{ name: string; value: string }>`
    ${sql.raw(before)}coalesce(${appRole ?? null}, ${sql.raw(after)}`.execute(connection)
  const found = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  for (const table of FILLED) {
    if (!(`relation ${table}` in found)) continue
    const filled = await sql<{ all: string }>`
      SELECT string_agg(t::text, ' ' ORDER BY t::text COLLATE "C") AS all
      FROM ONLY public.${sql.ref(table)} t`.execute(connection)
    found[`rows of ${table}`] = filled.rows[0]?.all ?? ''
  }
  await change(connection, settings)
  return found
}

/** Returns the settings before. */
async function change(connection: Db, settings: Settings): Promise<Settings> {
  const { rows } = await sql<{ name: string; before: string }>`
    SELECT key AS name, pg_catalog.current_setting(key) AS before FROM pg_catalog.json_each_text(
      ${JSON.stringify(settings)}::json)`.execute(connection)
  for (const [name, value] of Object.entries(settings))
    await sql`SELECT pg_catalog.set_config(${name}, ${value}, false)`.execute(connection)
  return Object.fromEntries(rows.map(({ name, before }) => [name, before]))
}

const VIEW = /^(view .+) on PostgreSQL \d+$/
const HARMLESS = /^(?:extension|administrator) /

function compare(expected: Catalogue, found: Catalogue): Omit<Guards, 'migration'> {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort()
  const views = new Set(Object.keys(expected).flatMap((name) => VIEW.exec(name)?.[1] ?? []))
  // The owner of the tables, if the server uses the same role, has no rights of its own.
  const isOneRole = !('role app' in found)
  const result = { changed: [] as string[], uncovered: [] as string[], warnings: [] as string[] }
  for (const name of names) {
    const [view] = VIEW.exec(name)?.slice(1) ?? []
    const isMissing = !(name in found)
    if (found[name] === expected[name]) continue
    if (
      isMissing &&
      (view !== undefined || (isOneRole && /^(?:rights of app|role app)/.test(name)))
    )
      continue
    if (view !== undefined && !(name in expected) && views.has(view)) result.uncovered.push(name)
    else if (isMissing) result.changed.push(`${name} is missing`)
    else if (name in expected) result.changed.push(`${name} was changed`)
    else if (HARMLESS.test(name)) result.warnings.push(name)
    else result.changed.push(`${name} was added`)
  }
  return result
}
