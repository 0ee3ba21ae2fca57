import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PEERS = join(import.meta.dirname, '..', '.peers')
const LONGEST_INSTALL_MS = 1_500_000

/**
 * The folder of something that is only measured against, installed there on the first call: never among the product's
 * own packages. Throws with npm's words where it cannot be installed.
 */
export function peerFolder(
  name: string,
  packages: readonly string[],
  settings: Record<string, unknown> = {},
): string {
  const folder = join(PEERS, name)
  const wanted = JSON.stringify({ private: true, packages, ...settings })
  const stamp = join(folder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder
  console.log(`Installing ${packages.join(', ')} beside the product …`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...settings }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LONGEST_INSTALL_MS,
  })
  writeFileSync(stamp, wanted)
  return folder
}
