import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../harness/until.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testDatabase } from '../testing/test-database.ts'
import { freePort } from './free-port.ts'

const MAIN = join(import.meta.dirname, '..', 'main.ts')

async function startWith(stdio: { stdout: number | 'ignore'; stderr: number | 'pipe' }) {
  const { appUrl, ownerUrl } = await testDatabase()
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', stdio.stdout, stdio.stderr],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      RATE_FEED: 'off',
      LOG_LEVEL: 'debug',
      MAX_EVENT_LOOP_DELAY: '0',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const isUp = () => fetch(`${url}/api/health/live`).catch(() => undefined)
  await until('the server', isUp)
  return { url, child }
}

async function readWarning(url: string): Promise<string | undefined> {
  const ready = await fetch(`${url}/api/health/ready`)
  return ((await ready.json()) as { warnings: { log?: string } }).warnings.log
}

async function end(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  return (await exit)[0]
}

test('a log on a full disk ends no server, and `ready` counts its lost lines', async () => {
  const full = openSync('/dev/full', 'a')
  const { url, child } = await startWith({ stdout: full, stderr: full })
  for (let n = 0; n < 20; n++) expect((await fetch(`${url}/api/currencies/none`)).status).toBe(404)
  expect(await readWarning(url)).toMatch(/^\d{2,} lines of the log could not be written/)
  expect(await end(child)).toBe(0)
})

test('a log that its reader closed ends no server', async () => {
  const { url, child } = await startWith({ stdout: 'ignore', stderr: 'pipe' })
  child.stderr?.destroy()
  await until('a lost line', () => readWarning(url))
  expect(await end(child)).toBe(0)
})

test('a log that nobody reads delays no request, and keeps 1 MB for its reader', async () => {
  const { url, child } = await startWith({ stdout: 'ignore', stderr: 'pipe' })
  const path = `${url}/api/${'x'.repeat(300)}`
  await until('a lost line', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => fetch(path)))
    expect(responses.every(({ status }) => status === 404)).toBe(true)
    return readWarning(url)
  })
  const lines = readAll(child.stderr!)
  expect(await end(child)).toBe(0)
  expect((await lines).length).toBeGreaterThan(500_000)
})
