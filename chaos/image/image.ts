import { requirePackages } from '../../harness/database/debian.ts'
import { check, figure, holds, none, type Figure } from '../../harness/figure.ts'
import { Skipped, type Scenario } from '../../harness/scenario.ts'
import { buildImages } from './build-images.ts'
import { ImageServer } from './image-server.ts'

/** npm run check:image. Needs root on Debian. */
export const image: Scenario = {
  title:
    'the image, built with buildah on a base that debootstrap makes: first start on an empty volume, kill -9 and start, update from the version before the newest migration, backup through a pipe into an empty volume',
  async run(scope) {
    if (process.getuid?.() !== 0) throw new Skipped('Only root may make a root file system.')
    requirePackages('buildah', 'debootstrap')
    const images = buildImages(scope)
    const server = await ImageServer.of(scope, images.current, 'volume')
    const found: Figure[] = [
      check('size', images.bytes / 1e6, 'MB', { atMost: 300 }, images.largest),
      figure('of which the base', images.baseBytes / 1e6, 'MB'),
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

    const restored = await ImageServer.of(scope, images.current, 'restored')
    const reported = restored.run(['restore', '-'], backup.stdout)
    if (reported.status !== 0) throw new Error(`The restore failed: ${reported.stderr.toString()}`)
    await restored.start()
    found.push(holds('the rate is there after a restore through a pipe', await restored.has(rate)))
    await restored.terminate()

    const old = await ImageServer.of(scope, images.previous, 'updated')
    await old.start()
    const before = await old.enterRate()
    await old.terminate()
    const updated = await ImageServer.of(scope, images.current, 'updated')
    found.push(
      figure(`ready on the volume of ${images.previousVersion}`, await updated.start(), 'ms'),
      holds('the rate is there after the update', await updated.has(before)),
    )
    await updated.terminate()
    const written = server.filesWritten()
    return [
      ...found,
      none('files written outside /data and /tmp', written.length, written.slice(0, 3).join(' ')),
    ]
  },
}
