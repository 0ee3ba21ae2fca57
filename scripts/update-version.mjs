// Versions in git, for `npm run update`.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './set-up.mjs'
import { UpdateError } from './update-server.mjs'

/** The version to go to; undefined where the newest is here. Throws UpdateError where the clone is not fit for it. */
export function chooseVersion(wanted) {
  const changed = git('status', '--porcelain')
  if (changed !== '')
    throw new UpdateError(`These files differ from the version that is installed:\n${changed}`)
  git('fetch', '--quiet', '--tags', 'origin')
  const own = git('log', '-1', '--format=%h %s', 'HEAD', '--not', '--remotes', '--tags')
  if (own !== '')
    throw new UpdateError(`The clone has commits of its own, which an update would leave out: ${own}`)
  const tags = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')
  const name = wanted ?? tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  const commit = [`refs/tags/${name}`, `refs/remotes/origin/${name}`, name]
    .map((each) => tryGit('rev-parse', '--verify', '--quiet', '--end-of-options', `${each}^{commit}`))
    .find((found) => found !== undefined)
  if (commit === undefined)
    throw new UpdateError(`There is no version ${name ?? 'with a tag'} in the origin of this clone.`)
  if (tryGit('merge-base', '--is-ancestor', commit, 'HEAD') === undefined) return { name, commit }
  if (wanted !== undefined && commit !== git('rev-parse', 'HEAD'))
    throw new UpdateError(
      `${name} is older than what is installed: restore a backup of it instead (docs/operations.md).`,
    )
  console.log(`${name} is installed already.`)
  return undefined
}

/** What is installed: its name, commit and branch, null where there is none. */
export function installedVersion() {
  const branch = tryGit('symbolic-ref', '--quiet', '--short', 'HEAD') ?? null
  return { name: git('describe', '--tags', '--always'), commit: git('rev-parse', 'HEAD'), branch }
}

/** Brings the files of a version into the clone, also after a kill in the middle of it. */
export async function checkOut({ branch, commit }) {
  const lock = resolve(root, git('rev-parse', '--git-path', 'index.lock'))
  // Left behind where git was killed; one that still runs gets the time to end.
  for (let tries = 0; existsSync(lock) && tries < 20; tries++) await pause(500)
  rmSync(lock, { force: true })
  git('checkout', '--quiet', '--force', ...(branch ? [branch] : ['--detach', commit]))
}

/** What git prints. Throws UpdateError with what it says. */
export function git(...args) {
  try {
    return execFileSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd()
  } catch ({ message, stderr }) {
    throw new UpdateError(String(stderr || message))
  }
}

/** What git prints, or undefined where it ends with an error. */
function tryGit(...args) {
  try {
    return git(...args)
  } catch {
    return undefined
  }
}
