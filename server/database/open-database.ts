import type { Config } from '../config.ts'
import { checkLocks } from './check-locks.ts'
import { databaseHost, databaseRole } from './database-url.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './run-migrations.ts'

export type OpenDatabase = {
  /** As the server's own role. */
  appUrl: string
  /** As the role that owns the tables. */
  ownerUrl: string
  /** Around any pooler, for LISTEN. */
  listenUrl: string
  /** For users: where the data is. */
  place: string
  /** The names of the migrations that it was brought up to date with. */
  migrated: string[]
  /** Stops the embedded database, unless another process uses it; a server named by DATABASE_URL is not ours to stop. */
  stop: () => Promise<void>
}

/**
 * The database of this configuration, started where it is the embedded one, and migrated unless `migrate` is false. Throws
 * StartError.
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
  const { appUrl, ownerUrl, dataDir, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, say })
  return { appUrl, ownerUrl, listenUrl: appUrl, place: dataDir, stop }
}
