import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOwnPostgres } from '../harness/database/postgres.ts'
import { figure, holds } from '../harness/figure.ts'
import { compareWithDatabase, startWriters } from '../harness/load/writers.ts'
import { startCommand } from '../harness/process/program.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { signInUsers, type User } from '../harness/users/sign-in-users.ts'

/** Runs a command that has to succeed. */
export async function mustRun(
  scope: Scope,
  name: string,
  args: readonly string[],
  env: Record<string, string>,
) {
  const ran = await startCommand(name, args, env, scope).done
  if (ran.status !== 0) throw new Error(`${name} failed: ${ran.printed}`)
  return ran
}

const statusFor = async (server: Server, headers: Readonly<Record<string, string>>) =>
  (await server.http.call({ path: '/api/auth/user', headers })).status

/** The header of a new access token of this user. */
async function accessToken(server: Server, { headers }: User) {
  const body = { name: 'accounts', scope: 'read' }
  const made = await server.http.post('/api/auth/access-tokens', body, headers)
  const { token } = JSON.parse(made.body) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/** Which bad backups are refused without a trace is shown by server/backup/restore.test.ts. */
export const backupRestore: Scenario = {
  title:
    'a backup under 8 writers, restored into an empty folder, over what is there, and with its access tokens into a PostgreSQL of its own',
  async run(scope) {
    const server = await Server.start(scope)
    const users = await signInUsers(server.http, 8)
    const token = await accessToken(server, users[0]!)
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
    const status = await statusFor(restored, users[0]!.headers)
    const dropped = await statusFor(restored, token)
    await restored.terminate()
    const second = await startCommand('restore', [file], env, scope).done
    const withoutCheckpoints = ['--checkpoints', scope.makeFolder('none')]
    const { printed } = await startCommand('audit-verify', withoutCheckpoints, env, scope).done
    const isIntact = /^Rows: +(\d+) of \1 /m.test(printed) && /^Links: +(\d+) of \1 /m.test(printed)

    const own = await startOwnPostgres(scope)
    const there = { DATA_DIR: server.dataDir, ...own.env() }
    await mustRun(scope, 'restore', [file, '--keep-tokens'], there)
    const moved = await Server.start(scope, there)
    const complete = await compareWithDatabase(before, own)
    const kept = await statusFor(moved, token)
    const ended = await statusFor(moved, users[0]!.headers)
    await moved.terminate()
    return [
      figure('backup', made.ms, 'ms'),
      figure('its size', readFileSync(file).length / 1024, 'KB'),
      figure('restore', ms, 'ms'),
      ...comparison,
      holds('the chain is intact', isIntact, printed),
      holds('a session of before has ended', status === 401),
      holds('and so has an access token', dropped === 401),
      holds('a database in use is left alone', second.status !== 0),
      ...complete.map((each) => ({ ...each, what: `${each.what}, after the move` })),
      holds(
        'after the move the access token is good, the session is not',
        kept === 200 && ended === 401,
      ),
    ]
  },
}
