import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { live, ready } from '../../contract/system.ts'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'

type HealthCheck = () => string

export function healthRoutes(
  app: FastifyInstance,
  deps: Context,
  healthChecks: Readonly<Record<string, HealthCheck>>,
  warnings: () => Readonly<Record<string, string>>,
): void {
  serve(app, live, ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const, checks: {} }
  })
  const database = remembered(() => databaseState(deps))
  serve(app, ready, async ({ reply }) => {
    const states = Object.entries(healthChecks).map(([name, check]) => [name, check()] as const)
    const checks = Object.fromEntries([['database', await database()], ...states])
    const ok = Object.values(checks).every((each) => each === 'ok')
    reply.header('cache-control', 'no-store').code(ok ? 200 : 503)
    return { status: ok ? ('ok' as const) : ('unavailable' as const), checks, warnings: warnings() }
  })
}

const REMEMBERED_MS = 1000

/** At most once a second, and one at a time. */
function remembered(check: () => Promise<string>): () => Promise<string> {
  let state: Promise<string> | undefined
  let since = 0
  return () => {
    if (state === undefined || performance.now() - since >= REMEMBERED_MS) {
      since = performance.now()
      state = check().then((found) => {
        if (found !== 'ok') since = -Infinity
        return found
      })
    }
    return state
  }
}

async function databaseState({ db }: Context): Promise<string> {
  try {
    const { rows } = await sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`.execute(
      db,
    )
    return rows[0]?.standby === true ? 'is a standby that cannot be written to' : 'ok'
  } catch {
    return 'is not responding'
  }
}
