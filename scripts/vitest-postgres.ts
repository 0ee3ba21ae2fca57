import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from '../harness/database/test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, as the role that owns the tables, on the database `postgres`. */
    postgresUrl: string
  }
}

// Each project has this file to itself, the process is one: they share the server through it.
const shared = globalThis as { rupeeTestPostgres?: { users: number; server: Promise<TestPostgres> } }

/** Vitest's global set-up of the projects that need a database: one PostgreSQL for all of them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const run = (shared.rupeeTestPostgres ??= { users: 0, server: startTestPostgres() })
  run.users++
  const { postgresUrl, stop } = await run.server
  project.provide('postgresUrl', postgresUrl)
  return async () => {
    run.users--
    if (run.users > 0) return
    delete shared.rupeeTestPostgres
    await stop()
  }
}
