import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { databaseHost, connectOnce, reasonOf } from './one-connection.ts'

export type Migration = { number: number; name: string; sql: string; checksum: string }

export type MigrateOptions = {
  /** The folder of the numbered files, with `grants.sql` beside it. */
  folder?: string
  /** Number of the last migration to apply, for the tables of an older version; then no rights are given yet. */
  upTo?: number
}

/** A number of our own in PostgreSQL's space of advisory locks: held by whoever changes the tables. */
export const MIGRATION_LOCK = 5_270_003

const FOLDER = join(import.meta.dirname, 'migrations')

const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

/**
 * Brings the database behind `ownerUrl` up to date: every file of the folder that it does not have yet, in order, each in
 * a transaction of its own, one process at a time; then the rights of `appRole`, the role that the server works as
 * (the setting `rupee.app_role` in the SQL). Returns the names of what was applied.
 * Throws StartError; what a failed migration did is undone.
 */
export async function migrate(
  ownerUrl: string,
  appRole: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { folder = FOLDER, upTo = Infinity } = options
  const migrations = await readMigrations(folder)
  await using client = await connectOnce(ownerUrl, 'rupee-rates migrate')
  try {
    await checkVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(MIGRATION_TABLE)
    const pending = (await pendingMigrations(client, migrations)).filter(({ number }) => number <= upTo)
    for (const migration of pending)
      await inTransaction(client, `The migration ${migration.name}`, () =>
        applyMigrations(client, [migration], appRole),
      )
    if (upTo === Infinity)
      await inTransaction(client, 'The rights of grants.sql', () => grantRights(client, appRole, folder))
    return pending.map(({ name }) => name)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`The database at ${databaseHost(ownerUrl)} cannot be migrated: ${reasonOf(cause)}`, {
      cause,
    })
  }
}

/** Older ones are past their end of life, and nothing here has been tried on them. */
async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version) < 15)
    throw new StartError(`PostgreSQL 15 or later is needed; the server is version ${version}.`)
}

/** The migrations that this version brings: the numbered files, 001 onwards without a gap. Throws StartError. */
export async function readMigrations(folder: string = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1)
        throw new StartError(
          `The migrations are not numbered 001, 002, 003, …: ${name} is number ${index + 1}.`,
        )
      // A checkout with other line ends is the same migration.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const applied = await client.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM schema_migration ORDER BY number',
  )
  for (const { number, name, checksum } of applied.rows) {
    const known = migrations[number - 1]
    if (!known)
      throw new StartError(
        `The database has the migration ${name}, which this version does not know: a newer one has made it.`,
      )
    if (known.checksum !== checksum)
      throw new StartError(
        `The migration ${known.name} was changed after the database got it${name === known.name ? '' : ` as ${name}`}: bring the old file back.`,
      )
  }
  return migrations.slice(applied.rows.length)
}

/** Applies migrations in their order, within the caller's transaction. `appRole` as for `migrate`. */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  appRole: string,
): Promise<void> {
  await client.query("SELECT set_config('rupee.app_role', $1, true)", [appRole])
  await client.query(MIGRATION_TABLE)
  for (const { number, name, sql, checksum } of migrations) {
    await client.query(sql).catch((error: unknown) => {
      throw atLine(error, sql)
    })
    await client.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
  }
}

/** Gives `appRole` its rights on the newest tables, within the caller's transaction. */
export async function grantRights(
  client: pg.Client,
  appRole: string,
  folder: string = FOLDER,
): Promise<void> {
  await client.query("SELECT set_config('rupee.app_role', $1, true)", [appRole])
  await client.query(await readFile(join(folder, '..', 'grants.sql'), 'utf8'))
}

async function inTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new StartError(`${what} failed and was undone: ${reasonOf(cause)}`, { cause })
  }
}

/** PostgreSQL counts characters; a user looks for a line. */
function atLine(error: unknown, sql: string): unknown {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return error
  const line = sql.slice(0, Number(error.position)).split('\n').length
  return new Error(`${error.message} (line ${line})`, { cause: error })
}
