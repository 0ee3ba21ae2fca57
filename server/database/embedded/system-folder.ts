import { chmod, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

const parents = ['/var/lib', '/var/tmp', '/tmp']

/**
 * A folder of root's own that every account can walk through and only root can write to: for what PostgreSQL, running
 * under another account than root, could not reach where the project is. Only for root.
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
      // In /tmp somebody else may have made a folder of this name first, to slip us programs of their own.
      const found = await lstat(folder)
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder
    }
  }
  const sentence = `Root found no place for PostgreSQL's files in ${parents.join(', ')}: set DATABASE_URL or start as another user.`
  throw new StartError(sentence)
}
