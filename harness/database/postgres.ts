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

/** The process of the PostgreSQL of a cluster. */
export class PostgresProcess {
  readonly cluster: string
  constructor(cluster: string) {
    this.cluster = cluster
  }

  /** Its number, or undefined where it does not run. */
  async pid(): Promise<number | undefined> {
    const file = await readPidFile(this.cluster)
    return file && (await isClusterProcess(this.cluster, file.pid)) ? file.pid : undefined
  }

  /**
   * `kill -9` of the whole of it: the first process alone would leave the others at work for a
   * moment.
   */
  async kill(): Promise<void> {
    await this.signal('SIGKILL')
  }

  /**
   * Sends a signal to each of its processes: after SIGSTOP none runs on, none ends, as on a machine
   * that hangs.
   */
  async signal(name: NodeJS.Signals): Promise<void> {
    const pid = await this.pid()
    if (pid === undefined) throw new Error(`No PostgreSQL runs in ${this.cluster}`)
    for (const each of [pid, ...childrenOf(pid).map((child) => child.pid)]) signal(each, name)
  }

  async stop(): Promise<void> {
    await stopPostgres(this.cluster)
  }
}

/** A database for whoever may do anything in it. */
export interface SuperuserAccess {
  readonly superuserUrl: string
}

/** The embedded PostgreSQL of a server's DATA_DIR. */
export async function embeddedPostgres(
  dataDir: string,
): Promise<PostgresProcess & SuperuserAccess> {
  const { folder } = await findPostgresHome(dataDir)
  const cluster = join(folder, 'cluster')
  const socket = (await readPidFile(cluster))?.socketFolder ?? ''
  const superuserUrl = `postgresql://postgres@/rupee_rates?host=${encodeURIComponent(socket)}`
  return Object.assign(new PostgresProcess(cluster), { superuserUrl })
}

/**
 * A connection to the embedded PostgreSQL of a server's DATA_DIR, as the superuser and without a
 * limit of time.
 */
export async function connectEmbedded(dataDir: string): Promise<Db> {
  const { superuserUrl } = await embeddedPostgres(dataDir)
  return connect(superuserUrl, { statementTimeoutMs: 0 }).db
}

/**
 * A PostgreSQL of its own, as an operator would run it: started and stopped by hand, on a TCP port,
 * or on a socket alone where its setting `listen_addresses` is empty.
 */
export type OwnPostgres = Awaited<ReturnType<typeof prepare>>

/**
 * Makes and starts one, with the two roles and the database that the server asks for; `debian`: by
 * Debian's own programs, of another version than the packages'.
 */
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

/**
 * A standby that follows one of Debian's, which from now on acknowledges nothing that the standby
 * has not written down.
 */
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

/** The one that clients take to be meant where a URL names none. */
const SOCKET_PORT = 5432

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
  const onSocket = others['listen_addresses'] === ''
  const port = onSocket ? SOCKET_PORT : await freePort()
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
    /** What a server needs to use it. `at`: the port of what stands before it. */
    env: (at = port) => ({
      DATABASE_URL: url('rupee_app', 'rupee_rates', at),
      DATABASE_OWNER_URL: url('rupee_owner', 'rupee_rates', at),
    }),
    /** Runs a program as its account. */
    run,
    async init() {
      const options = [
        '-D',
        postgres.cluster,
        '-U',
        'postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
      ]
      await (debian
        ? run(programs.initdb, ...options)
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

/** Runs one statement as the superuser, over a connection of its own. */
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

/** The number that such a statement gives, as `count`. */
export async function countOf(
  database: SuperuserAccess,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const [row] = await asSuperuser<{ count: number | string }>(database, statement, values)
  return Number(row?.count ?? 0)
}
