import { setTimeout as pause } from 'node:timers/promises'
import { seedAuditTrail } from '../../server/testing/seed-audit-trail.ts'
import type { Scenario } from '../scenario.ts'
import { runCommand, startCommand } from '../../harness/process/spawn-command.ts'
import { signIn } from '../../harness/users/sign-in-users.ts'
import {
  asSuperuser,
  countOf,
  connectEmbedded,
  OwnPostgres,
  type SuperuserAccess,
} from '../../harness/database/postgres.ts'
import { Server } from '../../harness/process/restartable-server.ts'

const ENTRIES = 1_000_000
const MOVE_MS = 60_000
const BROKEN_OFF_AFTER_MS = 5000

export const dbMove: Scenario = {
  name: 'db-move',
  title: `an embedded installation with ${ENTRIES} audit entries moves to a PostgreSQL of its own; the first try is killed after ${BROKEN_OFF_AFTER_MS / 1000} s`,
  pass: `moved in ≤ ${MOVE_MS / 1000} s, every table equal, the broken-off try leaves no trace, and the server goes on there`,
  async run(scope) {
    const server = await Server.start(scope)
    const user = await signIn(server.http, 'mover@example.lk')
    const db = await connectEmbedded(server.dataDir)
    await seedAuditTrail(db, ENTRIES)
    await db.destroy()
    const before = await endOf(await server.database())
    await server.terminate()

    const target = await OwnPostgres.start(scope)
    const env = { DATA_DIR: server.dataDir }
    const args = [target.url('rupee_owner'), '--app-role', 'rupee_app']
    const first = startCommand(scope, 'db-move', args, env)
    await pause(BROKEN_OFF_AFTER_MS)
    first.child.kill('SIGKILL')
    await first.done
    const left = await rowsLeft(target)
    const moved = await runCommand(scope, 'db-move', args, env)
    if (moved.status !== 0) throw new Error(`The move failed: ${moved.printed}`)
    const after = await endOf(target)
    const there = await Server.start(scope, { ...env, ...target.env() })
    const { status } = await there.http.call({ path: '/api/auth/user', headers: user.headers })
    const equal = before.id === after.id && before.hash === after.hash
    return {
      figures: `${after.id} entries in ${(moved.ms / 1000).toFixed(1)} s, the chain's end ${equal ? 'equal' : 'NOT equal'}; ${left} rows left by the broken-off try; a session of before answers ${status} there`,
      ok: moved.ms <= MOVE_MS && equal && left === 0 && status === 200,
    }
  },
}

async function endOf(database: SuperuserAccess) {
  const [end] = await asSuperuser<{ id: string; hash: string }>(
    database,
    `SELECT id::text, encode(hash, 'hex') AS hash FROM audit_head`,
  )
  if (!end) throw new Error('The audit trail has no end')
  return end
}

/** Audit entries in the target; 0 also where there is not even the table. */
async function rowsLeft(target: OwnPostgres): Promise<number> {
  const there = await countOf(target, `SELECT count(to_regclass('audit_entry'))`)
  return there && countOf(target, 'SELECT count(*) FROM audit_entry')
}
