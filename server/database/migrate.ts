import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { queriesOn, connectOnce, databaseHost, explainFailure } from './connection.ts'
import { compareGuards } from './guards.ts'
import type { Db, Transaction } from './schema.ts'

export type MigrateOptions = {
  folder?: string
  subjects?: readonly string[]
  /** Grants rights also in a changed schema; called with the differences, to record them. */
  repair?: (trx: Transaction, before: readonly string[], left: readonly string[]) => Promise<void>
}

/** Two concurrent grants fail with "tuple concurrently updated". */
const MIGRATION_LOCK = 5_270_003

/** Later ones are files of `migrations/`, from 001. */
const SCHEMA_MIGRATION = '000-schema'

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

export interface Migrated {
  readonly applied: readonly string[]
  /** Differences of the schema that are left: no right was granted, or granting mended not all. */
  readonly changed: readonly string[]
}

/**
 * Compares the schema, then applies what is new and grants rights, in one transaction and one
 * process at a time. A changed schema is left as it is, so that verifying finds it, until it is
 * repaired. Throws StartError, with nothing changed.
 */
export async function migrate(
  ownerUrl: string,
  appRole: string,
  options: MigrateOptions = {},
): Promise<Migrated> {
  await using client = await connectOnce(ownerUrl, 'rupee-rates migrate')
  await checkVersion(client)
  try {
    await client.query('BEGIN')
    // Not a Kysely transaction, in which the migrator refuses to run.
    const migrated = await migrateWithin(queriesOn(client), appRole, options)
    await client.query('COMMIT')
    return migrated
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `The database at ${databaseHost(ownerUrl)} cannot be migrated: ${explainFailure(cause)}`,
      { cause },
    )
  }
}

/** Until the transaction ends. */
export async function lockMigrations(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
}

async function migrateWithin(db: Db, appRole: string, options: MigrateOptions): Promise<Migrated> {
  const { folder = import.meta.dirname, repair } = options
  await lockMigrations(db)
  const migrations = await readMigrations(options)
  const guarded = { appRole, lists: join(folder, 'schema-lines') }
  const before = await compareGuards(db, guarded)
  const newest = Object.keys(migrations).at(-1)?.split('-')[0]
  if (before.changed.length > 0 && !repair) {
    if (before.migration === newest) return { applied: [], changed: before.changed }
    throw new StartError(
      `The database differs from migration ${before.migration}, so it was not migrated: ` +
        `${before.changed.slice(0, 5).join('; ')}. Find out who changed it and why, then run ` +
        'npm run migrate -- --repair.',
    )
  }
  const applied = await runMigrations(db, appRole, migrations, { inTransaction: true })
  if (applied.length > 0 || repair) await grantRights(db, appRole, options)
  if (!repair || before.changed.length === 0) return { applied, changed: [] }
  const { changed } = await compareGuards(db, guarded)
  await repair(db as unknown as Transaction, before.changed, changed)
  return { applied, changed }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version) < 15)
    throw new StartError(
      `PostgreSQL 15 or later is needed, and this one is ${version}: upgrade it, or unset ` +
        'DATABASE_URL to use the included one.',
    )
}

export async function readMigrations({
  folder = import.meta.dirname,
  subjects = SUBJECTS,
}: MigrateOptions = {}): Promise<Record<string, Migration>> {
  const schema = subjects.map((subject) => join(folder, 'schema', `${subject}.sql`))
  const later = (await readdir(join(folder, 'migrations')).catch(() => []))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => [name.slice(0, -4), [join(folder, 'migrations', name)]] as const)
  return Object.fromEntries(
    [[SCHEMA_MIGRATION, schema] as const, ...later].map(([name, files]) => [
      name,
      { up: (db: Kysely<unknown>) => runFiles(db, name, files) },
    ]),
  )
}

async function runFiles(db: Kysely<unknown>, name: string, files: readonly string[]) {
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    await sql
      .raw(text)
      .execute(db)
      .catch((cause: unknown) => {
        throw migrationError(cause, name, file, text)
      })
  }
}

const DUPLICATE_TABLE = '42P07'

function migrationError(cause: unknown, name: string, file: string, text: string): StartError {
  if (!(cause instanceof pg.DatabaseError))
    return new StartError(`The migration ${name} failed: ${explainFailure(cause)}`, { cause })
  if (name === SCHEMA_MIGRATION && cause.code === DUPLICATE_TABLE)
    return new StartError(
      `The database holds tables that another version of the program made (${cause.message}): ` +
        'start with an empty database, or run that version again.',
      { cause },
    )
  const line = text.slice(0, Number(cause.position ?? 0)).split('\n').length
  const place = `${file.split(/[\\/]/).at(-1) ?? file}, line ${line}`
  return new StartError(
    `The migration ${name} failed and was undone: ${cause.message} (${place})`,
    { cause },
  )
}

/** Throws StartError. */
export async function runMigrations(
  db: Db,
  appRole: string,
  migrations: Record<string, Migration>,
  { last, inTransaction = false }: { last?: string; inTransaction?: boolean } = {},
): Promise<string[]> {
  await sql`SELECT set_config('rupee.app_role', ${appRole}, false)`.execute(db)
  // Tables are created in the first schema of the path.
  await sql`SELECT set_config('search_path', 'public', false)`.execute(db)
  let failure: Error | undefined
  const remembered = Object.entries(migrations).map(([name, migration]) => [
    name,
    {
      // Releasing the migrator's lock in a failed transaction would hide the reason.
      up: (trx: Kysely<unknown>) =>
        migration.up(trx).catch((cause: unknown) => {
          failure = cause as Error
          throw cause
        }),
    },
  ])
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(remembered)) },
    disableTransactions: inTransaction,
  })
  const { error, results = [] } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last))
  if (failure !== undefined) throw failure
  const [, unknownMigration] =
    /previously executed migration (.+) is missing/.exec(explainFailure(error)) ?? []
  if (unknownMigration !== undefined)
    throw new StartError(
      `The database has the migration ${unknownMigration}, which this version does not know: run ` +
        'the newer version that made it.',
      { cause: error },
    )
  if (error !== undefined) throw error as Error
  return results.map(({ migrationName }) => migrationName)
}

export async function grantRights(
  trx: Db,
  appRole: string,
  { folder = import.meta.dirname }: MigrateOptions = {},
): Promise<void> {
  await lockMigrations(trx)
  await sql`SELECT set_config('rupee.app_role', ${appRole}, true)`.execute(trx)
  await sql.raw(await readFile(join(folder, 'grants.sql'), 'utf8')).execute(trx)
}
