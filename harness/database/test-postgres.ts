import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { migrate } from '../../server/database/run-migrations.ts'
import { Scope } from '../scope.ts'
import { asSuperuser } from './postgres.ts'

export type TestPostgres = {
  /** The role that owns the tables, allowed to make databases, on the database `postgres`. */
  postgresUrl: string
  stop: () => Promise<void>
}

/**
 * A PostgreSQL for one test run, in a folder of its own, with the database `template_rupee`: migrated, and to be cloned
 * by `CREATE DATABASE … TEMPLATE template_rupee`. It does not wait for the disk; nothing of it outlives the run.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const scope = new Scope()
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    // A worker of the superuser's in a test's database could not be sent away when the database is dropped.
    autovacuum: 'off',
  }
  const stop = () => scope.end()
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: scope.folder, settings })
    scope.defer(postgres.stop)
    await asSuperuser(postgres, 'ALTER ROLE rupee_owner CREATEDB')
    await asSuperuser(postgres, 'CREATE DATABASE template_rupee OWNER rupee_owner')
    const postgresUrl = postgres.superuserUrl.replace('//postgres@', '//rupee_owner@')
    await migrate(postgresUrl.replace('/postgres?', '/template_rupee?'), 'rupee_app')
    return { postgresUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
