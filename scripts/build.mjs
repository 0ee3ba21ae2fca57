// npm run build: the pages for the browser (dist/web), compressed, with the program for checking an export beside them, and for
// rendering on the server (dist/ssr); the pages once more for each other language (dist/web-si, dist/ssr-si).
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNode, root, run, setUp } from './set-up.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, 'built-from')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const sources = [
  ...['web', 'contract', 'domain', 'text', 'vite.config.ts', 'package-lock.json'],
  // What the program for checking an export is made of.
  ...[
    'server/audit-log',
    'server/text',
    'server/commands/standalone-verifier.ts',
    'server/web/bundle-verifier.ts',
  ],
]

/** Builds the pages where they are missing or older than what they are made from; false if that fails. */
export async function buildIfStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true
  console.log('Building the pages …')
  return build()
}

/** Builds beside `dist` and then takes its place, so that a server that starts or answers meanwhile has whole pages. */
async function build() {
  const from = fingerprint()
  const half = join(root, '.cache', `dist-${process.pid}`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const kinds = { web: [], ssr: ['--ssr', 'entry-server.tsx'] }
  const builds = languages().flatMap((language) =>
    Object.entries(kinds).map(([kind, options]) => {
      const [name, mode] = language === 'en' ? [kind, 'production'] : [`${kind}-${language}`, language]
      const more = ['--mode', mode, '--outDir', join(half, name), '--logLevel=warn']
      return run(ownNode, [vite, 'build', ...options, ...more], env)
    }),
  )
  if ((await Promise.all(builds)).some((status) => status !== 0)) {
    rmSync(half, { recursive: true, force: true })
    return false
  }
  const { bundleVerifier, VERIFIER_FILE } = await import('../server/web/bundle-verifier.ts')
  writeFileSync(join(half, 'web', VERIFIER_FILE), await bundleVerifier())
  for (const name of readdirSync(half).filter((each) => each.startsWith('web'))) compress(join(half, name))
  writeFileSync(join(half, 'built-from'), from)
  const old = `${half}.old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(half, dist)
  rmSync(old, { recursive: true, force: true })
  return true
}

/** The languages that there are sentences in. */
function languages() {
  return readdirSync(join(root, 'web', 'text'))
}

/** Writes the brotli and the gzip form of every text file beside it, each as small as it gets. */
function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name))
  for (const file of files.filter((name) => /\.(m?js|css|svg|txt)$/.test(name))) {
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}

/** A hash of every file that the pages are made from: 10 ms, and right where times are not, say after a checkout. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesUnder(source))) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (found === undefined || /\.test\.tsx?$/.test(path)) return []
  if (found.isFile()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setUp({ tools: false })
  // A server that may not write to this folder needs PostgreSQL's libraries to have their names already.
  const { postgresBinaries } = await import('../server/database/embedded/postgres-binaries.ts')
  await postgresBinaries(undefined).catch((error) => console.warn(error.message))
  process.exit((await (process.argv.includes('--if-stale') ? buildIfStale() : build())) ? 0 : 1)
}
