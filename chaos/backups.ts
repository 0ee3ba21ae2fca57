import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  asSuperuser,
  connectEmbedded,
  countOf,
  startOwnPostgres,
  type SuperuserAccess,
} from '../harness/database/postgres.ts'
import { check, figure, holds, none } from '../harness/figure.ts'
import { compareWithDatabase, startWriters } from '../harness/load/writers.ts'
import { startCommand } from '../harness/process/program.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { signIn, signInUsers, type User } from '../harness/users/sign-in-users.ts'
import { seedAuditTrail } from '../server/testing/seed-audit-trail.ts'

/** Runs a command that has to succeed. */
async function mustRun(scope: Scope, name: string, args: readonly string[], env: Record<string, string>) {
  const ran = await startCommand(name, args, env, scope).done
  if (ran.status !== 0) throw new Error(`${name} failed: ${ran.printed}`)
  return ran
}

const sessionStatus = async (server: Server, { headers }: User) =>
  (await server.http.call({ path: '/api/auth/user', headers })).status

/** Which bad backups are refused without a trace is shown by server/backup/restore.test.ts. */
export const backupRestore: Scenario = {
  title: 'a backup under 8 writers, restored into an empty folder, and once more over what is there',
  async run(scope) {
    const server = await Server.start(scope)
    const users = await signInUsers(server.http, 8)
    const writers = startWriters([server.http], users)
    await writers.untilAcknowledged(300)
    const before = [...writers.acknowledged]
    const file = join(scope.folder, 'whole.backup')
    const made = await mustRun(scope, 'backup', [file], { DATA_DIR: server.dataDir })
    await writers.stop()
    await server.terminate()

    const env = { DATA_DIR: scope.makeFolder('elsewhere') }
    const { ms } = await mustRun(scope, 'restore', [file], env)
    const restored = await Server.start(scope, env)
    const comparison = await compareWithDatabase(before, await restored.database())
    const status = await sessionStatus(restored, users[0]!)
    await restored.terminate()
    const second = await startCommand('restore', [file], env, scope).done
    const withoutCheckpoints = ['--checkpoints', scope.makeFolder('none')]
    const { printed } = await startCommand('audit-verify', withoutCheckpoints, env, scope).done
    const isIntact = /^Rows: +(\d+) of \1 /m.test(printed) && /^Links: +(\d+) of \1 /m.test(printed)
    return [
      figure('backup', made.ms, 'ms'),
      figure('its size', readFileSync(file).length / 1024, 'KB'),
      figure('restore', ms, 'ms'),
      ...comparison,
      holds('the chain is intact', isIntact, printed),
      holds('a session of before has ended', status === 401),
      holds('a database in use is left alone', second.status !== 0),
    ]
  },
}

const ENTRIES = 1_000_000

export const dbMove: Scenario = {
  title: `an embedded installation with ${ENTRIES} audit entries moves to a PostgreSQL of its own; the first try is killed after 5 s`,
  async run(scope) {
    const server = await Server.start(scope)
    const user = await signIn(server.http, 'mover@example.lk')
    const db = await connectEmbedded(server.dataDir)
    await seedAuditTrail(db, ENTRIES)
    await db.destroy()
    const before = await endOf(await server.database())
    await server.terminate()

    const target = await startOwnPostgres(scope)
    const env = { DATA_DIR: server.dataDir }
    const args = [target.url('rupee_owner'), '--app-role', 'rupee_app']
    const first = startCommand('db-move', args, env, scope)
    await pause(5000)
    await first.end('SIGKILL')
    const isThere = await countOf(target, `SELECT count(to_regclass('audit_entry'))`)
    const left = isThere && (await countOf(target, 'SELECT count(*) FROM audit_entry'))
    const moved = await mustRun(scope, 'db-move', args, env)
    const after = await endOf(target)
    const there = await Server.start(scope, { ...env, ...target.env() })
    return [
      check('the move', moved.ms / 1000, 's', { atMost: 60 }),
      holds(
        `the chain's end is equal, after ${after.id} entries`,
        before.id === after.id && before.hash === after.hash,
      ),
      none('rows left by the try that was killed', left),
      holds('a session of before goes on there', (await sessionStatus(there, user)) === 200),
    ]
  },
}

async function endOf(database: SuperuserAccess) {
  const statement = `SELECT id::text, encode(hash, 'hex') AS hash FROM audit_head`
  const [end] = await asSuperuser<{ id: string; hash: string }>(database, statement)
  if (!end) throw new Error('The audit trail has no end')
  return end
}
