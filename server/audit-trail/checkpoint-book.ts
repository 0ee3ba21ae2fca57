import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSignedBy, keyName, parseCheckpoint, type Checkpoint } from './checkpoint.ts'

const KEY_FILE = 'audit-checkpoints.pem'

/** The key that checkpoints are signed with; made at the first start, readable by this account alone. */
export async function loadCheckpointKey(dataDir: string): Promise<KeyObject> {
  const folder = join(dataDir, 'keys')
  const file = join(folder, KEY_FILE)
  const found = await readPrivateKey(file)
  if (found) return found
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const half = `${file}.${process.pid}`
  const handle = await open(half, 'w', 0o600)
  await handle.writeFile(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await handle.sync()
  await handle.close()
  // It gets its name only if no other start was quicker: both then use the same key.
  await link(half, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(half)
  const made = await readPrivateKey(file)
  if (!made) throw new Error(`The key in ${file} has vanished.`)
  return made
}

/** The public half of an installation's key, or undefined before its first start. */
export async function readPublicKey(dataDir: string): Promise<KeyObject | undefined> {
  const key = await readPrivateKey(join(dataDir, 'keys', KEY_FILE))
  return key && createPublicKey(key)
}

async function readPrivateKey(file: string): Promise<KeyObject | undefined> {
  const pem = await readFile(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  return pem && createPrivateKey(pem)
}

/** The folders that checkpoints are kept in: one of the installation's own, and one that somebody else may keep. */
export function checkpointFolders(config: { dataDir: string; checkpointDir: string | undefined }): string[] {
  const own = join(config.dataDir, 'checkpoints')
  return config.checkpointDir === undefined ? [own] : [own, config.checkpointDir]
}

/** Adds a line to the file of this key in every folder, and waits until it is on the disks. */
export async function appendCheckpoint(folders: readonly string[], checkpoint: Checkpoint): Promise<void> {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    const handle = await open(join(folder, `${checkpoint.key}.jsonl`), 'a', 0o644)
    try {
      await handle.appendFile(`${JSON.stringify(checkpoint)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/**
 * Keeps a key's checkpoints under another name, so that they speak of the trail no more: after somebody has knowingly
 * put an older one in its place. Gives the new name, or null where there were none.
 */
export async function setCheckpointsAside(
  folder: string,
  publicKey: KeyObject,
  at: Date,
): Promise<string | null> {
  const file = join(folder, `${keyName(publicKey)}.jsonl`)
  const aside = `${file}.until-${at.toISOString().replace(/\D/g, '').slice(0, 14)}`
  try {
    await rename(file, aside)
    return aside
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The checkpoints of one key in some folders. */
export interface FoundCheckpoints {
  /** Rightly signed, each once, in the order of their entries. */
  readonly good: readonly Checkpoint[]
  /** Lines in this key's files that it did not sign. */
  readonly forged: number
}

/** Reads what a key has signed; a folder that is not there holds nothing. */
export async function readCheckpoints(
  folders: readonly string[],
  publicKey: KeyObject,
): Promise<FoundCheckpoints> {
  const lines = await readLines(folders, publicKey)
  const good = lines.flatMap((line) => line ?? []).filter((checkpoint) => isSignedBy(publicKey, checkpoint))
  return { good: good.sort(byEntry), forged: lines.length - good.length }
}

/** The newest checkpoint of a key, or null before its first; the others are not checked. */
export async function newestCheckpoint(
  folders: readonly string[],
  publicKey: KeyObject,
): Promise<Checkpoint | null> {
  const lines = (await readLines(folders, publicKey)).flatMap((line) => line ?? [])
  return lines.sort(byEntry).findLast((checkpoint) => isSignedBy(publicKey, checkpoint)) ?? null
}

const byEntry = (one: Checkpoint, other: Checkpoint): number =>
  one.entry - other.entry || one.at.localeCompare(other.at)

/** Every line of a key's files, each once; undefined for one that is no checkpoint. */
async function readLines(
  folders: readonly string[],
  publicKey: KeyObject,
): Promise<(Checkpoint | undefined)[]> {
  const file = `${keyName(publicKey)}.jsonl`
  const texts = await Promise.all(folders.map((folder) => readIfThere(folder, file)))
  const lines = new Set(texts.flatMap((text) => text.split('\n').filter((line) => line !== '')))
  return [...lines].map(parseCheckpoint)
}

async function readIfThere(folder: string, file: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.includes(file) ? readFile(join(folder, file), 'utf8') : ''
}
