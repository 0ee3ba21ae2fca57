import type { TestProject } from 'vitest/node'
import { startTestPostgres } from '../harness/database/test-postgres.ts'
import { Scope } from '../harness/scope.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, as the role that owns the tables, on the database `postgres`. */
    postgresUrl: string
  }
}

// Each project has this file to itself, the process is one: they share the server through it.
const shared = globalThis as { rupeeTestPostgres?: { users: number; scope: Scope; url: Promise<string> } }

/** Vitest's global set-up of the projects that need a database: one PostgreSQL for all of them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const run = (shared.rupeeTestPostgres ??= start())
  run.users++
  const leave = async () => {
    if (--run.users > 0) return
    delete shared.rupeeTestPostgres
    await run.scope.end()
  }
  project.provide('postgresUrl', await run.url)
  return leave
}

function start() {
  const scope = new Scope()
  const url = startTestPostgres(scope)
  url.catch(() => scope.end())
  return { users: 0, scope, url }
}
