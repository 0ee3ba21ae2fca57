import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts'
import { migrate } from '../../server/database/run-migrations.ts'
import type { Scope } from '../scope.ts'
import { asSuperuser } from './postgres.ts'

/**
 * A PostgreSQL for as long as the scope lives, with the database `template_rupee`: migrated, and to be cloned by
 * `CREATE DATABASE … TEMPLATE template_rupee`. It does not wait for the disk. Gives the URL of the role that owns the tables,
 * allowed to make databases, on the database `postgres`.
 */
export async function startTestPostgres(scope: Scope): Promise<string> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    // A worker of the superuser's in a test's database could not be sent away when the database is dropped.
    autovacuum: 'off',
  }
  const postgres = await startEmbeddedPostgres({ dataDir: scope.folder, settings })
  scope.defer(postgres.stop)
  await asSuperuser(postgres, 'ALTER ROLE rupee_owner CREATEDB')
  await asSuperuser(postgres, 'CREATE DATABASE template_rupee OWNER rupee_owner')
  const postgresUrl = postgres.superuserUrl.replace('//postgres@', '//rupee_owner@')
  await migrate(postgresUrl.replace('/postgres?', '/template_rupee?'), 'rupee_app')
  return postgresUrl
}
