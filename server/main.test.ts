import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  isClusterProcess,
  readPidFile,
  stopPostgres,
} from './database/embedded/postgres-process.ts'
import { spawnServer, startServer } from '../harness/process/server-process.ts'
import { testDatabase } from './testing/test-database.ts'
import { temporaryFolder, temporaryFolderOfFile } from './testing/temporary-folder.ts'

const dataDir = temporaryFolderOfFile()
const cluster = join(dataDir, 'postgres', 'cluster')
const env = { DATA_DIR: dataDir }
afterAll(() => stopPostgres(cluster))

const isReady = (url: string) =>
  fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
const isAlive = async (url: string) => (await fetch(`${url}/api/health/live`)).ok

/** The process number of the embedded PostgreSQL, or undefined when it is stopped. */
async function postgres(): Promise<number | undefined> {
  const file = await readPidFile(cluster)
  return file && (await isClusterProcess(cluster, file.pid)) ? file.pid : undefined
}

test('prints where it is, where emails go and where the data is; Ctrl-C stops it and its database', async () => {
  const server = await startServer(env)
  const [, key = ''] = /\/dev\/mailbox\?key=([\w-]{22})$/m.exec(server.stdout()) ?? []
  expect(server.stdout().split('\n')).toEqual([
    `Rupee Rates is at ${server.url}`,
    `Emails are not sent (SMTP_URL is unset): read them at ${server.url}/dev/mailbox?key=${key}`,
    'Nobody is an administrator: set ADMINS=you@example.lk',
    `The data is in ${dataDir}`,
    '',
  ])
  expect(await isAlive(server.url)).toBe(true)
  expect((await fetch(`${server.url}/dev/mailbox?key=${key}`)).status).toBe(200)
  expect((await fetch(`${server.url}/dev/mailbox`)).status).toBe(404)
  expect(await postgres()).toBeDefined()
  server.child.kill('SIGINT')
  server.child.kill('SIGINT') // npm passes on what the terminal has sent already
  expect(await server.exit).toBe(0)
  expect(await postgres()).toBeUndefined()
})

test('prints the mail server without its password, and the public address', async () => {
  const server = await startServer({
    ...env,
    SMTP_URL: 'smtp://me:hunter2@mail.example.org:587',
    PUBLIC_URL: 'https://rates.example.org',
    REGISTRATION: 'open',
    PROVIDER_NAME: 'Bank of Kandy',
  })
  expect(server.stdout()).toMatch(
    /^Bank of Kandy is at https:\/\/rates\.example\.org \(listening on 127\.0\.0\.1, port \d+\)\n/,
  )
  expect(server.stdout()).toContain('\nEmails go to the mail server mail.example.org:587\n')
  expect(server.stdout() + server.stderr()).not.toContain('hunter2')
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})

test('logs JSON lines to standard error, without errors on an early stop', async () => {
  const server = await startServer(env)
  server.child.kill('SIGTERM')
  await server.exit
  const lines = server.stderr().trim().split('\n')
  const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('listening'))
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})

test('starts after kill -9, with the database left running or killed', async () => {
  const first = await startServer(env)
  first.child.kill('SIGKILL')
  await first.exit
  const orphan = await postgres()
  expect(orphan).toBeDefined()
  const second = await startServer(env)
  expect(await postgres()).toBe(orphan)
  second.child.kill('SIGKILL')
  process.kill(orphan!, 'SIGKILL')
  await second.exit
  const third = await startServer(env)
  expect(await isAlive(third.url)).toBe(true)
  third.child.kill('SIGINT')
  expect(await third.exit).toBe(0)
  expect(await postgres()).toBeUndefined()
})

test('reports a port in use with status 1 and leaves no database', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const server = spawnServer({ ...env, PORT: String(port), LOG_LEVEL: 'silent' })
  expect(await server.exit).toBe(1)
  expect(server.stderr().trim()).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop what listens there, or set PORT to another.`,
  )
  expect(await postgres()).toBeUndefined()
})

test('lists wrong variables with status 1 before creating anything', async () => {
  const otherFolder = join(temporaryFolder(), 'data')
  const server = spawnServer({
    DATA_DIR: otherFolder,
    PORT: 'x',
    HOST: '0.0.0.0',
    RATE_FEED: 'ecb',
  })
  expect(await server.exit).toBe(1)
  expect(server.stderr().trim().split('\n')).toEqual([
    'These settings are wrong:',
    '  PORT must be a port number from 0 to 65535',
    '  RATE_FEED must be cbsl, currency-api or off',
  ])
  expect(existsSync(otherFolder)).toBe(false)
})

test('reports an unreachable DATABASE_URL without its password, with status 1', async () => {
  const server = spawnServer({ ...env, DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/rates' })
  expect(await server.exit).toBe(1)
  expect(server.stderr().trim().split('\n')).toEqual([
    'The database at 127.0.0.1:1/rates cannot be reached: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Check its address and that it is running.',
  ])
})

test('uses an external PostgreSQL without owning anything and leaves it running', async () => {
  const database = await testDatabase()
  const otherFolder = join(temporaryFolder(), 'data')
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({ DATA_DIR: otherFolder, ...urls })
  expect(server.stdout()).toMatch(
    /The data is in PostgreSQL at \/\S+\/test_\w+, keys and checkpoints in \/\S+\n/,
  )
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
  expect(existsSync(join(otherFolder, 'postgres'))).toBe(false)
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})

test('answers a request under way before it ends', async () => {
  const server = await startServer(env)
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const body = '{"email":""}'
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  // By this it says that it has read the head.
  expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body.slice(0, 5))
  server.child.kill('SIGTERM')
  await vi.waitFor(() => expect(isReady(server.url)).resolves.toBe(false))
  socket.write(body.slice(5))
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 4/)
  expect(await server.exit).toBe(0)
})

test('leaves no database after a Ctrl-C during the start', async () => {
  for (const wait of [150, 250, 350]) {
    const server = spawnServer(env)
    await pause(wait)
    server.child.kill('SIGINT')
    await server.exit
    expect(await postgres()).toBeUndefined()
  }
})
