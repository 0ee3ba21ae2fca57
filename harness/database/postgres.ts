import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '../../server/database/connection.ts'
import { postgresBinaries } from '../../server/database/postgres-binaries.ts'
import {
  initCluster,
  isPostgresOf,
  readPidFile,
  signal,
  startPostgres,
  stopPostgres,
} from '../../server/database/postgres-process.ts'
import { postgresUser } from '../../server/database/postgres-user.ts'
import type { Db } from '../../server/database/schema.ts'
import { recordedHome } from '../../server/database/cluster-home.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scope } from '../scope.ts'

/** Makes the two roles and the database that the server asks for; `url`: of a superuser. */
export async function createProductDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE ROLE rupee_owner LOGIN; CREATE ROLE rupee_app LOGIN')
  await client.query('CREATE DATABASE rupee_rates OWNER rupee_owner')
  await client.end()
}

/** The process of the PostgreSQL of a cluster. */
export class PostgresProcess {
  readonly cluster: string
  constructor(cluster: string) {
    this.cluster = cluster
  }

  /** Its number, or undefined where it does not run. */
  async pid(): Promise<number | undefined> {
    const file = await readPidFile(this.cluster)
    return file && (await isPostgresOf(this.cluster, file.pid)) ? file.pid : undefined
  }

  /** `kill -9` of the whole of it: the first process alone would leave the others at work for a moment. */
  async kill(): Promise<void> {
    await this.signalAll('SIGKILL')
  }

  /** No process of it runs on, none ends: as on a machine that hangs. */
  async freeze(): Promise<void> {
    await this.signalAll('SIGSTOP')
  }

  async thaw(): Promise<void> {
    await this.signalAll('SIGCONT')
  }

  async stop(): Promise<void> {
    await stopPostgres(this.cluster)
  }

  private async signalAll(name: NodeJS.Signals): Promise<void> {
    const pid = await this.pid()
    if (pid === undefined) throw new Error(`No PostgreSQL runs in ${this.cluster}`)
    const processes = [pid, ...(await childrenOf(pid))]
    for (const each of processes) signal(each, name)
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { readFile, readdir } = await import('node:fs/promises')
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(status.slice(status.lastIndexOf(')') + 4).split(' ')[0])
    if (parent === pid) found.push(Number(name))
  }
  return found
}

/** The embedded PostgreSQL of a server's DATA_DIR. */
export async function embeddedPostgres(dataDir: string): Promise<PostgresProcess & { superuserUrl: string }> {
  const { folder } = await recordedHome(dataDir)
  const cluster = join(folder, 'cluster')
  const socket = (await readPidFile(cluster))?.socketFolder ?? ''
  const superuserUrl = `postgresql://postgres@/rupee_rates?host=${encodeURIComponent(socket)}`
  return Object.assign(new PostgresProcess(cluster), { superuserUrl })
}

/** A connection to the embedded PostgreSQL of a server's DATA_DIR, as the superuser and without a limit of time. */
export async function connectEmbedded(dataDir: string): Promise<Db> {
  const { superuserUrl } = await embeddedPostgres(dataDir)
  return connect(superuserUrl, { statementTimeoutMs: 0 }).db
}

/** A PostgreSQL of its own, as an operator would run it: on a TCP port, started and stopped by hand. */
export class OwnPostgres extends PostgresProcess {
  readonly home: string
  readonly port: number
  private readonly settings: Record<string, string>

  private constructor(home: string, port: number, settings: Record<string, string>) {
    super(join(home, 'cluster'))
    this.home = home
    this.port = port
    this.settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: home,
      max_connections: '100',
      max_wal_size: '128MB',
      ...settings,
    }
  }

  /** Makes and starts one, with the two roles and the database that the server asks for. `home`: a folder to make it in. */
  static async start(
    scope: Scope,
    options: { home?: string; settings?: Record<string, string> } = {},
  ): Promise<OwnPostgres> {
    const home = options.home ?? scope.makeFolder('postgres')
    const user = await postgresUser(home)
    if (user) chownSync(home, user.uid, user.gid)
    const postgres = new OwnPostgres(home, await freePort(), options.settings ?? {})
    await initCluster(home, await postgresBinaries(user), user, postgres.settings)
    scope.defer(() => postgres.stop())
    await postgres.start()
    await createProductDatabase(postgres.url('postgres', 'postgres'))
    return postgres
  }

  async start(): Promise<void> {
    const user = await postgresUser(this.cluster)
    const stale = (await readPidFile(this.cluster))?.pid
    for (let tries = 0; ; tries++) {
      const started = await startPostgres(this.home, await postgresBinaries(user), user, this.settings, stale)
      if (!started.ended) return
      // The processes of a killed one may not have noticed yet.
      if (tries > 50) throw new Error(started.reason)
      await pause(50)
    }
  }

  url(role: string, database = 'rupee_rates'): string {
    return `postgresql://${role}@127.0.0.1:${this.port}/${database}`
  }

  get superuserUrl(): string {
    return this.url('postgres')
  }

  /** What a server needs to use it. */
  get env(): Record<string, string> {
    return { DATABASE_URL: this.url('rupee_app'), DATABASE_OWNER_URL: this.url('rupee_owner') }
  }
}

/** Runs one statement as the superuser, over a connection of its own. */
export async function asSuperuser<Row extends pg.QueryResultRow>(
  { superuserUrl }: { superuserUrl: string },
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
