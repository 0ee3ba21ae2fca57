import type { TestProject } from 'vitest/node'
import { asSuperuser, startOwnPostgres } from '../harness/database/postgres.ts'
import { Scope } from '../harness/scope.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, as the role that owns the tables, on the database `postgres`. */
    postgresUrl: string
  }
}

// Each project has this file to itself, the process is one: they share the server through it.
const shared = globalThis as { rupeeTestPostgres?: Map<Kind, Run> }

type Kind = 'embedded' | 'debian'
type Run = { users: number; scope: Scope; url: Promise<string> }

/**
 * Vitest's global set-up of the projects that need a database: one PostgreSQL for all of them, and
 * Debian's own for the project of that name.
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
 * A PostgreSQL for as long as the scope lives, with the database `template_rupee`: migrated, and to
 * be cloned by `CREATE DATABASE … TEMPLATE template_rupee`. It does not wait for the disk. Gives
 * the URL of the role that owns the tables, allowed to make databases, on the database `postgres`.
 */
async function startTestPostgres(scope: Scope, kind: Kind): Promise<string> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
    // A worker of the superuser's in a test's database could not be sent away when the database is
    // dropped.
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
