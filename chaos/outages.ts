import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  asSuperuser,
  startOwnPostgres,
  type OwnPostgres,
  type SuperuserAccess,
} from '../harness/database/postgres.ts'
import { figure, holds } from '../harness/figure.ts'
import type { Writers } from '../harness/load/writers.ts'
import { Server } from '../harness/process/restartable-server.ts'
import { Skipped } from '../harness/scenario.ts'
import type { Scope } from '../harness/scope.ts'
import { until } from '../harness/until.ts'
import { outage } from './under-load.ts'

export const postgresKill = outage({
  title: 'kill -9 of the embedded PostgreSQL, 5 times',
  times: 5,
  async fault({ started: { database } }) {
    await database.kill()
    return []
  },
})

const onItsOwn =
  (settings = {}) =>
  async (scope: Scope) => {
    const database = await startOwnPostgres(scope, { settings })
    return { database, server: await Server.start(scope, database.env()) }
  }

const away = (
  title: string,
  leave: (database: OwnPostgres) => Promise<void>,
  comeBack: (database: OwnPostgres) => Promise<void>,
) =>
  outage({
    title,
    start: onItsOwn(),
    async fault({ server, started: { database } }) {
      await leave(database)
      await pause(8000)
      const ready = await server.http.isReady()
      await comeBack(database)
      return [holds('not ready meanwhile', !ready)]
    },
  })

export const postgresStopStart = away(
  'PostgreSQL stopped for 8 s and started',
  (database) => database.stop(),
  (database) => database.start(),
)
export const postgresFrozen = away(
  'PostgreSQL frozen (SIGSTOP) for 8 s',
  (database) => database.signal('SIGSTOP'),
  (database) => database.signal('SIGCONT'),
)

export const connections = outage({
  title: 'every connection of PostgreSQL taken by others for 4 s',
  async start(scope) {
    const others: pg.Client[] = []
    scope.defer(() => Promise.all(others.map((client) => client.end())))
    return { ...(await onItsOwn({ max_connections: '20' })(scope)), others }
  },
  // Cut the server's connections, so that the others get them and the server must reconnect.
  async prepare({ database, others }) {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rupee_app'`
    await asSuperuser(database, cut)
    await takeEveryConnection(database, others)
  },
  writesBefore: 0,
  async fault({ writers, started: { others } }) {
    await pause(4000)
    const served = writers.acknowledged.length
    await Promise.all(others.splice(0).map((client) => client.end()))
    return [figure('writes served meanwhile', served, '')]
  },
})

async function takeEveryConnection(database: OwnPostgres, others: pg.Client[]): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: database.url('rupee_app') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      others.push(client)
    } catch {
      return
    }
  }
}

export const diskFull = outage({
  title: 'the disk of DATA_DIR (a tmpfs of 160 MB) is full for 5 s',
  async start(scope) {
    const disk = scope.makeFolder('disk')
    const options = ['-t', 'tmpfs', '-o', 'size=160m,mode=0711', 'tmpfs', disk]
    if (spawnSync('mount', options).status !== 0)
      throw new Skipped(
        'A file system of its own could not be mounted here; that needs root and its rights.',
      )
    scope.defer(() => spawnSync('umount', ['-l', disk]))
    const server = await Server.start(scope, { DATA_DIR: join(disk, 'data') })
    return { server, database: await server.database(), disk }
  },
  writesBefore: 40,
  async fault({ server, writers, started: { database, disk } }) {
    const filler = join(disk, 'filler')
    // Writes until the file system takes not one byte more.
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'])
    await untilRefused(writers, database)
    const acknowledged = writers.acknowledged.length
    await pause(5000)
    const served = writers.acknowledged.length - acknowledged
    const { body } = await server.http.attempt({ path: '/api/health/ready' })
    const { body: last = '' } = writers.tries.at(-1) ?? {}
    rmSync(filler)
    return [
      figure('writes served while it was full', served, ''),
      holds('a refused write says that nothing can be stored', last.includes('storage_full'), last),
      holds('ready warns of the disk', body.includes('the disk of the database is full'), body),
    ]
  },
})

/** Fills PostgreSQL's spare WAL, so that it refuses writes. */
async function untilRefused(writers: Writers, database: SuperuserAccess): Promise<void> {
  const fill = `SELECT pg_logical_emit_message(false, 'fill', repeat('x', 2000000))`
  const isFull = async () => {
    const before = writers.acknowledged.length
    await asSuperuser(database, fill).catch(() => undefined)
    await pause(100)
    const last = writers.tries.slice(-8)
    return writers.acknowledged.length === before && last.every(({ status }) => status >= 500)
  }
  await until('writes are refused, the disk being full', isFull, { timeoutMs: 30_000, everyMs: 0 })
}
