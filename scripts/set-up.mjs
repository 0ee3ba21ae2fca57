// What every command needs first. Runs on any Node from 18 on, before there are packages: only Node's own modules here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...parts) => join(root, ...parts)

/** The Node that comes as a package: what the product runs on, whatever Node the machine has. */
export const ownNode = inRoot('node_modules', 'node', 'bin', 'node')
const isOwnNode = () => Number(process.versions.node.split('.')[0]) >= 26

/**
 * Installs the packages where they are missing or older than the lock, and goes on in the Node that came with them.
 * Returns in that Node only; in an older one this waits for the new process and ends with its status.
 */
export async function setUp() {
  installPackages()
  if (isOwnNode()) return
  restoreNode()
  process.exit(await run(ownNode, process.argv.slice(1)))
}

/** Runs a program with this terminal, passes Ctrl-C and SIGTERM on to it, and resolves to its exit status. */
export function run(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${program} cannot be run: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]))
  })
}

function installPackages() {
  const stamp = inRoot('node_modules', '.rupee-rates-lock')
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  if (!installedByHand()) {
    console.log('Installing the packages; this takes a moment the first time …')
    const args = [
      'ci',
      '--include=dev',
      '--include=optional',
      '--prefer-offline',
      '--loglevel=error',
      '--no-audit',
      '--no-fund',
    ]
    if (npm(args) !== 0) {
      console.error('The packages could not be installed; what npm says about it is above.')
      process.exit(1)
    }
  }
  writeFileSync(stamp, lock)
}

/** Whether someone has run npm since the lock last changed. */
function installedByHand() {
  const installed = inRoot('node_modules', '.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
}

/** The npm that runs this script, on the Node that it runs on: the one in node_modules is about to be replaced. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const found = script?.endsWith('.js') && node && existsSync(node)
  const [program, first] = found ? [node, [script]] : ['npm', []]
  const { status, error } = spawnSync(program, [...first, ...args], { cwd: root, stdio: 'inherit' })
  if (error) console.error(`npm cannot be run: ${error.message}`)
  return status ?? 1
}

/** Where install scripts are switched off (npm's ignore-scripts), the package `node` is there without its program. */
function restoreNode() {
  if (!existsSync(ownNode)) {
    console.log('Fetching Node 26, which the installation has left out …')
    const cwd = inRoot('node_modules', 'node')
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  if (!existsSync(ownNode)) {
    console.error(`Node 26 is needed and could not be fetched; this is Node ${process.versions.node}.`)
    process.exit(1)
  }
  const link = inRoot('node_modules', '.bin', 'node')
  if (existsSync(link)) return
  rmSync(link, { force: true })
  symlinkSync('../node/bin/node', link)
}
