import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSuperuser, embeddedPostgres } from '../../harness/database/postgres.ts'
import { httpClient, type HttpClient } from '../../harness/load/http-client.ts'
import { startProgram, type Program, type Ran } from '../../harness/process/program.ts'
import type { Scope } from '../../harness/scope.ts'
import { until } from '../../harness/until.ts'
import { git } from './origin-of-versions.ts'

/** An installation: a clone with packages, pages and data, whose server two scripts start and stop as a supervisor would. */
export class InstalledClone {
  readonly folder: string
  readonly dataDir: string
  readonly http: HttpClient
  private readonly scope: Scope
  private readonly env: Record<string, string | undefined>

  /** Clones `version` from `origin` and builds it. */
  constructor(scope: Scope, origin: string, version: string, port: number) {
    this.scope = scope
    this.folder = join(scope.folder, 'installed')
    this.dataDir = scope.makeFolder('data')
    const { PATH, HOME, npm_execpath, npm_node_execpath } = process.env
    const settings = { DATA_DIR: this.dataDir, PORT: String(port), RATE_FEED: 'off', TRUST_PROXY: 'loopback' }
    this.env = { PATH, HOME, npm_execpath, npm_node_execpath, NODE_ENV: 'production', ...settings }
    this.http = httpClient(port, Infinity, () =>
      existsSync(this.file('server.log')) ? readFileSync(this.file('server.log'), 'utf8') : '',
    )
    git(scope.folder, 'clone', '--quiet', '--branch', version, origin, this.folder)
    execFileSync('npm', ['run', 'build'], { cwd: this.folder, env: this.env, stdio: 'ignore' })
    const node = join(this.folder, 'node_modules', 'node', 'bin', 'node')
    const isServer = `grep -aqs server/main.ts /proc/$pid/cmdline`
    // One at a time, and at most one server, as with any supervisor.
    const common = `exec 9>${this.file('server.lock')}; flock 9; pid=$(cat ${this.file('server.pid')} || echo none)`
    const write = (name: 'start' | 'stop', ...lines: string[]) =>
      writeFileSync(this.file(`${name}.sh`), [common, ...lines, ''].join('\n'))
    const start = `cd ${this.folder}; setsid ${node} server/main.ts >>${this.file('server.log')} 2>&1 </dev/null 9>&- &`
    write('start', `${isServer} && exit 0`, start, `echo $! >${this.file('server.pid')}`)
    write('stop', `${isServer} || exit 0`, 'kill $pid', `while ${isServer}; do sleep 0.1; done`)
    scope.defer(() => {
      this.http.close()
      this.supervise('stop')
    })
  }

  /** Runs one of the two scripts. */
  supervise(name: 'start' | 'stop'): void {
    execFileSync('sh', [this.file(`${name}.sh`)], { env: this.env, stdio: 'ignore' })
  }

  /** The number of the server's process. */
  get pid(): number {
    return Number(readFileSync(this.file('server.pid'), 'utf8'))
  }

  get version(): string {
    return git(this.folder, 'describe', '--tags', '--exact-match')
  }

  /** Runs the updater, which is killed with SIGKILL where `killAt` names the beginning of a line that it prints. */
  async update(args: readonly string[], killAt?: string): Promise<Ran> {
    const supervision = ['--stop', `sh ${this.file('stop.sh')}`, '--start', `sh ${this.file('start.sh')}`]
    const updater = this.run('scripts/update.mjs', [...args, ...supervision])
    if (killAt !== undefined) await (await updater.hasPrinted(killAt)).end('SIGKILL')
    return updater.done
  }

  async untilReady(): Promise<void> {
    await until('the installation is ready', () => this.http.isReady(), { timeoutMs: 60_000 })
  }

  /** What `npm run audit:verify` of the installed version says. */
  async verify(): Promise<string> {
    return (await this.run('server/commands/audit-verify.ts').done).printed
  }

  /** The hash of an entry of the audit trail, the newest unless told, with its number and action. */
  async entry(id?: number): Promise<{ id: number; hash: string; action: string }> {
    const [row] = await asSuperuser<{ id: number; hash: string; action: string }>(
      await embeddedPostgres(this.dataDir),
      `SELECT id::int, encode(hash, 'hex') AS hash, action FROM audit_entry
       WHERE $1::int IS NULL OR id = $1 ORDER BY id DESC LIMIT 1`,
      [id ?? null],
    )
    if (row === undefined) throw new Error('The audit trail has no such entry')
    return row
  }

  private run(file: string, args: readonly string[] = []): Program {
    return startProgram(join(this.folder, file), { args, env: this.env, scope: this.scope })
  }

  private file(name: `${'start' | 'stop'}.sh` | `server.${'lock' | 'log' | 'pid'}`): string {
    return join(this.scope.folder, name)
  }
}
