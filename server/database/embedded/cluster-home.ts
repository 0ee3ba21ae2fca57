import { createHash, randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readFile,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { canReach, isRoot, type SystemUser, systemFolder } from './postgres-user.ts'

/** The folder with everything of the embedded PostgreSQL: `cluster`, its socket and its log. */
export type ClusterHome = { folder: string; moved: boolean }

const locationFile = 'postgres.location'

/**
 * Where the cluster of `dataDir` is, or would be made: inside, or where an earlier start by root
 * has put it.
 */
export async function recordedHome(dataDir: string): Promise<ClusterHome> {
  const inside = join(dataDir, 'postgres')
  const note = join(dataDir, locationFile)
  const folder = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (folder === '') return { folder: inside, moved: false }
  if (await stat(folder).catch(() => undefined)) return { folder, moved: true }
  throw new StartError(
    `The database is in ${folder}, says ${note}, but it is not there: bring it back, or delete ` +
      `${note} to begin with an empty one.`,
  )
}

/**
 * Makes the cluster's folder, private to PostgreSQL's account. Where that cannot walk to DATA_DIR,
 * the cluster goes to a place that it can reach.
 */
export async function prepareHome(
  dataDir: string,
  user: SystemUser | undefined,
): Promise<ClusterHome> {
  await makeDataDir(dataDir)
  const home = await recordedHome(dataDir)
  if (home.moved) return home
  if (!user || (await canReach(user, dataDir))) {
    await privateFolder(home.folder, user)
    return home
  }
  // A name of chance, so that a new DATA_DIR in the place of a deleted one does not find the old
  // one's rates.
  const folder = join(await systemFolder(), randomBytes(6).toString('hex'))
  await privateFolder(folder, user)
  const note = join(dataDir, locationFile)
  await writeFile(`${note}.${process.pid}`, `${folder}\n`)
  try {
    await link(`${note}.${process.pid}`, note) // whole at once, and only if there is none
    return { folder, moved: true }
  } catch {
    await rmdir(folder) // another start has chosen already
    return await recordedHome(dataDir)
  } finally {
    await rm(`${note}.${process.pid}`)
  }
}

/**
 * The folder of the Unix socket. Its path has room for 107 bytes (unix(7); 103 on macOS) and no
 * comma; otherwise a short folder under the temporary one.
 */
export async function socketFolder(home: string, user: SystemUser | undefined): Promise<string> {
  let folder = join(home, 'socket')
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > 103 || /[,"\\]/.test(folder)) {
    const hash = createHash('sha256').update(home).digest('hex').slice(0, 16)
    folder = join(tmpdir().length < 70 ? tmpdir() : '/tmp', `rupee-rates-${hash}`)
  }
  await privateFolder(folder, user)
  return folder
}

async function makeDataDir(dataDir: string): Promise<void> {
  const mode = isRoot() ? 0o711 : 0o700
  const first = await mkdir(dataDir, { recursive: true, mode }).catch((cause: unknown) => {
    throw new StartError(`DATA_DIR cannot be made: ${(cause as Error).message}`, { cause })
  })
  if (first === undefined || !isRoot()) return
  for (let made = dataDir; made.length >= first.length; made = dirname(made))
    await chmod(made, 0o711)
}

async function privateFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  const owner = user?.uid ?? process.getuid?.()
  try {
    await mkdir(folder, { mode: 0o700 })
    if (user) await chown(folder, user.uid, user.gid)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`The folder ${folder} cannot be made: ${(cause as Error).message}`, {
        cause,
      })
    const found = await lstat(folder)
    if (found.isDirectory() && isRoot() && found.uid === 0 && user)
      await chown(folder, user.uid, user.gid)
    else if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
      throw new StartError(
        `${folder} belongs to another user (${found.uid}): start as that user, or choose ` +
          'another DATA_DIR.',
      )
    if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
  }
}
