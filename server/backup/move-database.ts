import type pg from 'pg'
import { databaseRole } from '../database/one-connection.ts'
import { migrate } from '../database/run-migrations.ts'
import { StartError } from '../start-error.ts'
import { withTablesOpen, type Run } from './bulk-load.ts'
import { emptyTables, refuseUnlessEmpty } from './restore-backup.ts'
import {
  analyzeTables,
  connectOwner,
  copyTable,
  refuseWhileServing,
  sumTable,
  type TableSum,
} from './table-copy.ts'
import { readIdentities, readMigrationsOf, readTables, setIdentities, type DataTable } from './tables.ts'

type NamedSum = TableSum & { readonly name: string }

/** What came of a move. */
export interface Moved {
  readonly tables: readonly NamedSum[]
  /** Whether the target had exactly this already, so that nothing was done. */
  readonly already: boolean
}

/**
 * Moves everything from one database to another, which is made ready for it first, in one transaction there, and
 * compares every table's hash on both sides before it commits. Broken off, it leaves the target empty and is simply
 * started again. Throws StartError where a server is at work on either, or the target holds something else.
 */
export async function moveDatabase(
  sourceUrl: string,
  targetUrl: string,
  options: { appRole: string; replace: boolean },
): Promise<Moved> {
  await migrate(targetUrl, options.appRole || databaseRole(targetUrl))
  await using source = await connectOwner(sourceUrl, 'rupee-rates db:move')
  await using target = await connectOwner(targetUrl, 'rupee-rates db:move')
  await refuseWhileServing(source.run, sourceUrl)
  await refuseWhileServing(target.run, targetUrl)
  await refuseOtherTables(source.run, target.run)
  await source.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables = await readTables(source.run)
  const already = await compare(source.client, target.client, tables)
  if (already) return { tables: already, already: true }
  if (!options.replace) await refuseUnlessEmpty(target.run, targetUrl)
  await target.run('BEGIN')
  const moved = await withTablesOpen(target.run, async () => {
    await emptyTables(target.run, tables)
    const sums: NamedSum[] = []
    for (const table of tables)
      sums.push({ name: table.name, ...(await copyTable(source.client, target.client, table)) })
    await setIdentities(target.run, await readIdentities(source.run))
    return sums
  })
  for (const [index, table] of tables.entries()) {
    const arrived = await sumTable(target.client, table, 'binary')
    if (arrived.sha256 !== moved[index]?.sha256)
      throw new StartError(`${table.name} arrived otherwise than it was sent; nothing was changed.`)
  }
  await target.run('COMMIT')
  await analyzeTables(targetUrl, tables)
  return { tables: moved, already: false }
}

async function refuseOtherTables(source: Run, target: Run): Promise<void> {
  const text = async (run: Run) =>
    (await readMigrationsOf(run)).map(({ name, checksum }) => `${name} ${checksum}`).join('\n')
  if ((await text(source)) !== (await text(target))) {
    throw new StartError('The two databases are of different versions of this program.')
  }
}

/** The sums of all tables where both sides have the same rows; undefined at the first that differs. */
async function compare(
  source: pg.Client,
  target: pg.Client,
  tables: readonly DataTable[],
): Promise<NamedSum[] | undefined> {
  const sums: NamedSum[] = []
  for (const table of tables) {
    // An empty target, which is the usual one, differs in its first table with rows and costs next to nothing.
    const there = await sumTable(target, table, 'binary')
    const here = await sumTable(source, table, 'binary')
    if (here.sha256 !== there.sha256) return undefined
    sums.push({ name: table.name, ...here })
  }
  return sums
}
