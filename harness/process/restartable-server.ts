import { join } from 'node:path'
import { embeddedPostgres } from '../database/postgres.ts'
import { HttpClient } from '../load/http-client.ts'
import { Writers } from '../load/writers.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scope } from '../scope.ts'
import { until } from '../until.ts'
import { signInUsers } from '../users/sign-in-users.ts'
import { startProgram, type Program } from './program.ts'

const root = join(import.meta.dirname, '..', '..')
const main = join(root, 'server', 'main.ts')

/** The real program, on one port for as long as the scope lives, to be started and killed again and again. */
export class Server {
  readonly port: number
  readonly url: string
  readonly dataDir: string
  readonly http: HttpClient
  private readonly env: Record<string, string>
  /** One for each start. */
  private readonly programs: Program[] = []

  private constructor(scope: Scope, port: number, env: Record<string, string>) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.dataDir = env['DATA_DIR'] ?? join(scope.folder, 'data')
    this.env = {
      RATE_FEED: 'off',
      // Each user has a network of their own, as a proxy on this machine would name it.
      TRUST_PROXY: 'loopback',
      // As scripts/start.mjs has it.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      NODE_ENV: 'production',
      DATA_DIR: this.dataDir,
      ...env,
      PORT: String(port),
    }
    this.http = new HttpClient(port, Infinity, () => this.log)
    scope.defer(async () => {
      this.http.close()
      if (this.running) await this.terminate()
    })
  }

  /** Starts it with these settings and no others; ready when this resolves. */
  static async start(scope: Scope, env: Record<string, string> = {}): Promise<Server> {
    const server = new Server(scope, await freePort(), env)
    await server.start()
    return server
  }

  private get program(): Program | undefined {
    return this.programs.at(-1)
  }

  get pid(): number {
    const pid = this.program?.child.pid
    if (pid === undefined) throw new Error('The server does not run')
    return pid
  }

  private get running(): boolean {
    return this.program?.running() === true
  }

  /** Everything that it has printed so far, over all its starts. */
  get log(): string {
    return this.programs.map(({ stdout, stderr }) => stdout() + stderr()).join('')
  }

  /** The embedded PostgreSQL of its DATA_DIR. */
  database(): ReturnType<typeof embeddedPostgres> {
    return embeddedPostgres(this.dataDir)
  }

  /** So many new users who enter rates, each with a pause between two. */
  async writers(count: number, pauseMs?: number): Promise<Writers> {
    return new Writers(this.http, await signInUsers(this.http, count), pauseMs)
  }

  /** Starts it again; gives the ms until it says that it is ready. Throws what it printed if it ends before. */
  async start(): Promise<number> {
    const begun = performance.now()
    this.programs.push(startProgram(main, { env: this.env }))
    const ready = async () => {
      if (!this.running) throw new Error(`The server has ended:\n${this.log.slice(-3000)}`)
      return this.http.isReady()
    }
    await until(() => `the server is ready:\n${this.log.slice(-3000)}`, ready, {
      timeoutMs: 60_000,
      everyMs: 10,
    })
    return performance.now() - begun
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.program?.end('SIGKILL')
  }

  /** SIGTERM; gives exit status and ms. */
  async terminate(): Promise<{ status: number | null; ms: number }> {
    const begun = performance.now()
    const status = (await this.program?.end('SIGTERM')) ?? null
    return { status, ms: performance.now() - begun }
  }
}
