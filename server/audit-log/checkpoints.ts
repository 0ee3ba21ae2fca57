import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { createKeyFile, readKeyFile } from '../identity/secrets.ts'
import { readCheckpoints } from './checks.ts'
import { checkpointText, parseCheckpoint, type ChainEnd, type Checkpoint } from './trail-format.ts'

export type CheckpointPlaces = Pick<Config, 'dataDir' | 'checkpointDir' | 'auditPublicKeys'>

const FILE = 'checkpoints.jsonl'
const ASIDE = /^checkpoints-before-restore-.+\.jsonl$/

const keyFile = (dataDir: string) => join(dataDir, 'keys', 'audit-checkpoints.pem')
const folders = ({ dataDir, checkpointDir }: CheckpointPlaces) =>
  checkpointDir === undefined ? [dataDir] : [dataDir, checkpointDir]

export const checkpointFiles = (places: CheckpointPlaces) =>
  folders(places).map((folder) => join(folder, FILE))

/** 32 bytes in base64url. */
export const publicKeyText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'jwk' }).x ?? ''

export async function readCheckpointKey(dataDir: string): Promise<KeyObject | undefined> {
  const pem = await readKeyFile(keyFile(dataDir))
  return pem === undefined ? undefined : createPrivateKey(pem)
}

/**
 * Makes the key at the first start. Returns undefined if it is lost, which checkpoints or
 * AUDIT_PUBLIC_KEY show: a new key would vouch for a changed database.
 */
export async function loadCheckpointKey(places: CheckpointPlaces): Promise<KeyObject | undefined> {
  const found = await readCheckpointKey(places.dataDir)
  const hadKey = places.auditPublicKeys.length > 0 || (await readCheckpointLines(places)).length > 0
  return found ?? (hadKey ? undefined : makeCheckpointKey(places.dataDir))
}

export async function makeCheckpointKey(dataDir: string): Promise<KeyObject | undefined> {
  const { privateKey } = generateKeyPairSync('ed25519')
  await createKeyFile(keyFile(dataDir), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return readCheckpointKey(dataDir)
}

export async function readCheckpointLines(places: CheckpointPlaces): Promise<string[]> {
  const texts = await Promise.all(
    checkpointFiles(places).map((file) =>
      readFile(file, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return ''
        throw error
      }),
    ),
  )
  return [...new Set(texts.flatMap(wholeLines))]
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Leaves out a last line that a crash has cut. */
function wholeLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const last = lines.pop() ?? ''
  return [...lines, ...(parseCheckpoint(last) ? [last] : [])].filter((line) => line !== '')
}

/** Counts checkpoints of pinned keys, else of the installation's key. */
export async function readCheckpointFiles(places: CheckpointPlaces) {
  const own = await readCheckpointKey(places.dataDir)
  const isPinned = places.auditPublicKeys.length > 0
  const keys = isPinned ? places.auditPublicKeys : own ? [publicKeyText(own)] : []
  const checkpoints = await readCheckpoints(await readCheckpointLines(places), keys)
  return { checkpoints, keys, isPinned }
}

export function signCheckpoint(privateKey: KeyObject, end: ChainEnd, at: Date): Checkpoint {
  const unsigned = { entry: end.id, hash: end.hash, at: at.toISOString() }
  const signature = sign(null, checkpointText(unsigned), privateKey).toString('base64')
  return { ...unsigned, key: publicKeyText(privateKey), signature }
}

export async function appendCheckpoint(file: string, checkpoint: Checkpoint): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a+', 0o644)
  try {
    const text = await handle.readFile('utf8')
    const cut = text.slice(text.lastIndexOf('\n') + 1)
    // A crash or a full disk may have cut the last line.
    if (cut !== '' && !parseCheckpoint(cut))
      await handle.truncate(Buffer.byteLength(text) - Buffer.byteLength(cut))
    else if (cut !== '') await handle.appendFile('\n')
    await handle.appendFile(`${JSON.stringify(checkpoint)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Renames the checkpoint files of the former trail and signs the restored end. Returns the new
 * names.
 */
export async function restartCheckpoints(places: CheckpointPlaces, end: ChainEnd, at: Date) {
  const instant = at.toISOString().replace(/\D/g, '').slice(0, 14)
  const renamed: string[] = []
  for (const file of checkpointFiles(places)) {
    const aside = join(dirname(file), `checkpoints-before-restore-${instant}.jsonl`)
    await rename(file, aside).then(
      () => renamed.push(aside),
      (error: unknown) => {
        if (!isMissing(error)) throw error
      },
    )
  }
  const key = await loadCheckpointKey(places)
  if (key)
    for (const file of checkpointFiles(places))
      await appendCheckpoint(file, signCheckpoint(key, end, at))
  return renamed
}

export async function readRenamedCheckpoints(places: CheckpointPlaces): Promise<string[]> {
  const found = await Promise.all(
    folders(places).map(async (folder) => {
      const names = await readdir(folder).catch((): string[] => [])
      return names.filter((name) => ASIDE.test(name)).map((name) => join(folder, name))
    }),
  )
  return found.flat().sort()
}
