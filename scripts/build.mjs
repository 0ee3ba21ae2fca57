// npm run build: dist, by scripts/build-pages.mjs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNode, root, run, setUp } from './set-up.mjs'

const stamp = join(root, 'dist', 'built-from')
const sources = [
  ...['web', 'contract', 'domain', 'text', 'vite.config.ts', 'package-lock.json'],
  ...['program', 'verdict', 'checks', 'trail-format'].map((name) => `server/audit-log/${name}.ts`),
  'scripts/verify-program.ts',
]

/** Builds missing or outdated pages. Returns false on failure. */
export async function buildIfStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true
  console.log('Building the pages …')
  return build()
}

/** In its own process, because a server may be starting in this one. */
async function build() {
  return (await run(ownNode, [join(root, 'scripts', 'build-pages.mjs'), fingerprint()])) === 0
}

/** Hashes every source of the pages in 10 ms; times of files are wrong after a checkout. */
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
  // PostgreSQL's libraries get their names now, because a server may be unable to write here.
  const { findPostgresBinaries } = await import('../server/database/embedded/postgres-home.ts')
  await findPostgresBinaries(undefined).catch((error) => console.warn(error.message))
  process.exit((await (process.argv.includes('--if-stale') ? buildIfStale() : build())) ? 0 : 1)
}
