import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { databaseHost, connectOnce, reasonOf } from './one-connection.ts'

/** Number 0 is the schema, a file for each subject; later ones change it and are one file each. */
export type Migration = {
  number: number
  name: string
  files: { name: string; sql: string }[]
  checksum: string
}

export type MigrateOptions = {
  /** Has `schema/`, `migrations/` and `grants.sql`. */
  folder?: string
  /** The files of `schema/` in the order in which they need each other, without `.sql`. */
  subjects?: readonly string[]
}

/**
 * A number of our own in PostgreSQL's space of advisory locks: held by whoever changes the tables.
 */
export const MIGRATION_LOCK = 5_270_003

const SUBJECTS = [
  'identity',
  'requests',
  'series',
  'audit-log',
  'changes',
  'feeds',
  'alerts',
  'email',
]

const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now())`

/**
 * Brings a database up to date: the schema where it is empty, then each new numbered file, in a
 * transaction of its own, one process at a time; then the rights of `appRole`. Returns what was
 * applied. Throws StartError; a failed migration is undone.
 */
export async function migrate(
  ownerUrl: string,
  appRole: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(options)
  await using client = await connectOnce(ownerUrl, 'rupee-rates migrate')
  try {
    await checkVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(MIGRATION_TABLE)
    const pending = await pendingMigrations(client, migrations, databaseHost(ownerUrl))
    for (const migration of pending)
      await inTransaction(client, `The migration ${migration.name}`, () =>
        applyMigrations(client, [migration], appRole),
      )
    await inTransaction(client, 'The rights of grants.sql', () =>
      grantRights(client, appRole, options.folder),
    )
    return pending.map(({ name }) => name)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `The database at ${databaseHost(ownerUrl)} cannot be migrated: ${reasonOf(cause)}`,
      { cause },
    )
  }
}

/** Older ones are past their end of life, and nothing here has been tried on them. */
async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version) < 15)
    throw new StartError(`PostgreSQL 15 or later is needed; the server is version ${version}.`)
}

/** The schema as number 0, then the numbered files without a gap. Throws StartError. */
export async function readMigrations({
  folder = import.meta.dirname,
  subjects = SUBJECTS,
}: MigrateOptions = {}): Promise<Migration[]> {
  const names = (await readdir(join(folder, 'migrations')).catch(() => []))
    .filter((name) => name.endsWith('.sql'))
    .sort()
  for (const [index, name] of names.entries())
    if (Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]) !== index + 1)
      throw new StartError(
        `The migrations are not numbered 001, 002, 003, …: ${name} is number ${index + 1}.`,
      )
  const schema = subjects.map((subject) => `${subject}.sql`)
  return Promise.all([
    readMigration(0, 'schema', join(folder, 'schema'), schema),
    ...names.map((name, index) =>
      readMigration(index + 1, name, join(folder, 'migrations'), [name]),
    ),
  ])
}

async function readMigration(
  number: number,
  name: string,
  folder: string,
  fileNames: readonly string[],
): Promise<Migration> {
  const hash = createHash('sha256')
  const files: Migration['files'] = []
  for (const fileName of fileNames) {
    // A checkout with other line ends is the same migration.
    const sql = (await readFile(join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n')
    hash.update(sql)
    files.push({ name: fileName, sql })
  }
  return { number, name, files, checksum: hash.digest('hex') }
}

async function pendingMigrations(
  client: pg.Client,
  migrations: Migration[],
  host: string,
): Promise<Migration[]> {
  const applied = await client.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM schema_migration ORDER BY number',
  )
  const first = applied.rows[0]
  if (first && (first.number !== 0 || first.checksum !== migrations[0]?.checksum))
    throw new StartError(
      `The database at ${host} was made by an earlier version of the program, whose tables ` +
        'this version cannot read: start with an empty database, or run that version again.',
    )
  for (const { number, name, checksum } of applied.rows) {
    const known = migrations[number]
    if (!known)
      throw new StartError(
        `The database has the migration ${name}, which this version does not know: a newer one ` +
          'has made it.',
      )
    if (known.checksum !== checksum)
      throw new StartError(
        `The migration ${known.name} was changed after the database got ` +
          `it${name === known.name ? '' : ` as ${name}`}: bring the old file back.`,
      )
  }
  return migrations.slice(applied.rows.length)
}

/**
 * Applies migrations in their order, within the caller's transaction. `appRole` as for `migrate`.
 */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  appRole: string,
): Promise<void> {
  await client.query("SELECT set_config('rupee.app_role', $1, true)", [appRole])
  await client.query(MIGRATION_TABLE)
  for (const { number, name, files, checksum } of migrations) {
    for (const file of files)
      await client.query(file.sql).catch((error: unknown) => {
        throw atLine(error, file.sql, file.name === name ? '' : `${file.name}, `)
      })
    await client.query(
      'INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)',
      [number, name, checksum],
    )
  }
}

/** Gives `appRole` its rights on the newest tables, within the caller's transaction. */
export async function grantRights(
  client: pg.Client,
  appRole: string,
  folder: string = import.meta.dirname,
): Promise<void> {
  await client.query("SELECT set_config('rupee.app_role', $1, true)", [appRole])
  await client.query(await readFile(join(folder, 'grants.sql'), 'utf8'))
}

async function inTransaction(
  client: pg.Client,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
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
function atLine(error: unknown, sql: string, file: string): unknown {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return error
  const line = sql.slice(0, Number(error.position)).split('\n').length
  return new Error(`${error.message} (${file}line ${line})`, { cause: error })
}
