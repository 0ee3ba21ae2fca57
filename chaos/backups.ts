import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireNewestPostgres } from '../harness/database/debian.ts'
import { asSuperuser, startOwnPostgres } from '../harness/database/postgres.ts'
import { check, figure, holds, none } from '../harness/figure.ts'
import { compareWithDatabase, startWriters } from '../harness/load/writers.ts'
import { startCommand, startProgram } from '../harness/process/program.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { signInUsers, type User } from '../harness/users/sign-in-users.ts'

async function mustRun(
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

async function accessToken(server: Server, { headers }: User) {
  const body = { name: 'accounts', scope: 'read' }
  const made = await server.http.post('/api/auth/access-tokens', body, headers)
  const { token } = JSON.parse(made.body) as { token: string }
  return { authorization: `Bearer ${token}` }
}

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
    const settings = { DATA_DIR: server.dataDir, ...own.env() }
    await mustRun(scope, 'restore', [file, '--keep-tokens'], settings)
    const moved = await Server.start(scope, settings)
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

const root = join(import.meta.dirname, '..')

export const debianPostgres: Scenario = {
  title: `Debian's own PostgreSQL, older than the packages': an empty database, a start, writes, backup, restore, audit:verify, and the API's tests of rates, entries and the trail`,
  async run(scope) {
    const version = requireNewestPostgres()
    const database = await startOwnPostgres(scope, { debian: true })
    const server = await Server.start(scope, database.env())
    const writers = startWriters([server.http], await signInUsers(server.http, 4))
    await writers.untilAcknowledged(100)
    await writers.stop()
    await server.terminate()
    const env = { DATA_DIR: server.dataDir, ...database.env() }
    const verified = await mustRun(scope, 'audit-verify', [], env)
    const file = join(scope.folder, 'whole.backup')
    await mustRun(scope, 'backup', [file], env)

    const superuserUrl = database.url('postgres', 'postgres')
    await asSuperuser({ superuserUrl }, 'CREATE DATABASE empty OWNER rupee_owner')
    const settings = {
      DATA_DIR: server.dataDir,
      DATABASE_URL: database.url('rupee_app', 'empty'),
      DATABASE_OWNER_URL: database.url('rupee_owner', 'empty'),
    }
    await mustRun(scope, 'restore', [file], settings)
    const restored = await Server.start(scope, settings)
    await restored.terminate()
    const again = await mustRun(scope, 'audit-verify', [], settings)
    const copy = { superuserUrl: database.url('postgres', 'empty') }
    const { passed, failed, printed } = await runTests(scope)
    return [
      ...(await compareWithDatabase(writers.acknowledged, copy)),
      holds('audit:verify says OK', /^OK/m.test(verified.printed), verified.printed),
      holds('and after the restore', /^OK/m.test(again.printed), again.printed),
      check('tests passed', passed, '', { atLeast: 1 }, printed),
      none('tests failed', failed, printed),
      `PostgreSQL ${version}`,
    ]
  },
}

async function runTests(scope: Scope) {
  const args = ['--project', 'debian']
  const options = { scope, args, env: process.env, cwd: root }
  const program = startProgram(join(root, 'scripts', 'test.mjs'), options)
  const { printed } = await program.done
  const lastLine = program.stdout().trimEnd().split('\n').at(-1) ?? ''
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lastLine) ?? []
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), printed: printed.slice(-3000) }
}
