import type { TestProject } from 'vitest/node'
import { asSuperuser, startOwnPostgres } from '../harness/database/postgres.ts'
import { Scope } from '../harness/scope.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner of the tables, database `postgres`. */
    postgresUrl: string
  }
}

// Each project loads this file; they share the server through the process.
const shared = globalThis as { rupeeTestPostgres?: Map<Kind, Run> }

type Kind = 'embedded' | 'debian'
type Run = { users: number; scope: Scope; url: Promise<string> }

/**
 * Global set-up of projects with a database: one PostgreSQL for all, and Debian's for the project
 * of that name.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const kind = project.name === 'debian' ? 'debian' : 'embedded'
  const runs = (shared.rupeeTestPostgres ??= new Map<Kind, Run>())
  const run = runs.get(kind) ?? start(kind)
  runs.set(kind, run)
  run.users++
  const leave = async () => {
    if (--run.users > 0) return
    runs.delete(kind)
    await run.scope.end()
  }
  project.provide('postgresUrl', await run.url)
  return leave
}

function start(kind: Kind): Run {
  const scope = new Scope()
  const url = startTestPostgres(scope, kind)
  url.catch(() => scope.end())
  return { users: 0, scope, url }
}

/**
 * Starts PostgreSQL until the scope ends, without waiting for the disk. The migrated
 * `template_rupee` is there to be cloned. Returns the URL of a role that owns the tables and may
 * create databases.
 */
async function startTestPostgres(scope: Scope, kind: Kind): Promise<string> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    // The superuser's worker could not be ended before a test's database is dropped.
    autovacuum: 'off',
  }
  const superuserUrl = await (kind === 'debian' ? startDebian : startEmbedded)(scope, settings)
  await asSuperuser({ superuserUrl }, 'ALTER ROLE rupee_owner CREATEDB')
  await asSuperuser({ superuserUrl }, 'CREATE DATABASE template_rupee OWNER rupee_owner')
  const postgresUrl = superuserUrl.replace('//postgres@', '//rupee_owner@')
  await migrate(postgresUrl.replace('/postgres?', '/template_rupee?'), 'rupee_app')
  return postgresUrl
}

async function startEmbedded(scope: Scope, settings: Record<string, string>): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: scope.folder, settings })
  scope.defer(postgres.stop)
  return postgres.superuserUrl
}

async function startDebian(scope: Scope, settings: Record<string, string>): Promise<string> {
  const onSocket = { ...settings, listen_addresses: '' }
  const postgres = await startOwnPostgres(scope, { settings: onSocket, debian: true })
  return postgres.url('postgres', 'postgres')
}
