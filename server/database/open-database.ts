import type { Config } from '../config.ts'
import {
  databaseHost,
  databaseRole,
  connectOnce,
  unreachable,
  type OneConnection,
} from './one-connection.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './run-migrations.ts'
import { randomInt } from 'node:crypto'
import { StartError } from '../start-error.ts'

export type OpenDatabase = {
  appUrl: string
  /** As the role that owns the tables. */
  ownerUrl: string
  /** Around any pooler, for LISTEN. */
  listenUrl: string
  place: string
  /** The names of the migrations that it was brought up to date with. */
  migrated: string[]
  /** Stops the embedded database, unless another process uses it. */
  stop: () => Promise<void>
}

/**
 * The configured database, started where it is embedded, and migrated unless `migrate` is false.
 * Throws StartError.
 */
export async function openDatabase(
  config: Config,
  say: (sentence: string) => void,
  options: { migrate?: boolean } = {},
): Promise<OpenDatabase> {
  const database = await locate(config, say)
  // The embedded one is known to be PostgreSQL; one that was named only says so.
  if (config.databaseUrl !== undefined) await checkLocks(database.ownerUrl)
  if (options.migrate === false) return { ...database, migrated: [] }
  try {
    const migrated = await migrate(database.ownerUrl, databaseRole(database.appUrl))
    return { ...database, migrated }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function locate(
  config: Config,
  say: (sentence: string) => void,
): Promise<Omit<OpenDatabase, 'migrated'>> {
  if (config.databaseUrl !== undefined)
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl,
      listenUrl: config.databaseListenUrl ?? config.databaseUrl,
      place: `PostgreSQL at ${databaseHost(config.databaseUrl)}`,
      stop: () => Promise.resolve(),
    }
  const { appUrl, ownerUrl, dataDir, stop } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    say,
  })
  return { appUrl, ownerUrl, listenUrl: appUrl, place: dataDir, stop }
}

/**
 * A number of our own in PostgreSQL's space of advisory locks, beside one of chance for each check.
 */
const CHECKING = 5_270_004

/**
 * Checks that an advisory lock keeps a second connection out; engines such as CockroachDB lock
 * nothing, and facts would be written twice at once. Throws StartError.
 */
export async function checkLocks(url: string): Promise<void> {
  await using one = await connectOnce(url, 'rupee-rates check')
  await using other = await connectOnce(url, 'rupee-rates check')
  const number = randomInt(2 ** 31 - 1)
  const does = async (client: OneConnection, name: string): Promise<boolean> => {
    const statement = `SELECT ${name}($1::int, $2::int) AS done`
    const { rows } = await client
      .query<{ done: boolean }>(statement, [CHECKING, number])
      .catch((cause: unknown) => {
        throw unreachable(url, cause)
      })
    return rows[0]?.done === true
  }
  const taken = await does(one, 'pg_try_advisory_lock')
  const takenTwice = await does(other, 'pg_try_advisory_lock')
  const released = await does(one, 'pg_advisory_unlock')
  const takenAfter = await does(other, 'pg_try_advisory_lock')
  if (!taken || takenTwice || !released || !takenAfter)
    throw new StartError(
      `The database at ${databaseHost(url)} does not lock as PostgreSQL does ` +
        '(pg_try_advisory_lock), so it cannot be used: set DATABASE_URL to a PostgreSQL server.',
    )
}
