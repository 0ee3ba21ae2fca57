import { execFile } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { connect } from '../../server/database/connection.ts'
import {
  choosePostgresUser,
  findPostgresBinaries,
  findPostgresHome,
} from '../../server/database/embedded/postgres-home.ts'
import {
  initCluster,
  isClusterProcess,
  readPidFile,
  signal,
  startPostgres,
  stopPostgres,
} from '../../server/database/embedded/postgres-process.ts'
import type { Db } from '../../server/database/schema.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { childrenOf } from '../process/process-figures.ts'
import type { Scope } from '../scope.ts'
import { until } from '../until.ts'
import { postgresBin } from './debian.ts'

export class PostgresProcess {
  readonly cluster: string
  constructor(cluster: string) {
    this.cluster = cluster
  }

  async pid(): Promise<number | undefined> {
    const file = await readPidFile(this.cluster)
    return file && (await isClusterProcess(this.cluster, file.pid)) ? file.pid : undefined
  }

  /** The first process alone would leave the others running for a moment. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL')
  }

  async signal(name: NodeJS.Signals): Promise<void> {
    const pid = await this.pid()
    if (pid === undefined) throw new Error(`No PostgreSQL runs in ${this.cluster}`)
    for (const each of [pid, ...childrenOf(pid).map((child) => child.pid)]) signal(each, name)
  }

  async stop(): Promise<void> {
    await stopPostgres(this.cluster)
  }
}

export interface SuperuserAccess {
  readonly superuserUrl: string
}

export async function embeddedPostgres(
  dataDir: string,
): Promise<PostgresProcess & SuperuserAccess> {
  const { folder } = await findPostgresHome(dataDir)
  const cluster = join(folder, 'cluster')
  const socket = (await readPidFile(cluster))?.socketFolder ?? ''
  const superuserUrl = `postgresql://postgres@/rupee_rates?host=${encodeURIComponent(socket)}`
  return Object.assign(new PostgresProcess(cluster), { superuserUrl })
}

export async function connectEmbedded(dataDir: string): Promise<Db> {
  const { superuserUrl } = await embeddedPostgres(dataDir)
  return connect(superuserUrl, { statementTimeoutMs: 0 }).db
}

export type OwnPostgres = Awaited<ReturnType<typeof prepare>>

export async function startOwnPostgres(
  scope: Scope,
  { settings = {}, debian = false } = {},
): Promise<OwnPostgres> {
  const postgres = await prepare(scope, 'postgres', debian, settings)
  await postgres.init()
  await postgres.start()
  const server = { superuserUrl: postgres.url('postgres', 'postgres') }
  await asSuperuser(server, 'CREATE ROLE rupee_owner LOGIN; CREATE ROLE rupee_app LOGIN')
  await asSuperuser(server, 'CREATE DATABASE rupee_rates OWNER rupee_owner')
  return postgres
}

/** A synchronous standby: the primary acknowledges only what the standby has written. */
export async function startStandby(scope: Scope, primary: OwnPostgres): Promise<OwnPostgres> {
  const standby = await prepare(scope, 'standby', true)
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  const backup = ['-D', standby.cluster, '-R', '-X', 'stream', '-c', 'fast', '-d', from]
  await standby.run(join(postgresBin(), 'pg_basebackup'), ...backup)
  await standby.start()
  await asSuperuser(primary, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
  await asSuperuser(primary, 'SELECT pg_reload_conf()')
  return standby
}

async function prepare(
  scope: Scope,
  name: string,
  debian: boolean,
  others: Record<string, string> = {},
) {
  const home = scope.makeFolder(name)
  const user = await choosePostgresUser(home)
  if (user) chownSync(home, user.uid, user.gid)
  const programs = debian
    ? { initdb: join(postgresBin(), 'initdb'), postgres: join(postgresBin(), 'postgres') }
    : await findPostgresBinaries(user)
  // Clients assume port 5432 if a URL names only a socket.
  const onSocket = others['listen_addresses'] === ''
  const port = onSocket ? 5432 : await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: home,
    max_connections: '100',
    max_wal_size: '128MB',
    ...others,
  }
  const postgres = new PostgresProcess(join(home, 'cluster'))
  scope.defer(() => postgres.stop())
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { ...user, cwd: home, env: { LC_ALL: 'C' } })
  const url = (role: string, database = 'rupee_rates', at = port) =>
    onSocket
      ? `postgresql://${role}@/${database}?host=${encodeURIComponent(home)}`
      : `postgresql://${role}@127.0.0.1:${at}/${database}`
  return Object.assign(postgres, {
    port,
    url,
    superuserUrl: url('postgres'),
    env: (at = port) => ({
      DATABASE_URL: url('rupee_app', 'rupee_rates', at),
      DATABASE_OWNER_URL: url('rupee_owner', 'rupee_rates', at),
    }),
    run,
    async init() {
      const options = '-U postgres --auth=trust --encoding=UTF8 --locale=C'.split(' ')
      await (debian
        ? run(programs.initdb, '-D', postgres.cluster, ...options)
        : initCluster(home, programs, user, settings))
    },
    async start() {
      const stale = (await readPidFile(postgres.cluster))?.pid
      // The processes of a killed one may not have noticed yet.
      await until('PostgreSQL starts', async () => {
        return (await startPostgres(home, programs, user, settings, stale)) === undefined
      })
    },
  })
}

export async function asSuperuser<Row extends pg.QueryResultRow>(
  { superuserUrl }: SuperuserAccess,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function countOf(
  database: SuperuserAccess,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const [row] = await asSuperuser<{ count: number | string }>(database, statement, values)
  return Number(row?.count ?? 0)
}
