import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder, temporaryFolderOfFile } from '../../testing/temporary-folder.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { readPidFile, signal, isClusterProcess } from './postgres-process.ts'
import { canReach, isRoot } from './postgres-home.ts'

const settings = { fsync: 'off' } // only so that the tests are quick

async function start(dataDir: string, say?: (sentence: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings, ...(say && { say }) })
  onTestFinished(postgres.stop)
  return postgres
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const pidOf = async ({ dataDir }: EmbeddedPostgres) => (await readPidFile(dataDir))?.pid ?? 0

/** Leaves the cluster as a power cut would: no PostgreSQL, and its pid file naming `pid`. */
async function crash(postgres: EmbeddedPostgres, pid: number): Promise<void> {
  await postgres.stop()
  writeFileSync(
    join(postgres.dataDir, 'postmaster.pid'),
    `${pid}\n${postgres.dataDir}\n1\n5432\n/nowhere\n\n1 1\nready   \n`,
  )
}

describe('the embedded PostgreSQL', () => {
  const folder = temporaryFolderOfFile() // with one cluster, which it takes a while to make, for most tests

  test('starts on an empty folder, without TCP, with two roles; the server’s owns nothing', async () => {
    const postgres = await start(join(temporaryFolder(), 'made', 'data'))
    expect(postgres.joined).toBe(false)
    const show = `SELECT name, setting FROM pg_settings WHERE name IN
      ('listen_addresses', 'data_checksums', 'server_encoding', 'TimeZone', 'synchronous_commit', 'max_connections')`
    expect(
      Object.fromEntries(
        (await query(postgres.superuserUrl, show)).map(({ name, setting }) => [name, setting]),
      ),
    ).toEqual({
      listen_addresses: '',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      synchronous_commit: 'on',
      max_connections: '50',
    })
    const roles =
      'SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname ~ $$^rupee_$$ ORDER BY 1'
    const plain = { rolsuper: false, rolcreaterole: false, rolcreatedb: false }
    expect(await query(postgres.superuserUrl, roles)).toEqual([
      { rolname: 'rupee_app', ...plain },
      { rolname: 'rupee_owner', ...plain },
    ])
    await query(postgres.ownerUrl, 'CREATE TABLE its_own ()')
    await expect(query(postgres.appUrl, 'CREATE TABLE not_its_own ()')).rejects.toThrow(
      'permission denied',
    )
    expect(statSync(dirname(postgres.dataDir)).mode & 0o777).toBe(0o700)
  })

  test('is shared by several servers, and the last one stops it', async () => {
    const servers = await Promise.all([start(folder), start(folder), start(folder)])
    expect(servers.filter(({ joined }) => !joined)).toHaveLength(1)
    const pid = await pidOf(servers[0])
    await servers[0].stop()
    await servers[1].stop()
    expect(await query(servers[2].appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await servers[2].stop()
    expect(await isClusterProcess(servers[2].dataDir, pid)).toBe(false)
    expect(await readPidFile(servers[2].dataDir)).toBeUndefined()
  })

  test('leaves no orphan when two servers stop together', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = await Promise.all([start(folder), start(folder)])
      await Promise.all([one.stop(), two.stop()])
      expect(await readPidFile(one.dataDir)).toBeUndefined()
    }
  })

  test('joins the PostgreSQL of a killed server', async () => {
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
       const { ownerUrl } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)} })
       console.log(ownerUrl)
       setInterval(() => {}, 1000)`,
    ])
    const [url] = (await once(holder.stdout, 'data')) as [Buffer]
    await query(url.toString().trim(), 'CREATE TABLE kept AS SELECT 42 AS answer')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const postgres = await start(folder)
    expect(postgres.joined).toBe(true)
    expect(await query(postgres.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    const pid = await pidOf(postgres)
    await postgres.stop()
    expect(await isClusterProcess(postgres.dataDir, pid)).toBe(false)
  })

  test('restarts after a kill', async () => {
    const said: string[] = []
    const postgres = await start(folder, (sentence) => said.push(sentence))
    const pid = await pidOf(postgres)
    signal(pid, 'SIGKILL')
    await vi.waitFor(async () =>
      expect(await query(postgres.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]),
    )
    expect(await pidOf(postgres)).not.toBe(pid)
    await vi.waitFor(() => expect(said.at(-1)).toBe('The database is running again.'))
  })

  test('treats a pid file as stale if its process is a stranger or a zombie', async () => {
    await crash(await start(folder), process.pid)
    await crash(await start(folder), 999_999_9)
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'])
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [zombie] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(zombie.toString())
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '))
    const before = await start(folder)
    expect(await isClusterProcess(before.dataDir, pid)).toBe(false)
    await crash(before, pid)
    const postgres = await start(folder)
    expect(postgres.joined).toBe(false)
    expect(await query(postgres.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('removes a half-made cluster', async () => {
    const home = join(temporaryFolder(), 'postgres')
    mkdirSync(join(home, 'cluster.new-9999999-1234', 'base'), { recursive: true, mode: 0o700 })
    const postgres = await start(dirname(home))
    expect(await query(postgres.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(readdirSync(home).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
  })

  test('moves its socket if the path of the folder is too long', async () => {
    const postgres = await start(join(temporaryFolder(), 'a-long-name-'.repeat(12), 'with, comma'))
    const socket = new URL(postgres.appUrl.replace('@/', '@socket/')).searchParams.get('host') ?? ''
    expect(socket.length).toBeLessThan(95)
    expect(statSync(socket).mode & 0o777).toBe(0o700)
    expect(await query(postgres.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    onTestFinished(() => rmSync(socket, { recursive: true, force: true }))
  })

  test('can reach a folder only if every folder above allows it', async () => {
    const folder = temporaryFolder()
    const stranger = { uid: 4_000_000, gid: 4_000_000 }
    expect(await canReach(stranger, folder)).toBe(true)
    chmodSync(folder, 0o700)
    expect(await canReach(stranger, folder)).toBe(false)
    expect(await canReach({ uid: process.getuid?.() ?? 0, gid: 4_000_000 }, folder)).toBe(true)
    await expect(canReach(stranger, join(folder, 'missing'))).rejects.toThrow('ENOENT')
  })

  test('names the version of another cluster', async () => {
    const postgres = await start(folder)
    await postgres.stop()
    writeFileSync(join(postgres.dataDir, 'PG_VERSION'), '17\n')
    await expect(start(folder)).rejects.toThrow(
      /was made by PostgreSQL 17; this version includes PostgreSQL 18/,
    )
    writeFileSync(join(postgres.dataDir, 'PG_VERSION'), '18\n')
  })

  test('quotes the reason of PostgreSQL when it does not start', async () => {
    const options = { dataDir: folder, settings: { shared_buffers: 'plenty' } }
    await expect(startEmbeddedPostgres(options)).rejects.toThrow(
      /does not start: invalid value for parameter "shared_buffers"/,
    )
  })

  test.runIf(isRoot())(
    'run by root in a private folder, uses and finds a reachable folder',
    async () => {
      const folder = temporaryFolder()
      chmodSync(folder, 0o700)
      const dataDir = join(folder, 'data')
      const said: string[] = []
      const postgres = await start(dataDir, (sentence) => said.push(sentence))
      const home = dirname(postgres.dataDir)
      onTestFinished(() => rmSync(home, { recursive: true, force: true }))
      expect(said).toEqual([
        `The database is in ${home}: PostgreSQL may not run as root, and no other account can reach ${dataDir}.`,
      ])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(readFileSync(join(dataDir, 'postgres.location'), 'utf8')).toBe(`${home}\n`)
      await query(postgres.ownerUrl, 'CREATE TABLE kept ()')
      await postgres.stop()
      const restarted = await start(dataDir)
      expect(await query(restarted.ownerUrl, 'SELECT count(*)::int AS rows FROM kept')).toEqual([
        { rows: 0 },
      ])
      await restarted.stop()
      rmSync(home, { recursive: true })
      await expect(start(dataDir)).rejects.toThrow(/but it is not there: bring it back/)
      expect(existsSync(home)).toBe(false)
    },
  )
})

/** Runs on a small file system, which only the program sees and which needs no root. */
const WITH_OWN_MOUNTS = [
  ...(isRoot() ? [] : ['--user', '--map-current-user', '--keep-caps']),
  ...['--mount', 'sh', '-ec', 'mount -t tmpfs -o mode=0711,size=120m tmpfs "$0" && exec "$@"'],
]

test('a start on a full disk reports it and succeeds once there is room', ({ skip }) => {
  const folder = temporaryFolder()
  const run = (...command: string[]) =>
    spawnSync('unshare', [...WITH_OWN_MOUNTS, folder, ...command], { encoding: 'utf8' })
  skip(run('true').status !== 0, 'this system lets the test mount no file system')
  const program = `
    import { spawnSync } from 'node:child_process'
    import { rmSync } from 'node:fs'
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    const filler = ${JSON.stringify(join(folder, 'filler'))}
    const start = async (fillMegabytes) => {
      spawnSync('dd', ['if=/dev/zero', 'of=' + filler, 'bs=1M', 'count=' + fillMegabytes])
      try {
        const { stop } = await startEmbeddedPostgres({
          dataDir: ${JSON.stringify(join(folder, 'data'))}, settings: { fsync: 'off' },
        })
        await stop()
        console.log('started')
      } catch (error) {
        console.log(error.message)
      }
      rmSync(filler)
    }
    for (const fillMegabytes of [96, 0, 120, 0]) await start(fillMegabytes)`
  const { stdout } = run(process.execPath, '--input-type=module', '-e', program)
  const home = join(folder, 'data', 'postgres')
  const reason = `the disk of ${home} is full; make room and start again`
  expect(stdout.trimEnd().split('\n')).toEqual([
    `The database could not be made in ${home}: ${reason}`,
    'started',
    `The database in ${home}/cluster does not start: ${reason}`,
    'started',
  ])
})
