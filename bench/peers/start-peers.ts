import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { freePort } from '../../server/operations/free-port.ts'
import { get } from '../../harness/load/load.ts'
import { startMetered, type Program } from '../../harness/process/program.ts'
import type { Scope } from '../../harness/scope.ts'
import { nodeThatLoads, peerFolder } from './peer.ts'
import type { Environment } from '../../harness/database/environment.ts'
import { asSuperuser } from '../../harness/database/postgres.ts'

/** Another product with the same rows in a database of its own, and what it is asked for the newest rate of USD. */
export interface Peer {
  readonly process: Program
  readonly request: Buffer
}

const ADMIN = { email: 'admin@example.lk', password: 'bench-password' }
/** The policy that Directus makes for everyone who is not signed in. */
const PUBLIC_POLICY = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17'

export async function parseServer(scope: Scope, environment: Environment): Promise<Peer> {
  const folder = peerFolder('parse', ['parse-server@9.10.0'])
  const databaseUrl = await createDatabase(environment, 'parse')
  const port = await freePort()
  const settings = {
    databaseURI: databaseUrl,
    appId: 'bench',
    masterKey: 'bench-master',
    host: '127.0.0.1',
    port,
    serverURL: `http://127.0.0.1:${port}/parse`,
    logLevel: 'error',
    silent: true,
  }
  const file = join(scope.folder, 'parse.json')
  writeFileSync(file, JSON.stringify(settings))
  const program = join(folder, 'node_modules', 'parse-server', 'bin', 'parse-server')
  // It writes its log into ./logs, whatever it is told.
  const process = await startMetered(scope, program, {
    ready: 'parse-server running on',
    args: [file],
    cwd: scope.folder,
  })
  const headers = { 'x-parse-application-id': 'bench' }
  const [first, ...others] = await rowsOf(environment)
  const store = (row: unknown) =>
    post(`${process.url}/classes/Rate`, row, { ...headers, 'x-parse-master-key': 'bench-master' })
  await store(first) // which makes the class
  for (const rows of chunksOf(others, 20)) await Promise.all(rows.map(store))
  await asSuperuser({ superuserUrl: databaseUrl }, 'CREATE INDEX ON "Rate" (currency, date)')
  const where = encodeURIComponent('{"currency":"USD","date":{"$lte":"2999-12-31"}}')
  return { process, request: get(`/parse/classes/Rate?where=${where}&order=-date&limit=1`, headers) }
}

export async function directus(scope: Scope, environment: Environment): Promise<Peer> {
  const folder = peerFolder('directus', ['directus@11.17.4'])
  const databaseUrl = await createDatabase(environment, 'directus')
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: scope.folder,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET: 'bench-secret-bench-secret-bench-secret',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TELEMETRY: 'false',
    LOG_LEVEL: 'info', // it says at this level that it is there
    LOG_HTTP_IGNORE_PATHS: '/items',
    STORAGE_LOCAL_ROOT: join(scope.folder, 'uploads'),
  }
  const cli = join(folder, 'node_modules', 'directus', 'cli.js')
  const node = nodeThatLoads(folder, 'isolated-vm')
  await promisify(execFile)(node, [cli, 'bootstrap'], {
    env,
    cwd: scope.folder,
    timeout: 180_000,
  })
  const server = await startMetered(scope, cli, { ready: 'Server started', args: ['start'], env, node })
  const signedIn = (await post(`${server.url}/auth/login`, ADMIN)) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${signedIn.data.access_token}` }
  const types = { currency: 'string', date: 'date', rate: 'float', source: 'string' }
  const fields = Object.entries(types).map(([field, type]) => ({ field, type, schema: {}, meta: {} }))
  await post(`${server.url}/collections`, { collection: 'rate', schema: {}, meta: {}, fields }, headers)
  const permission = { policy: PUBLIC_POLICY, collection: 'rate', action: 'read', fields: ['*'] }
  await post(`${server.url}/permissions`, permission, headers)
  for (const rows of chunksOf(await rowsOf(environment), 100))
    await post(`${server.url}/items/rate`, rows, headers)
  await asSuperuser({ superuserUrl: databaseUrl }, 'CREATE INDEX ON rate (currency, date)')
  const filter = 'filter[currency][_eq]=USD&filter[date][_lte]=2999-12-31&sort=-date&limit=1'
  return { process: server, request: get(`/items/rate?${encodeURI(filter)}`) }
}

async function rowsOf({ owner }: Environment) {
  const { rows } = await sql<{ currency: string; date: string; rate: string; source: string }>`
    SELECT currency, date, rate, source FROM published_rate WHERE source = 'cbsl' ORDER BY date, currency`.execute(
    owner,
  )
  return rows.map((row) => ({ ...row, rate: Number(row.rate) }))
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Object.values(Object.groupBy(all, (_, at) => Math.floor(at / size)) as Record<number, T[]>)

/** Makes a database whose URL is one that every driver understands. */
async function createDatabase(environment: Environment, name: string): Promise<string> {
  await asSuperuser(environment, `CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD 'bench'`)
  await asSuperuser(environment, `CREATE DATABASE ${name} OWNER ${name}`)
  return `postgresql://${name}:bench@127.0.0.1:5432/${name}`
}

async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}
