import { join } from 'node:path'
import { requireNewestPostgres } from '../harness/database/debian.ts'
import { asSuperuser, startOwnPostgres } from '../harness/database/postgres.ts'
import { check, holds, none } from '../harness/figure.ts'
import { compareWithDatabase, startWriters } from '../harness/load/writers.ts'
import { startProgram } from '../harness/process/program.ts'
import { Server } from '../harness/process/restartable-server.ts'
import type { Scenario } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { signInUsers } from '../harness/users/sign-in-users.ts'
import { mustRun } from './backups.ts'

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
    const there = {
      DATA_DIR: server.dataDir,
      DATABASE_URL: database.url('rupee_app', 'empty'),
      DATABASE_OWNER_URL: database.url('rupee_owner', 'empty'),
    }
    await mustRun(scope, 'restore', [file], there)
    const restored = await Server.start(scope, there)
    await restored.terminate()
    const again = await mustRun(scope, 'audit-verify', [], there)
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
