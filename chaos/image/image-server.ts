import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { HttpClient } from '../../harness/load/http-client.ts'
import type { Scope } from '../../harness/scope.ts'
import { until } from '../../harness/until.ts'
import { signInUsers } from '../../harness/users/sign-in-users.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { buildahArgs, run, textOf, type Ran } from './buildah.ts'

/** One that users may still enter. */
const DAY = addDays(dayInColombo(new Date()), -30)
/** Not /data, which buildah keeps with each container because the image declares it as a volume. */
const MOUNT = '/mnt'
/** Longer than a first start takes on a busy machine. */
const READY_MS = 120_000

/** One container of an image with one volume, started and killed again and again. */
export class ImageServer {
  private readonly buildah: string[]
  private readonly container: string
  private readonly volume: string
  private child: ChildProcess | undefined
  private log = ''
  private http: HttpClient | undefined
  private port = 1

  /** `volume`: the name of a folder in the scope's, empty at its first use. */
  constructor(scope: Scope, image: string, volume: string) {
    this.buildah = buildahArgs(scope.folder)
    this.container = textOf('buildah', [...this.buildah, 'from', image])
    this.volume = scope.makeFolder(volume)
    chownSync(this.volume, 10001, 10001)
    scope.defer(() => this.terminate())
  }

  /** Starts it; gives the ms until it is ready. Throws its log where it ends or is not ready in time. */
  async start(): Promise<number> {
    const begun = performance.now()
    this.port = await freePort()
    this.log = ''
    // Mounting and users are the machine's; the network is too, so only loopback is listened on.
    const child = spawn('buildah', this.runArgs(['serve'], { PORT: String(this.port) }), {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.log += text))
    this.child = child
    this.http = new HttpClient(this.port, Infinity, () => this.log)
    const ready = async () => {
      if (child.exitCode !== null) throw new Error(`The image has ended:\n${this.log.slice(-3000)}`)
      return this.client().isReady()
    }
    await until(() => `the image is ready:\n${this.log.slice(-3000)}`, ready, {
      timeoutMs: READY_MS,
      everyMs: 50,
    })
    return performance.now() - begun
  }

  /** Signs a user in by the email's code and enters a rate of a month ago; gives that rate. */
  async enterRate(): Promise<string> {
    const [user] = await signInUsers(this.client(), 1)
    const rate = '301.4891'
    const { status, body } = await this.client().post(
      '/api/exchange-rate/manual',
      { date: DAY, base_currency: 'USD', rate: Number(rate) },
      user?.headers ?? {},
    )
    if (status !== 201) throw new Error(`The rate was not entered: ${status} ${body}`)
    return rate
  }

  /** Whether the public API gives this rate for the day on which `enterRate` entered it. */
  async has(rate: string): Promise<boolean> {
    const { body } = await this.client().call({ path: `/api/exchange-rate/current/USD?date=${DAY}` })
    return body.includes(rate)
  }

  /** Runs one command of the image on the same volume, to its end. */
  run(args: readonly string[], input?: Buffer): Ran {
    return run('buildah', this.runArgs(args, { PORT: String(this.port) }), input)
  }

  /** The user that the program runs as. */
  uid(): number {
    return statSync(`/proc/${this.pid()}`).uid
  }

  async kill(): Promise<void> {
    process.kill(this.pid(), 'SIGKILL')
    await this.ended()
  }

  async terminate(): Promise<{ ms: number }> {
    const begun = performance.now()
    if (this.child?.exitCode === null) {
      process.kill(this.pid(), 'SIGTERM')
      await this.ended()
    }
    this.http?.close()
    return { ms: performance.now() - begun }
  }

  /** The files of the container that changed since it was made, outside of what is mounted writable. */
  filesWritten(): string[] {
    const folder = textOf('buildah', [...this.buildah, 'mount', this.container])
    const newer = ['-newer', join(folder, 'app', 'package.json')]
    const found = textOf('find', [folder, '-xdev', ...newer, '-user', '10001', '-type', 'f']).split('\n')
    return found
      .map((file) => file.slice(folder.length))
      .filter((file) => file !== '' && !/^\/(data|mnt|tmp)\//.test(file))
  }

  private client(): HttpClient {
    if (this.http === undefined) throw new Error('The image was not started')
    return this.http
  }

  private async ended(): Promise<void> {
    if (this.child?.exitCode === null) await once(this.child, 'exit')
  }

  /** The number of the server's process: the one that was told our port. */
  private pid(): number {
    const pid = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .find((name) => {
        const text = (file: string) => readFileSync(join('/proc', name, file), 'utf8').split('\0')
        try {
          return (
            text('cmdline').includes('/app/server/main.ts') && text('environ').includes(`PORT=${this.port}`)
          )
        } catch {
          return false // it has ended meanwhile
        }
      })
    if (pid === undefined) throw new Error('The program of the image was not found')
    return Number(pid)
  }

  private runArgs(args: readonly string[], settings: Record<string, string>): string[] {
    const env = Object.entries({ HOST: '127.0.0.1', RATE_FEED: 'off', DATA_DIR: MOUNT, ...settings })
    return [
      ...this.buildah,
      ...['run', '--isolation', 'chroot', '--user', '10001:10001', '--volume', `${this.volume}:${MOUNT}`],
      ...env.flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...[this.container, '--', 'rupee-rates', ...args],
    ]
  }
}
