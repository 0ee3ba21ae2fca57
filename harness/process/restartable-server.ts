import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpClient } from '../load/http-client.ts'
import { freePort } from '../../server/operations/free-port.ts'
import type { Scope } from '../scope.ts'
import { startProgram, type Program } from './program.ts'

const root = join(import.meta.dirname, '..', '..')
const main = join(root, 'server', 'main.ts')

/** Whether the server there says that it can do its work. */
export async function isReady(http: HttpClient): Promise<boolean> {
  const response = await http.call({ path: '/api/health/ready', timeoutMs: 3000 }).catch(() => undefined)
  return response?.status === 200
}

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
      // As scripts/start.mjs has it.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      NODE_ENV: 'production',
      DATA_DIR: this.dataDir,
      ...env,
      PORT: String(port),
    }
    this.http = new HttpClient(this.url, Infinity, () => this.mailboxPath())
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

  get running(): boolean {
    return this.program?.running() === true
  }

  /** Everything that it has printed so far, over all its starts. */
  get log(): string {
    return this.programs.map(({ stdout, stderr }) => stdout() + stderr()).join('')
  }

  /** Where the last start said that emails can be read. */
  private mailboxPath(): string {
    const key = [...this.log.matchAll(/\/dev\/mailbox\?key=([\w-]+)/g)].at(-1)?.[1] ?? ''
    return `/dev/mailbox.json?key=${key}`
  }

  /** Starts it again; gives the ms until it says that it is ready. Throws what it printed if it ends before. */
  async start(): Promise<number> {
    const begun = performance.now()
    this.programs.push(startProgram(main, { env: this.env }))
    await this.untilReady(60_000)
    return performance.now() - begun
  }

  /** Waits until the server says that it can do its work. */
  async untilReady(timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs
    while (!(await this.isReady())) {
      if (!this.running) throw new Error(`The server has ended:\n${this.log.slice(-3000)}`)
      if (performance.now() > end)
        throw new Error(`Not ready after ${timeoutMs} ms:\n${this.log.slice(-3000)}`)
      await pause(10)
    }
  }

  isReady(): Promise<boolean> {
    return isReady(this.http)
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
