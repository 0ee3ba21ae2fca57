import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { databaseHost } from '../database/database-url.ts'
import { migrate } from '../database/migrate.ts'
import { StartError } from '../start-error.ts'
import { readBackup } from './backup-file.ts'
import { withTablesOpen, type Run } from './bulk-load.ts'
import type { CheckedBackup } from './check-backup.ts'
import { connectOwner, copyIn, refuseWhileServing, sumTable } from './table-copy.ts'
import { identifier, readMigrationsOf, readTables, setIdentities, type DataTable } from './tables.ts'

export interface RestoreOptions {
  /** The role that the server works as. */
  readonly appRole: string
  /** Whether what the database holds may go. */
  readonly replace: boolean
}

/**
 * Puts what a backup holds in the place of what the database holds, in one transaction, and compares every table with
 * the backup before it commits. A backup of an older version is loaded into that version's tables and then migrated.
 * Throws StartError; then the database is as it was, unless an older version's tables had to be made for it.
 */
export async function restoreBackup(
  file: string,
  checked: CheckedBackup,
  ownerUrl: string,
  options: RestoreOptions,
): Promise<void> {
  const { client, run } = await connectOwner(ownerUrl, 'rupee-rates restore')
  try {
    await refuseWhileServing(run, ownerUrl)
    if (!options.replace) await refuseUnlessEmpty(run, ownerUrl)
    const { migrations } = checked.header
    if (!hasExactly(await readMigrationsOf(run), migrations)) {
      await run('DROP SCHEMA public CASCADE')
      await run('CREATE SCHEMA public')
      await migrate(ownerUrl, options.appRole, { upTo: migrations.length })
      if (!hasExactly(await readMigrationsOf(run), migrations)) {
        throw new StartError('The backup is of a version whose tables this one cannot make.')
      }
    }
    await run('BEGIN')
    await load(file, checked, client, run)
    await run('COMMIT')
    await run('ANALYZE')
  } finally {
    await client.end()
  }
  await migrate(ownerUrl, options.appRole)
}

async function load(file: string, checked: CheckedBackup, client: pg.Client, run: Run): Promise<void> {
  const tables = await readTables(run)
  await withTablesOpen(run, async () => {
    await emptyTables(run, tables)
    for await (const part of readBackup(file)) {
      if (part.kind === 'table') {
        await pipeline(part.rows, copyIn(client, { name: part.table.table, columns: part.table.columns }))
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

/** Empties all tables at once, whatever points to what. */
export async function emptyTables(run: Run, tables: readonly DataTable[]): Promise<void> {
  await run(`TRUNCATE ${tables.map(({ name }) => identifier(name)).join(', ')}`)
}

/** Throws StartError where anybody has ever done anything with this database. */
export async function refuseUnlessEmpty(run: Run, url: string): Promise<void> {
  const [there] = await run(`SELECT to_regclass('public.audit_entry') IS NOT NULL AS there`)
  if (there?.['there'] !== true) return
  const [found] = await run(
    'SELECT EXISTS (SELECT FROM audit_entry) OR EXISTS (SELECT FROM app_user) AS used',
  )
  if (found?.['used'] === true) {
    throw new StartError(`${databaseHost(url)} is not empty: with --replace, what it holds makes way.`)
  }
}

function hasExactly(
  found: readonly { name: string; checksum: string }[],
  wanted: readonly { name: string; checksum: string }[],
): boolean {
  const text = (list: typeof found) => list.map(({ name, checksum }) => `${name} ${checksum}`).join('\n')
  return text(found) === text(wanted)
}
