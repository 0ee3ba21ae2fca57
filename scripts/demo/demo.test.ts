import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../../harness/process/program.ts'
import { temporaryFolder } from '../../server/testing/temporary-folder.ts'
import { Api } from './seed.ts'

test('a busy server is asked again after the time that it names, with the same key', async () => {
  const keys: unknown[] = []
  const server = createServer(({ headers }, response) => {
    keys.push(headers['idempotency-key'])
    if (keys.length < 3) response.writeHead(503, { 'retry-after': '0' }).end('{}')
    else response.end('{"token":"x"}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const api = new Api(`http://127.0.0.1:${port}`, '')
  expect(await api.call('POST', '/auth/verify-otp', {})).toEqual({ token: 'x' })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a demo that cannot be filled ends with its server and its data', async () => {
  const folder = temporaryFolder()
  const demo = startProgram(join(import.meta.dirname, 'demo.ts'), {
    env: { PATH: process.env['PATH'], TMPDIR: folder, PORT: '0', REGISTRATION: 'invited' },
  })
  onTestFinished(() => void demo.child.kill('SIGKILL'))
  const { status, printed } = await demo.done
  expect(printed).toContain('POST /auth/register: ')
  expect(status).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})
