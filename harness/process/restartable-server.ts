import { join } from 'node:path'
import { embeddedPostgres } from '../database/postgres.ts'
import { httpClient, type HttpClient } from '../load/http-client.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scope } from '../scope.ts'
import { until } from '../until.ts'
import { startProgram, type Program } from './program.ts'

const root = join(import.meta.dirname, '..', '..')
const READY_WITHIN_MS = 120_000

export class Server {
  readonly port: number
  readonly url: string
  readonly dataDir: string
  readonly http: HttpClient
  protected readonly env: Readonly<Record<string, string>>
  private readonly programs: Program[] = []

  constructor(scope: Scope, port: number, env: Readonly<Record<string, string>> = {}) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.dataDir = env['DATA_DIR'] ?? join(scope.folder, 'data')
    this.env = {
      RATE_FEED: 'off',
      // Each user has a network of their own, as a proxy on this machine would name it.
      TRUST_PROXY: 'loopback',
      NODE_ENV: 'production',
      DATA_DIR: this.dataDir,
      ...env,
      PORT: String(port),
    }
    this.http = httpClient(port, Infinity, () => this.log)
    scope.defer(async () => {
      this.http.close()
      await this.terminate()
    })
  }

  static async start(scope: Scope, env: Readonly<Record<string, string>> = {}): Promise<Server> {
    const server = new Server(scope, await freePort(), env)
    await server.start()
    return server
  }

  get pid(): number {
    return this.programs.at(-1)?.pid ?? 0
  }

  get log(): string {
    return this.programs.map((program) => program.printed()).join('')
  }

  database(): ReturnType<typeof embeddedPostgres> {
    return embeddedPostgres(this.dataDir)
  }

  async start(): Promise<number> {
    const begun = performance.now()
    const program = this.launch()
    this.programs.push(program)
    const ready = async () => {
      if (!program.running) throw new Error(`The server has ended:\n${this.log.slice(-3000)}`)
      return this.http.isReady()
    }
    const what = () => `the server is ready:\n${this.log.slice(-3000)}`
    await until(what, ready, { timeoutMs: READY_WITHIN_MS, everyMs: 10 })
    return performance.now() - begun
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  async terminate(): Promise<{ status: number | null; ms: number }> {
    const begun = performance.now()
    return { status: await this.end('SIGTERM'), ms: performance.now() - begun }
  }

  protected launch(): Program {
    return startProgram(join(root, 'server', 'main.ts'), { env: this.env })
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    return (await this.programs.at(-1)?.end(signal, () => this.pid)) ?? null
  }
}
