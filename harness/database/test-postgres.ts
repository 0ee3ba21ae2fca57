import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'
import { migrate } from '../../server/database/run-migrations.ts'

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
  const dataDir = mkdtempSync(join(tmpdir(), 'rupee-rates-test-'))
  chmodSync(dataDir, 0o711) // where root runs the tests, PostgreSQL's account has to get in
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    // A worker of the superuser's in a test's database could not be sent away when the database is dropped.
    autovacuum: 'off',
  }
  const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir, settings })
  const end = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const client = new pg.Client({ connectionString: superuserUrl })
    await client.connect()
    await client.query('ALTER ROLE rupee_owner CREATEDB')
    await client.query('CREATE DATABASE template_rupee OWNER rupee_owner')
    await client.end()
    const postgresUrl = superuserUrl.replace('//postgres@', '//rupee_owner@')
    await migrate(postgresUrl.replace('/postgres?', '/template_rupee?'), 'rupee_app')
    return { postgresUrl, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}
