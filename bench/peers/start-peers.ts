import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { freePort } from '../../server/operations/free-port.ts'
import { get } from '../../harness/load/load.ts'
import { startMetered, type MeteredProcess } from '../../harness/process/metered-process.ts'
import { nodeThatLoads, peerFolder } from './peer.ts'
import type { Environment } from '../../harness/database/environment.ts'
import { asSuperuser } from '../../harness/database/postgres.ts'

/** Another product with the same rows in a database of its own, and what it is asked for the newest rate of USD. */
export interface Peer {
  readonly process: MeteredProcess
  readonly request: Buffer
}

interface Row {
  readonly currency: string
  readonly date: string
  readonly rate: number
  readonly source: string
}

const ADMIN = { email: 'admin@example.lk', password: 'bench-password' }
/** The policy that Directus makes for everyone who is not signed in. */
const PUBLIC_POLICY = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17'

export async function parseServer(environment: Environment): Promise<Peer> {
  const folder = peerFolder('parse', ['parse-server@9.10.0', 'express@5.2.1'])
  const databaseUrl = await createDatabase(environment, 'parse')
  const port = await freePort()
  const process = await startMetered(environment, join(import.meta.dirname, 'parse-program.ts'), {
    ready: 'ready',
    args: [JSON.stringify({ folder, databaseUrl, port })],
  })
  const headers = { 'x-parse-application-id': 'bench', 'x-parse-master-key': 'bench-master' }
  const [first, ...others] = await rowsOf(environment)
  const store = (row: Row | undefined) => post(`${process.url}/parse/classes/Rate`, row, headers)
  await store(first) // which makes the class
  for (const rows of chunksOf(others, 20)) await Promise.all(rows.map(store))
  await asSuperuser({ superuserUrl: databaseUrl }, 'CREATE INDEX ON "Rate" (currency, date)')
  const where = encodeURIComponent('{"currency":"USD","date":{"$lte":"2999-12-31"}}')
  const request = get(`/parse/classes/Rate?where=${where}&order=-date&limit=1`, {
    'x-parse-application-id': 'bench',
  })
  return { process, request }
}

export async function directus(environment: Environment): Promise<Peer> {
  const folder = peerFolder('directus', ['directus@11.17.4'])
  const databaseUrl = await createDatabase(environment, 'directus')
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: environment.folder,
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
    STORAGE_LOCAL_ROOT: join(environment.folder, 'uploads'),
  }
  const cli = join(folder, 'node_modules', 'directus', 'cli.js')
  const node = nodeThatLoads(folder, 'isolated-vm')
  await promisify(execFile)(node, [cli, 'bootstrap'], {
    env,
    cwd: environment.folder,
    timeout: 180_000,
  })
  const server = await startMetered(environment, cli, { ready: 'Server started', args: ['start'], env, node })
  const signedIn = await post(`${server.url}/auth/login`, ADMIN)
  const headers = {
    authorization: `Bearer ${(signedIn as { data: { access_token: string } }).data.access_token}`,
  }
  const field = (name: string, type: string) => ({ field: name, type, schema: {}, meta: {} })
  const fields = [
    field('currency', 'string'),
    field('date', 'date'),
    field('rate', 'float'),
    field('source', 'string'),
  ]
  await post(`${server.url}/collections`, { collection: 'rate', schema: {}, meta: {}, fields }, headers)
  const permission = { policy: PUBLIC_POLICY, collection: 'rate', action: 'read', fields: ['*'] }
  await post(`${server.url}/permissions`, permission, headers)
  for (const rows of chunksOf(await rowsOf(environment), 100))
    await post(`${server.url}/items/rate`, rows, headers)
  await asSuperuser({ superuserUrl: databaseUrl }, 'CREATE INDEX ON rate (currency, date)')
  const filter = 'filter[currency][_eq]=USD&filter[date][_lte]=2999-12-31&sort=-date&limit=1'
  return { process: server, request: get(`/items/rate?${encodeURI(filter)}`) }
}

async function rowsOf({ owner }: Environment): Promise<Row[]> {
  const { rows } = await sql<Row & { rate: string }>`
    SELECT currency, date, rate, source FROM published_rate WHERE source = 'cbsl' ORDER BY date, currency`.execute(
    owner,
  )
  return rows.map((row) => ({ ...row, rate: Number(row.rate) }))
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  )
}

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
