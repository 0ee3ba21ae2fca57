import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import { prepareHome, recordedHome, socketFolder } from './cluster-home.ts'
import { ClusterLease } from './cluster-lease.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import {
  initCluster,
  isPostgresOf,
  readPidFile,
  startPostgres,
  stopPostgres,
} from './postgres-process.ts'
import { postgresUser } from './postgres-user.ts'

export type EmbeddedPostgres = {
  ownerUrl: string
  /** As the server's own role, which owns nothing. */
  appUrl: string
  /** As the cluster's superuser, on the database `postgres`: for tests and repairs. */
  superuserUrl: string
  dataDir: string
  /**
   * Whether PostgreSQL was running already: another server's, or left behind by one that was
   * killed.
   */
  adopted: boolean
  /** Gives the database back; whoever is the last one to do so stops it. */
  stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Called with a sentence that a user should know. */
  say?: (sentence: string) => void
  /** More settings of PostgreSQL (its documentation, chapter 19), say fsync=off for tests. */
  settings?: Record<string, string>
}

const majorVersion = '18'

const settings = {
  listen_addresses: '', // no TCP at all
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // The whole database is in memory: without the three worker processes of the default.
  io_method: 'sync',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
}

/**
 * Starts the PostgreSQL under `dataDir`, made where there is none, or joins a running one; starts
 * it again if it dies. Throws StartError.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, say = () => undefined } = options
  const recorded = await recordedHome(dataDir)
  const user = await postgresUser(join(recorded.folder, 'cluster'))
  const binaries = await postgresBinaries(user)
  const home = await prepareHome(dataDir, user)
  const cluster = join(home.folder, 'cluster')
  const socket = await socketFolder(home.folder, user)
  const allSettings = { ...settings, unix_socket_directories: socket, ...options.settings }
  if (!(await stat(cluster).catch(() => undefined)))
    await initCluster(home.folder, binaries, user, allSettings)
  if (home.moved)
    say(
      `The database is in ${home.folder}: PostgreSQL may not run as root, and nobody else can ` +
        `reach ${dataDir}.`,
    )
  await checkVersion(cluster)

  /** Leaves with PostgreSQL running: true when it ran already. */
  const ensureRunning = async (): Promise<boolean> => {
    for (let tries = 1; ; tries++) {
      const file = await readPidFile(cluster)
      const alive = file !== undefined && (await isPostgresOf(cluster, file.pid))
      if (alive && file.status === 'ready') return true
      if (!alive) {
        const reason = await startPostgres(home.folder, binaries, user, allSettings, file?.pid)
        if (reason === undefined) return false
        // Another start was quicker, or the processes of a killed PostgreSQL have not noticed yet.
        const passes = /lock file|shared memory block/.test(reason)
        if (!passes || tries > 100)
          throw new StartError(`The database in ${cluster} does not start: ${reason}`)
      } else if (tries > 600) {
        throw new StartError(`PostgreSQL (process ${file.pid}) holds ${cluster} but is not ready.`)
      }
      await pause(50)
    }
  }

  const lease = new ClusterLease(socket, ensureRunning, say)
  const adopted = await lease.acquire()
  const url = (role: string, database: string) =>
    `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}`
  return {
    ownerUrl: url('rupee_owner', 'rupee_rates'),
    appUrl: url('rupee_app', 'rupee_rates'),
    superuserUrl: url('postgres', 'postgres'),
    dataDir: cluster,
    adopted,
    stop: async () => {
      if (await lease.release()) await stopPostgres(cluster)
    },
  }
}

async function checkVersion(cluster: string): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((cause: unknown) => {
    throw new StartError(
      `${cluster} is not a database that can be read: ${(cause as Error).message}`,
      {
        cause,
      },
    )
  })
  if (version.trim() === majorVersion) return
  throw new StartError(
    `${cluster} was made by PostgreSQL ${version.trim()}; this version brings PostgreSQL ` +
      `${majorVersion} and cannot read it.`,
  )
}
