import { readFile, stat, chmod, lstat, mkdir } from 'node:fs/promises'
import { dirname, resolve, join } from 'node:path'
import { StartError } from '../../start-error.ts'

export type SystemUser = { uid: number; gid: number }

/** Whether this program has the rights of root, with which PostgreSQL refuses to run. */
export const isRoot = () => process.getuid?.() === 0

/**
 * Whom PostgreSQL runs as: undefined is this account; root gives way to a cluster's owner, else
 * `postgres`, else `nobody`.
 */
export async function postgresUser(cluster: string): Promise<SystemUser | undefined> {
  if (!isRoot()) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = unprivilegedUser(await readFile('/etc/passwd', 'utf8'))
  if (!user)
    throw new StartError(
      'PostgreSQL may not run as root, and this system has no user postgres or nobody.',
    )
  return user
}

/** The account in a passwd file (passwd(5)) that root can make way for. */
export function unprivilegedUser(passwd: string): SystemUser | undefined {
  const rows = passwd.split('\n').map((line) => line.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  return row && { uid: Number(row[2]), gid: Number(row[3]) }
}

/**
 * Whether `user` may walk through every folder down to and including `folder`. Access lists are not
 * looked at.
 */
export async function canReach(user: SystemUser, folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & search) === 0) return false
    if (path === dirname(path)) return true
  }
}

const parents = ['/var/lib', '/var/tmp', '/tmp']

/**
 * A folder that every account can enter and only root can write to, for what PostgreSQL could not
 * reach in the project. Only for root.
 */
export async function systemFolder(): Promise<string> {
  for (const parent of parents) {
    const folder = join(parent, 'rupee-rates')
    try {
      await mkdir(folder, { mode: 0o711 })
      await chmod(folder, 0o711) // whatever the umask took away
      return folder
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue
      // In /tmp somebody else may have made a folder of this name first, to slip us programs of
      // their own.
      const found = await lstat(folder)
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder
    }
  }
  const sentence =
    `Root found no place for PostgreSQL's files in ${parents.join(', ')}: set DATABASE_URL or ` +
    'start as another user.'
  throw new StartError(sentence)
}
