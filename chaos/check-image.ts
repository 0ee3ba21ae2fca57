/*
 * npm run check:image: builds the image with buildah on a base that debootstrap makes, and runs it: first start on an empty
 * volume, kill -9 and start again, update from the image of the version before the newest migration, backup through a
 * pipe into an empty volume. Needs root on Debian; elsewhere it says what it skips and ends with status 0.
 */
import { Scope } from '../harness/scope.ts'
import { buildImages } from './image/build-images.ts'
import { ImageServer } from './image/image-server.ts'
import { missingForImages, type Images } from './image/buildah.ts'

const skipped = missingForImages()
if (skipped !== undefined) {
  console.log(`skipped  the image is neither built nor run: ${skipped}`)
  process.exit(0)
}
const scope = new Scope()
process.once('SIGINT', () => void scope.end().then(() => process.exit(130)))
let short = 0
try {
  await checkImage(buildImages(scope))
} catch (error) {
  short++
  console.error(error)
} finally {
  await scope.end()
}
process.exit(short === 0 ? 0 : 1)

async function checkImage(images: Images): Promise<void> {
  const size = `${megabytes(images.bytes)} MB, of which the base is ${megabytes(images.baseBytes)}; at most 300`
  report(
    'size',
    images.bytes <= 300e6,
    `${size}
${images.largest}`,
  )
  const server = new ImageServer(scope, images.current, 'volume')
  const first = await server.start()
  const rate = await server.enterRate()
  report(
    'first start',
    true,
    `ready after ${seconds(first)} s on an empty volume; a user signed in and entered a rate`,
  )
  report('user', server.uid() === 10001, `the program runs as ${server.uid()}`)
  report('health check', server.run(['live']).status === 0, '`rupee-rates live` says that it lives')
  await server.kill()
  const again = await server.start()
  report('kill -9', await server.has(rate), `ready after ${seconds(again)} s, the rate is there`)
  const backup = server.run(['backup', '-'])
  const ended = await server.terminate()
  report('SIGTERM', ended.ms <= 10_000, `ended after ${seconds(ended.ms)} s with its database`)
  report('health check', server.run(['live']).status === 1, '`rupee-rates live` says that it does not')

  const restored = new ImageServer(scope, images.current, 'restored')
  const told = restored.run(['restore', '-'], backup.stdout)
  if (told.status !== 0) throw new Error(`The restore failed: ${told.stderr.toString()}`)
  await restored.start()
  report(
    'restore',
    await restored.has(rate),
    `${backup.stdout.length} bytes through a pipe into an empty volume, the rate is there`,
  )
  await restored.terminate()

  const old = new ImageServer(scope, images.previous, 'updated')
  await old.start()
  const before = await old.enterRate()
  await old.terminate()
  const updated = new ImageServer(scope, images.current, 'updated')
  const migrated = await updated.start()
  report(
    'update',
    await updated.has(before),
    `from ${images.previousVersion} on its volume: ready after ${seconds(migrated)} s, the rate is there`,
  )
  await updated.terminate()
  const touched = server.filesWritten()
  report(
    'read-only root',
    touched.length === 0,
    `${touched.length} files changed outside /data and /tmp ${touched.slice(0, 3).join(' ')}`,
  )
}

function report(name: string, isHeld: boolean, found: string): void {
  if (!isHeld) short++
  console.log(`${isHeld ? 'holds' : 'SHORT'}  ${name}: ${found}`)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
