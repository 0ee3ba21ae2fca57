import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { publicKeyOf } from './checkpoint.ts'
import { checkpointFiles, checkpointFolders, type KeyRing } from './checkpoint-files.ts'

/**
 * Where an installation keeps what it signs with and what it has signed, and whose keys vouch for
 * the trail.
 */
export type CheckpointPlaces = Pick<Config, 'dataDir' | 'checkpointDir' | 'auditPublicKeys'>

export const keyFile = (dataDir: string): string => join(dataDir, 'keys', 'audit-checkpoints.pem')

/**
 * The key that signs checkpoints, made at the first start. Undefined where it is missing although
 * there are checkpoints or AUDIT_PUBLIC_KEY: a new key would vouch for whatever the database holds
 * by now, so only `npm run audit:key -- --rotate` makes one.
 */
export async function loadCheckpointKey(places: CheckpointPlaces): Promise<KeyObject | undefined> {
  const found = await readCheckpointKey(places.dataDir)
  if (found) return found
  const hadOne =
    places.auditPublicKeys.length > 0 ||
    (await checkpointFiles(checkpointFolders(places))).length > 0
  if (hadOne) return undefined
  const half = await writeKey(places.dataDir, generateKeyPairSync('ed25519').privateKey)
  // It gets its name only if no other start was quicker: both then use the same key.
  await link(half, keyFile(places.dataDir)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(half)
  return readCheckpointKey(places.dataDir)
}

/** Puts a key in the place of the one that checkpoints were signed with, or of none. */
export async function replaceCheckpointKey(dataDir: string, key: KeyObject): Promise<void> {
  await rename(await writeKey(dataDir, key), keyFile(dataDir))
}

async function writeKey(dataDir: string, key: KeyObject): Promise<string> {
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  const half = `${keyFile(dataDir)}.${process.pid}`
  const handle = await open(half, 'w', 0o600)
  await handle.writeFile(key.export({ type: 'pkcs8', format: 'pem' }))
  await handle.sync()
  await handle.close()
  return half
}

/** The private key of an installation, or undefined where it has none. */
export async function readCheckpointKey(dataDir: string): Promise<KeyObject | undefined> {
  const pem = await readFile(keyFile(dataDir)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  return pem && createPrivateKey(pem)
}

export async function readKeyRing(places: CheckpointPlaces): Promise<KeyRing> {
  const key = await readCheckpointKey(places.dataDir)
  return { own: key && createPublicKey(key), named: places.auditPublicKeys.map(publicKeyOf) }
}
