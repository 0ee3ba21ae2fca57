import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../harness/process/program.ts'
import { temporaryFolder } from '../server/testing/temporary-folder.ts'

const SCRIPTS = ['set-up.mjs', 'update.mjs', 'update-server.mjs', 'update-version.mjs']

/** A clone of an origin with the versions v1.9.0 and v1.10.0, on the first of them; it has data, and no packages. */
function clone(): string {
  const origin = join(temporaryFolder(), 'origin')
  for (const script of SCRIPTS)
    cpSync(join(import.meta.dirname, script), join(origin, 'scripts', script), { recursive: true })
  writeFileSync(join(origin, '.gitignore'), '.cache/\ndata/\n')
  git(origin, 'init', '--quiet', '--initial-branch=main')
  for (const version of ['v1.9.0', 'v1.10.0', 'v2.0.0-rc.1']) {
    writeFileSync(join(origin, 'version'), version)
    git(origin, 'add', '--all')
    git(origin, 'commit', '--quiet', '--message', version)
    git(origin, 'tag', version)
  }
  const folder = join(temporaryFolder(), 'clone')
  git(origin, 'clone', '--quiet', origin, folder)
  git(folder, 'checkout', '--quiet', 'v1.9.0')
  mkdirSync(join(folder, 'data'))
  return folder
}

function git(folder: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Nimal Perera', '-c', 'user.email=nimal@example.lk']
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

/** What `npm run update -- ARGS` says there, and its exit status. */
async function update(folder: string, args: string[], env: Record<string, string> = {}) {
  const program = startProgram(join(folder, 'scripts', 'update.mjs'), {
    args,
    // Nothing listens on port 1.
    env: { PATH: process.env['PATH'], PORT: '1', ...env },
  })
  const status = await program.exit
  return { status, printed: program.stdout() + program.stderr() }
}

test('an update goes to the newest version that is released, and one that fails leaves the clone as it was', async () => {
  const folder = clone()
  const { status, printed } = await update(folder, [])
  expect(printed).toContain('Updating from v1.9.0 to v1.10.0.')
  // These versions have no script that builds them.
  expect(printed).toContain('v1.10.0 is not installed. v1.9.0 is as it was, and was not stopped.')
  expect(status).toBe(1)
  expect(git(folder, 'describe', '--tags')).toBe('v1.9.0')
  expect(git(folder, 'worktree', 'list').split('\n')).toHaveLength(1)
  expect(git(folder, 'status', '--porcelain')).toBe('')
})

test.each([
  ['a version that the origin does not have', ['--to', 'v3.0.0'], 'There is no version v3.0.0'],
  ['an option in the place of a version', ['--to=--upload-pack=x'], 'There is no version --upload-pack=x'],
  ['an option that there is not', ['--force'], 'npm run update -- [--to TAG]'],
  ['half of what restarts a server', ['--stop', 'true'], '--stop and --start go together'],
])('%s is refused', async (_what, args, sentence) => {
  const { status, printed } = await update(clone(), args)
  expect(printed).toContain(sentence)
  expect(status).toBe(1)
})

test('an older version is refused, and the one that is installed is nothing to do', async () => {
  const folder = clone()
  expect(await update(folder, ['--to', 'v1.9.0'])).toEqual({
    status: 0,
    printed: 'v1.9.0 is installed already.\n',
  })
  git(folder, 'checkout', '--quiet', 'v1.10.0')
  const older = await update(folder, ['--to', 'v1.9.0'])
  expect(older.printed).toContain('v1.9.0 is older than what is installed')
  expect(older.status).toBe(1)
})

test('changed files and commits of one’s own are refused by name', async () => {
  const folder = clone()
  writeFileSync(join(folder, 'version'), 'changed by hand')
  expect((await update(folder, [])).printed).toContain(' M version')
  git(folder, 'commit', '--quiet', '--all', '--message', 'Change it by hand')
  const { status, printed } = await update(folder, [])
  expect(printed).toMatch(/commits of its own, .* Change it by hand/)
  expect(status).toBe(1)
})

test('a server that is at work is not updated under its feet, and a setting’s password is in no message', async () => {
  const folder = clone()
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const PORT = String((server.address() as AddressInfo).port)
  const { status, printed } = await update(folder, [], { PORT })
  expect(printed).toContain(`A server is at work at http://127.0.0.1:${PORT}`)
  expect(status).toBe(1)
  git(folder, 'remote', 'set-url', 'origin', 'http://reader:secret@127.0.0.1:1/rates.git')
  const unreachable = await update(folder, [])
  expect(unreachable.printed).toContain('//127.0.0.1:1/rates.git')
  expect(unreachable.printed).not.toContain('secret')
})

test('two updates at once are one', async () => {
  const folder = clone()
  mkdirSync(join(folder, '.cache', 'update'), { recursive: true })
  writeFileSync(join(folder, '.cache', 'update', 'running'), String(process.pid))
  expect((await update(folder, [])).printed).toContain(`Another update runs (process ${process.pid})`)
  const ended = spawnSync(process.execPath, ['--version']).pid
  writeFileSync(join(folder, '.cache', 'update', 'running'), String(ended))
  expect((await update(folder, ['--to', 'v1.9.0'])).status).toBe(0)
})
