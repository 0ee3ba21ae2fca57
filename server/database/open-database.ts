import type { Config } from '../config.ts'
import { databaseHost, databaseRole } from './connection.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate, type Migrated, type MigrateOptions } from './migrate.ts'

export type OpenDatabase = {
  appUrl: string
  ownerUrl: string
  /** Bypasses a pooler, which cannot carry LISTEN. */
  listenUrl: string
  place: string
  migrated: Migrated
  stop: () => Promise<void>
}

export type OpenOptions = Pick<MigrateOptions, 'repair'> & { migrate?: boolean }

/** Starts the embedded one if none is configured. Throws StartError. */
export async function openDatabase(
  config: Config,
  say: (sentence: string) => void,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const database = await locate(config, say)
  if (options.migrate === false) return { ...database, migrated: { applied: [], changed: [] } }
  try {
    const migrated = await migrate(database.ownerUrl, databaseRole(database.appUrl), options)
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
