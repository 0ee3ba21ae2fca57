// npm run build: the pages for the browser (dist/web) and for rendering on the server (dist/ssr).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNode, root, run, setUp } from './set-up.mjs'

const stamp = join(root, 'dist', 'built-from')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const sources = ['web', 'contract', 'domain', 'vite.config.ts', 'package-lock.json']

/** Builds the pages where they are missing or older than what they are made from; false if that fails. */
export async function buildIfStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true
  console.log('Building the pages …')
  return build()
}

async function build() {
  const from = fingerprint()
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const kind of [[], ['--ssr', 'entry-server.tsx']])
    if ((await run(ownNode, [vite, 'build', ...kind, '--logLevel=warn'], env)) !== 0) return false
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, from)
  return true
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
  await setUp()
  process.exit((await build()) ? 0 : 1)
}
