import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dayInColombo } from '../../domain/calendar-date.ts'
import { Program } from '../../harness/process/program.ts'
import { Server } from '../../harness/process/restartable-server.ts'
import type { Scope } from '../../harness/scope.ts'
import { signIn } from '../../harness/users/sign-in-users.ts'
import { freePort } from '../../server/operations/free-port.ts'
import { requirePackages } from '../../harness/database/debian.ts'
import { check, figure, holds, none, type Figure } from '../../harness/figure.ts'
import { Skipped, type Scenario } from '../../harness/scenario.ts'
import { buildahIn, buildImage, textOf } from './build-image.ts'

const DAY = addDays(dayInColombo(new Date()), -30)
/** Not /data, which buildah keeps with each container because the image declares it as a volume. */
const MOUNT = '/mnt'

class ImageServer extends Server {
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

  static async of(scope: Scope, image: string, volume: string): Promise<ImageServer> {
    return new ImageServer(scope, image, volume, await freePort())
  }

  async enterRate(): Promise<string> {
    const { headers } = await signIn(this.http, 'user1@example.lk')
    const entry = { date: DAY, base_currency: 'USD', rate: 301.4891 }
    const { status, body } = await this.http.post('/api/exchange-rate/manual', entry, headers)
    if (status !== 201) throw new Error(`The rate was not entered: ${status} ${body}`)
    return String(entry.rate)
  }

  async has(rate: string): Promise<boolean> {
    const { body } = await this.http.call({ path: `/api/exchange-rate/current/USD?date=${DAY}` })
    return body.includes(rate)
  }

  run(args: readonly string[], input?: Buffer) {
    return spawnSync('buildah', this.runArgs(args), { input: input ?? '', maxBuffer: 1e9 })
  }

  uid(): number {
    return statSync(`/proc/${this.pid}`).uid
  }

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

  /** The server's process, not buildah's: the one with our port. */
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
      ...'run --isolation chroot --user 10001:10001'.split(' '),
      ...['--volume', `${this.volume}:${MOUNT}`],
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...[this.container, '--', 'rupee-rates', ...args],
    ]
  }
}

/** npm run check:image. Needs root on Debian. */
export const image: Scenario = {
  title:
    'the image, built with buildah on a base that debootstrap makes: first start on an empty volume, kill -9 and start, backup through a pipe into an empty volume',
  async run(scope) {
    if (process.getuid?.() !== 0) throw new Skipped('Only root may make a root file system.')
    requirePackages('buildah', 'debootstrap')
    const built = buildImage(scope)
    const server = await ImageServer.of(scope, built.name, 'volume')
    const found: Figure[] = [
      check('size', built.bytes / 1e6, 'MB', { atMost: 300 }, built.largest),
      figure('of which the base', built.baseBytes / 1e6, 'MB'),
      figure('ready on an empty volume', await server.start(), 'ms'),
    ]
    const rate = await server.enterRate()
    found.push(
      holds('the program runs as user 10001', server.uid() === 10001),
      holds('`rupee-rates live` says that it lives', server.run(['live']).status === 0),
    )
    await server.kill()
    found.push(
      figure('ready after kill -9', await server.start(), 'ms'),
      holds('the rate is there after kill -9', await server.has(rate)),
    )
    const backup = server.run(['backup', '-'])
    found.push(
      check('SIGTERM ends it', (await server.terminate()).ms, 'ms', { atMost: 10_000 }),
      holds('`rupee-rates live` says that it does not live', server.run(['live']).status === 1),
    )

    const restored = await ImageServer.of(scope, built.name, 'restored')
    const reported = restored.run(['restore', '-'], backup.stdout)
    if (reported.status !== 0) throw new Error(`The restore failed: ${reported.stderr.toString()}`)
    await restored.start()
    found.push(holds('the rate is there after a restore through a pipe', await restored.has(rate)))
    await restored.terminate()

    const written = server.filesWritten()
    return [
      ...found,
      none('files written outside /data and /tmp', written.length, written.slice(0, 3).join(' ')),
    ]
  },
}
