// Builds the browser's pages (dist/web, compressed) and the server's renderer (dist/ssr).
// Writes its argument, a hash of the sources, to dist/built-from.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants as system } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { root } from './set-up.mjs'

process.env.NODE_ENV = 'production'
const dist = join(root, 'dist')
// Replaces `dist` when complete, because a server may read `dist` meanwhile.
const half = join(root, '.cache', `dist-${process.pid}`)

process.once('exit', () => rmSync(half, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => process.exit(128 + system.signals[signal]))

await buildPages('web')
const compressed = compress(join(half, 'web'))
await buildPages('ssr', { ssr: 'start/render-page.tsx' })
await compressed
writeFileSync(join(half, 'built-from'), process.argv[2])
const old = `${half}.old`
if (existsSync(dist)) renameSync(dist, old)
renameSync(half, dist)
rmSync(old, { recursive: true, force: true })

function buildPages(folder, options = {}) {
  const configFile = join(root, 'vite.config.ts')
  return build({
    configFile,
    logLevel: 'warn',
    build: { outDir: join(half, folder), ...options },
  })
}

async function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(m?js|css|svg|txt)$/.test(name),
  )
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      const content = readFileSync(file)
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      writeFileSync(
        `${file}.gz`,
        await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      )
    }),
  )
}
