import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { databaseHost, reasonOf } from '../database/one-connection.ts'
import {
  applyMigrations,
  grantRights,
  MIGRATION_LOCK,
  readMigrations,
} from '../database/run-migrations.ts'
import type { Transaction } from '../database/schema.ts'
import { StartError } from '../start-error.ts'
import { readBackup } from './backup-file.ts'
import { withTablesOpen, type Run } from './bulk-load.ts'
import type { CheckedBackup } from './check-backup.ts'
import { forgetCredentials, type Forgotten } from './forget-credentials.ts'
import { analyzeTables, connectOwner, copyIn, refuseWhileServing, sumTable } from './table-copy.ts'
import {
  identifier,
  readTables,
  setIdentities,
  type AppliedMigration,
  type DataTable,
} from './tables.ts'
import { t } from '../../text/sentences.ts'

export interface RestoreOptions {
  readonly appRole: string
  readonly replace: boolean
  readonly keepTokens: boolean
  readonly at: Date
  /** Where the tables are described, if not in this version. */
  readonly folder?: string
}

/** What a restore did besides putting the rows back. */
export interface Restored {
  readonly forgotten: Forgotten
  /** Number of the audit entry about the restore: the newest of the trail. */
  readonly entry: number
}

/**
 * Replaces the database's contents by a backup's, in one transaction: recreated as of the backup's
 * version, loaded, compared, migrated, freed of credentials, and audited. Throws StartError;
 * nothing has then changed.
 */
export async function restoreBackup(
  file: string,
  checked: CheckedBackup,
  ownerUrl: string,
  options: RestoreOptions,
): Promise<Restored> {
  const known = await readMigrations(options)
  refuseOtherMigrations(file, checked.header.migrations, known)
  // Its end rolls back what was not committed.
  await using owner = await connectOwner(ownerUrl, 'rupee-rates restore')
  const { client, run, db } = owner
  try {
    // Whatever starts on this database meanwhile waits here before it reads or changes anything.
    await run(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    await refuseWhileServing(run, ownerUrl)
    if (!options.replace) await refuseUnlessEmpty(run, ownerUrl)
    const trx = await db.startTransaction().execute()
    const then = checked.header.migrations.length
    await run('DROP SCHEMA public CASCADE')
    await run('CREATE SCHEMA public')
    await applyMigrations(client, known.slice(0, then), options.appRole)
    await load(file, checked, client, run)
    await applyMigrations(client, known.slice(then), options.appRole)
    await grantRights(client, options.appRole, options.folder)
    const forgotten = await forgetCredentials(trx, options)
    const entry = await recordRestore(trx, checked, forgotten, options.at)
    const tables = await readTables(run)
    await trx.commit().execute()
    await analyzeTables(ownerUrl, tables)
    return { forgotten, entry }
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `${file} could not be loaded, and nothing was changed: ${reasonOf(cause)}`,
      {
        cause,
      },
    )
  }
}

/** A backup is loaded into the tables of its own version, so the migrations must be the same. */
function refuseOtherMigrations(
  file: string,
  migrations: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): void {
  const other = migrations.find(({ number, name, checksum }, index) => {
    const ours = known[index]
    return ours?.number !== number || ours.name !== name || ours.checksum !== checksum
  })
  if (migrations.length === 0 || other === migrations[0])
    throw new StartError(
      `${file} was made by an earlier version of the program, whose tables this version cannot ` +
        'read: restore it with that version.',
    )
  if (migrations.length > known.length) {
    const newest = migrations.at(-1)?.name ?? ''
    throw new StartError(
      `${file} was made by a newer version (its newest migration is ${newest}): restore it ` +
        'with that version.',
    )
  }
  if (other)
    throw new StartError(
      `${file} was not made by a version of this program that came before: its migration ` +
        `${other.name} is another.`,
    )
}

async function load(
  file: string,
  checked: CheckedBackup,
  client: pg.Client,
  run: Run,
): Promise<void> {
  const tables = await readTables(run)
  await withTablesOpen(run, async () => {
    await emptyTables(run, tables)
    for await (const part of readBackup(file)) {
      if (part.kind === 'table') {
        await pipeline(
          part.rows,
          copyIn(client, { name: part.table.table, columns: part.table.columns }),
        )
      }
    }
    await setIdentities(run, checked.identities)
  })
  for (const { table, columns, sum } of checked.tables) {
    const key = tables.find(({ name }) => name === table)?.key ?? columns
    const found = await sumTable(client, { name: table, columns, key })
    if (found.rows !== sum.rows || found.sha256 !== sum.sha256) {
      throw new StartError(`After loading, ${table} differs from the backup; nothing was changed.`)
    }
  }
}

async function recordRestore(
  trx: Transaction,
  { header, chain, rows }: CheckedBackup,
  forgotten: Forgotten,
  at: Date,
): Promise<number> {
  const description = t.auditText.restored({ madeAt: header.made_at, lastEntry: chain.end.id })
  return recordAuditEntry(trx, { actor: OPERATOR, at }, 'restore database', description, {
    metadata: { made_at: header.made_at, version: header.version, rows, forgotten },
  })
}

async function emptyTables(run: Run, tables: readonly DataTable[]): Promise<void> {
  await run(`TRUNCATE ${tables.map(({ name }) => identifier(name)).join(', ')}`)
}

/** Throws StartError where anybody has used this database, or it holds tables of others. */
async function refuseUnlessEmpty(run: Run, url: string): Promise<void> {
  const [there] = await run(`
    SELECT to_regclass('public.audit_entry') IS NOT NULL AS ours, EXISTS (
      SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p',
      'v', 'm', 'f')
        AND relname <> 'schema_migration') AS used`)
  const [found] =
    there?.['ours'] === true
      ? await run(
          'SELECT EXISTS (SELECT FROM audit_entry) OR EXISTS (SELECT FROM app_user) AS used',
        )
      : [there]
  if (found?.['used'] === true) {
    throw new StartError(
      `${databaseHost(url)} is not empty: with --replace, what it holds makes way.`,
    )
  }
}
