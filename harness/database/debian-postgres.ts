import { execFile } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { isPostgresOf, readPidFile } from '../../server/database/postgres-process.ts'
import { postgresUser, type SystemUser } from '../../server/database/postgres-user.ts'
import { postgresBin } from './debian.ts'
import { createProductDatabase, PostgresProcess } from './postgres.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scope } from '../scope.ts'

/** Debian's PostgreSQL as a process of this run: in its own folder, on its own port, nothing of the system's. */
export class DebianPostgres extends PostgresProcess {
  readonly port: number
  private readonly user: SystemUser | undefined
  private readonly home: string

  private constructor(home: string, port: number, user: SystemUser | undefined) {
    super(join(home, 'cluster'))
    this.home = home
    this.port = port
    this.user = user
  }

  /** Makes and starts one, with the two roles and the database that the server asks for. */
  static async start(scope: Scope): Promise<DebianPostgres> {
    const postgres = await DebianPostgres.prepare(scope, 'primary')
    await postgres.run(
      'initdb',
      '-D',
      postgres.cluster,
      '-U',
      'postgres',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C',
    )
    writeFileSync(
      join(postgres.cluster, 'postgresql.auto.conf'),
      ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_wal_size = 256MB', ''].join(
        '\n',
      ),
    )
    await postgres.start()
    await createProductDatabase(postgres.url('postgres', 'postgres'))
    return postgres
  }

  /** A standby that follows `primary`, which from now on acknowledges nothing that the standby has not written down. */
  static async follow(scope: Scope, primary: DebianPostgres): Promise<DebianPostgres> {
    const standby = await DebianPostgres.prepare(scope, 'standby')
    const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
    await standby.run('pg_basebackup', '-D', standby.cluster, '-R', '-X', 'stream', '-c', 'fast', '-d', from)
    await standby.start()
    const client = new pg.Client({ connectionString: primary.url('postgres', 'postgres') })
    await client.connect()
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
    await client.query('SELECT pg_reload_conf()')
    await client.end()
    return standby
  }

  private static async prepare(scope: Scope, name: string): Promise<DebianPostgres> {
    const home = scope.makeFolder(name)
    const user = await postgresUser(home)
    if (user) chownSync(home, user.uid, user.gid)
    const postgres = new DebianPostgres(home, await freePort(), user)
    scope.defer(() => postgres.stop())
    return postgres
  }

  async start(): Promise<void> {
    const options = `-p ${this.port}`
    const log = join(this.home, 'postgres.log')
    // pg_ctl returns when it takes connections, and leaves it running.
    await this.run('pg_ctl', '-D', this.cluster, '-l', log, '-o', options, '-w', '-s', 'start')
    const file = await readPidFile(this.cluster)
    if (!file || !(await isPostgresOf(this.cluster, file.pid))) throw new Error('PostgreSQL did not start')
  }

  /** Makes the primary of a standby: it takes writes when this returns. */
  async promote(): Promise<void> {
    await this.run('pg_ctl', '-D', this.cluster, '-w', '-s', 'promote')
  }

  url(role: string, database = 'rupee_rates', port = this.port): string {
    return `postgresql://${role}@127.0.0.1:${port}/${database}`
  }

  get superuserUrl(): string {
    return this.url('postgres')
  }

  private async run(program: string, ...args: string[]): Promise<void> {
    const options = { ...this.user, cwd: this.home, env: { LC_ALL: 'C' } }
    await promisify(execFile)(join(postgresBin(), program), args, options)
  }
}
