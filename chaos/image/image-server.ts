import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { Program } from '../../harness/process/program.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import type { Scope } from '../../harness/scope.ts'
import { signIn } from '../../harness/users/sign-in-users.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { buildahIn, textOf } from './build-images.ts'

/** One that users may still enter. */
const DAY = addDays(dayInColombo(new Date()), -30)
/** Not /data, which buildah keeps with each container because the image declares it as a volume. */
const MOUNT = '/mnt'

/** One container of an image with one volume, started and killed again and again. */
export class ImageServer extends Server {
  private readonly buildah: readonly string[]
  private readonly container: string
  private readonly volume: string

  private constructor(scope: Scope, image: string, volume: string, port: number) {
    super(scope, port)
    this.buildah = buildahIn(scope.folder)
    this.container = textOf('buildah', [...this.buildah, 'from', image])
    this.volume = scope.makeFolder(volume)
    chownSync(this.volume, 10001, 10001)
  }

  /** `volume`: the name of a folder in the scope's, empty at its first use. */
  static async of(scope: Scope, image: string, volume: string): Promise<ImageServer> {
    return new ImageServer(scope, image, volume, await freePort())
  }

  /** Signs a user in by the email's code and enters a rate of a month ago; gives that rate. */
  async enterRate(): Promise<string> {
    const { headers } = await signIn(this.http, 'user1@example.lk')
    const entry = { date: DAY, base_currency: 'USD', rate: 301.4891 }
    const { status, body } = await this.http.post('/api/exchange-rate/manual', entry, headers)
    if (status !== 201) throw new Error(`The rate was not entered: ${status} ${body}`)
    return String(entry.rate)
  }

  /** Whether the public API gives this rate for the day on which `enterRate` entered it. */
  async has(rate: string): Promise<boolean> {
    const { body } = await this.http.call({ path: `/api/exchange-rate/current/USD?date=${DAY}` })
    return body.includes(rate)
  }

  /** Runs one command of the image on the same volume, to its end. */
  run(args: readonly string[], input?: Buffer) {
    return spawnSync('buildah', this.runArgs(args), { input: input ?? '', maxBuffer: 1e9 })
  }

  /** The user that the program runs as. */
  uid(): number {
    return statSync(`/proc/${this.pid}`).uid
  }

  /**
   * The files of the container that changed since it was made, outside of what is mounted writable.
   */
  filesWritten(): string[] {
    const folder = textOf('buildah', [...this.buildah, 'mount', this.container])
    const newer = ['-newer', join(folder, 'app', 'package.json')]
    const found = textOf('find', [folder, '-xdev', ...newer, '-user', '10001', '-type', 'f']).split(
      '\n',
    )
    return found
      .map((file) => file.slice(folder.length))
      .filter((file) => file !== '' && !/^\/(data|mnt|tmp)\//.test(file))
  }

  /** The number of the server's own process, not buildah's: the one that was given our port. */
  override get pid(): number {
    const isOurs = (pid: string) => {
      const text = (file: string) => readFileSync(join('/proc', pid, file), 'utf8').split('\0')
      try {
        return (
          text('cmdline').includes('/app/server/main.ts') &&
          text('environ').includes(`PORT=${this.port}`)
        )
      } catch {
        return false // it has ended meanwhile
      }
    }
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name))
    if (pid === undefined) throw new Error('The program of the image was not found')
    return Number(pid)
  }

  // Mounting and users are the machine's; the network is too, so only loopback is listened on.
  protected override launch(): Program {
    return new Program('buildah', this.runArgs(['serve']), { env: process.env })
  }

  private runArgs(args: readonly string[]): string[] {
    const env = { HOST: '127.0.0.1', RATE_FEED: 'off', DATA_DIR: MOUNT, PORT: this.port }
    return [
      ...this.buildah,
      ...[
        'run',
        '--isolation',
        'chroot',
        '--user',
        '10001:10001',
        '--volume',
        `${this.volume}:${MOUNT}`,
      ],
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...[this.container, '--', 'rupee-rates', ...args],
    ]
  }
}
