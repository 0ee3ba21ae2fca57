import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartError } from '../../start-error.ts'

/** The account that PostgreSQL runs under. */
export type SystemUser = { uid: number; gid: number }

/** Whether this program has the rights of root, with which PostgreSQL refuses to run. */
export const isRoot = () => process.getuid?.() === 0

/**
 * Whom PostgreSQL runs as: undefined is whoever runs this program; root makes way for the owner of a cluster
 * that is there already, otherwise for `postgres`, otherwise for `nobody`.
 */
export async function postgresUser(cluster: string): Promise<SystemUser | undefined> {
  if (!isRoot()) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = unprivilegedUser(await readFile('/etc/passwd', 'utf8'))
  if (!user)
    throw new StartError('PostgreSQL may not run as root, and this system has no user postgres or nobody.')
  return user
}

/** The account in a passwd file (passwd(5)) that root can make way for. */
export function unprivilegedUser(passwd: string): SystemUser | undefined {
  const rows = passwd.split('\n').map((line) => line.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  return row && { uid: Number(row[2]), gid: Number(row[3]) }
}

/** Whether `user` may walk through every folder down to and including `folder`. Access lists are not looked at. */
export async function canReach(user: SystemUser, folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & search) === 0) return false
    if (path === dirname(path)) return true
  }
}
