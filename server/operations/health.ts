import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { live, ready } from '../../contract/system.ts'
import type { Context } from '../context.ts'
import { waitInWords } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { t } from '../../text/sentences.ts'

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
    const { state, clockBehind } = await database()
    const checks = Object.fromEntries([['database', state], ...states])
    const ok = Object.values(checks).every((each) => each === 'ok')
    reply.header('cache-control', 'no-store').code(ok ? 200 : 503)
    return {
      status: ok ? ('ok' as const) : ('unavailable' as const),
      checks,
      warnings: { ...warnings(), ...(clockBehind !== null && { clock: clockBehind }) },
    }
  })
}

const REMEMBERED_MS = 1000

/** At most once a second, and one at a time. */
function remembered(check: () => Promise<DatabaseState>): () => Promise<DatabaseState> {
  let state: Promise<DatabaseState> | undefined
  let since = 0
  return () => {
    if (state === undefined || performance.now() - since >= REMEMBERED_MS) {
      since = performance.now()
      state = check().then((found) => {
        if (found.state !== 'ok') since = -Infinity
        return found
      })
    }
    return state
  }
}

interface DatabaseState {
  readonly state: string
  /** A sentence if the newest entry is ahead of the database's clock. */
  readonly clockBehind: string | null
}

const CLOCK_BEHIND_SECONDS = 5

async function databaseState({ db, clock }: Context): Promise<DatabaseState> {
  try {
    const { rows } = await sql<{ standby: boolean; newest: Date | null }>`
      SELECT pg_is_in_recovery() AS standby,
        (SELECT created_at FROM public.audit_entry ORDER BY id DESC LIMIT 1) AS newest`.execute(db)
    const { standby = false, newest = null } = rows[0] ?? {}
    const behind = newest ? (newest.getTime() - clock().getTime()) / 1000 : 0
    return {
      state: standby ? 'is a standby that cannot be written to' : 'ok',
      clockBehind:
        behind > CLOCK_BEHIND_SECONDS
          ? t.httpText.clockBehind({ behind: waitInWords(behind) })
          : null,
    }
  } catch {
    return { state: 'is not responding', clockBehind: null }
  }
}
