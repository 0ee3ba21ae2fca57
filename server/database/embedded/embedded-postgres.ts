import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import {
  choosePostgresUser,
  findPostgresBinaries,
  findPostgresHome,
  makeSocketFolder,
  preparePostgresHome,
} from './postgres-home.ts'
import {
  initCluster,
  isClusterProcess,
  readPidFile,
  startPostgres,
  stopPostgres,
} from './postgres-process.ts'

export type EmbeddedPostgres = {
  ownerUrl: string
  appUrl: string
  /** Superuser on the database `postgres`. */
  superuserUrl: string
  dataDir: string
  joined: boolean
  stop: () => Promise<void>
}

type EmbeddedPostgresOptions = {
  dataDir: string
  say?: (sentence: string) => void
  settings?: Record<string, string>
}

const MAJOR_VERSION = '18'
const SETUP_LOCK = 5_270_002
const IN_USE = 'rupee-rates keeper'
const LEAVING = 'rupee-rates leaving'

const SETTINGS = {
  listen_addresses: '', // no TCP
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // Everything is in memory, so I/O workers are not needed.
  io_method: 'sync',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
}

/**
 * Starts or joins the PostgreSQL under `dataDir`. Each process restarts it when its connection
 * ends; the last to leave stops it. Throws StartError.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, say = () => undefined } = options
  const user = await choosePostgresUser(join((await findPostgresHome(dataDir)).folder, 'cluster'))
  const binaries = await findPostgresBinaries(user)
  const home = await preparePostgresHome(dataDir, user)
  const cluster = join(home.folder, 'cluster')
  const socket = await makeSocketFolder(home.folder, user)
  const settings = { ...SETTINGS, unix_socket_directories: socket, ...options.settings }
  if (!(await stat(cluster).catch(() => undefined)))
    await initCluster(home.folder, binaries, user, settings)
  if (home.moved)
    say(
      `The database is in ${home.folder}: PostgreSQL may not run as root, and no other account ` +
        `can reach ${dataDir}.`,
    )
  await checkClusterVersion(cluster)
  const start = (stale: number | undefined) =>
    startPostgres(home.folder, binaries, user, settings, stale)
  const membership = new Membership({ cluster, socket, start, say })
  const joined = await membership.join()
  const url = (role: string, database: string) =>
    `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}`
  return {
    ownerUrl: url('rupee_owner', 'rupee_rates'),
    appUrl: url('rupee_app', 'rupee_rates'),
    superuserUrl: url('postgres', 'postgres'),
    dataDir: cluster,
    joined,
    stop: async () => {
      if (!(await membership.leave())) return
      await stopPostgres(cluster)
      if (!socket.startsWith(home.folder)) await rm(socket, { recursive: true, force: true })
    },
  }
}

interface MembershipOptions {
  readonly cluster: string
  readonly socket: string
  readonly start: (stale: number | undefined) => Promise<string | undefined>
  readonly say: (sentence: string) => void
}

class Membership {
  readonly #options: MembershipOptions
  #keeper: pg.Client | undefined
  #isLeaving = false
  #recovery: Promise<void> | undefined

  constructor(options: MembershipOptions) {
    this.#options = options
  }

  async join(): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      const joined = await this.#ensureRunning()
      try {
        const keeper = await openKeeper(this.#options.socket)
        keeper.once('end', () => {
          if (!this.#isLeaving) this.#recovery = this.#recover()
        })
        this.#keeper = keeper
        return joined
      } catch (cause) {
        // Another process may have just stopped it.
        const reason = (cause as Error).message
        if (tries === 20)
          throw new StartError(
            `The database in ${this.#options.cluster} does not respond: ${reason}`,
            {
              cause,
            },
          )
        await pause(100)
      }
    }
  }

  async leave(): Promise<boolean> {
    if (this.#isLeaving) return false
    this.#isLeaving = true
    await this.#recovery
    return this.#keeper !== undefined && isLast(this.#keeper)
  }

  async #ensureRunning(): Promise<boolean> {
    const { cluster, start } = this.#options
    for (let tries = 1; ; tries++) {
      const file = await readPidFile(cluster)
      const isAlive = file !== undefined && (await isClusterProcess(cluster, file.pid))
      if (isAlive && file.status === 'ready') return true
      if (isAlive && tries > 600)
        throw new StartError(
          `PostgreSQL (process ${file.pid}) has been starting in ${cluster} for 30 seconds: wait ` +
            'for it, or end it and start again.',
        )
      if (!isAlive) {
        const reason = await start(file?.pid)
        if (reason === undefined) return false
        // Another process started it first, or a killed PostgreSQL has not ended yet.
        if (!/lock file|shared memory block/.test(reason) || tries > 100)
          throw new StartError(`The database in ${cluster} does not start: ${reason}`)
      }
      await pause(50)
    }
  }

  async #recover(): Promise<void> {
    const { say } = this.#options
    this.#keeper = undefined
    say('The database stopped unexpectedly; starting it again.')
    for (let wait = 50; !this.#isLeaving; wait = Math.min(wait * 2, 2000)) {
      try {
        await this.join()
        say('The database is running again.')
        return
      } catch (error) {
        say((error as Error).message)
        await pause(wait)
      }
    }
  }
}

async function openKeeper(socket: string): Promise<pg.Client> {
  const keeper = new pg.Client({
    host: socket,
    user: 'postgres',
    database: 'postgres',
    application_name: IN_USE,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  })
  keeper.on('error', () => undefined) // `end` follows.
  try {
    await keeper.connect()
    await makeRolesAndDatabase(keeper)
    return keeper
  } catch (error) {
    await keeper.end().catch(() => undefined)
    throw error
  }
}

async function makeRolesAndDatabase(client: pg.Client): Promise<void> {
  const database = "SELECT FROM pg_database WHERE datname = 'rupee_rates'"
  if ((await client.query(database)).rowCount !== 0) return
  await client.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK])
  try {
    for (const role of ['rupee_owner', 'rupee_app'])
      if ((await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).rowCount === 0)
        await client.query(`CREATE ROLE ${role} LOGIN`)
    if ((await client.query(database)).rowCount !== 0) return
    await client.query('CREATE DATABASE rupee_rates OWNER rupee_owner')
    await client.query('REVOKE ALL ON DATABASE rupee_rates FROM PUBLIC')
    await client.query('GRANT CONNECT ON DATABASE rupee_rates TO rupee_app')
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [SETUP_LOCK])
  }
}

/**
 * Marks this process as leaving before it counts, so that of two leaving at once at least one stops
 * PostgreSQL.
 */
async function isLast(keeper: pg.Client): Promise<boolean> {
  const ask = (text: string, values: unknown[]) =>
    keeper.query<{ count: number }>({ text, values, query_timeout: 500 } as pg.QueryConfig)
  try {
    await ask(`SELECT set_config('application_name', $1, false)`, [LEAVING])
    const { rows } = await ask(
      'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1',
      [IN_USE],
    )
    const isAlone = rows[0]?.count === 0
    if (!isAlone) await keeper.end()
    return isAlone
  } catch {
    return true
  }
}

async function checkClusterVersion(cluster: string): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((cause: unknown) => {
    throw new StartError(
      `${cluster} is not a readable database: ${(cause as Error).message}. Restore a backup into an ` +
        'empty DATA_DIR.',
      { cause },
    )
  })
  if (version.trim() === MAJOR_VERSION) return
  throw new StartError(
    `${cluster} was made by PostgreSQL ${version.trim()}; this version includes PostgreSQL ` +
      `${MAJOR_VERSION} and cannot read it. Make a backup with the version that made it, and ` +
      'restore that into an empty DATA_DIR.',
  )
}
