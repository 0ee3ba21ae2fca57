import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const PEERS = join(import.meta.dirname, '..', '.peers')
const LONGEST_INSTALL_MS = 1_500_000

/**
 * The folder of something that is only measured against, installed there where it is not yet: never among the product's
 * own packages. Throws with npm's words where it cannot be installed.
 */
export function peerFolder(name: string, packages: readonly string[]): string {
  const folder = join(PEERS, name)
  console.log(`Installing ${packages.join(', ')} beside the product where it is missing …`)
  mkdirSync(folder, { recursive: true })
  const flags = ['--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', '--save-exact']
  execFileSync('npm', ['install', ...flags, ...packages], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LONGEST_INSTALL_MS,
  })
  return folder
}

/** A Node of this machine that can load a native package of the folder: this one, or another on the path. */
export function nodeThatLoads(folder: string, nativePackage: string): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((each) => join(each, 'node'))
  const loads = (node: string) =>
    existsSync(node) && spawnSync(node, ['-e', `require('${nativePackage}')`], { cwd: folder }).status === 0
  const found = [process.execPath, ...onPath].find(loads)
  if (found === undefined) throw new Error(`${nativePackage} was built for none of the Nodes of this machine`)
  return found
}
