import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createKeyFile, readKeyFile, writeBeside } from '../../identity/secrets.ts'
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
  await createKeyFile(keyFile(places.dataDir), pemOf(generateKeyPairSync('ed25519').privateKey))
  return readCheckpointKey(places.dataDir)
}

/**
 * Puts a key in the place of the one that checkpoints were signed with, or of none, once `record`
 * has recorded that. Where it fails, the key stays.
 */
export async function replaceCheckpointKey(
  dataDir: string,
  key: KeyObject,
  record?: () => Promise<unknown>,
): Promise<void> {
  const beside = await writeBeside(keyFile(dataDir), pemOf(key))
  try {
    await record?.()
    await rename(beside, keyFile(dataDir))
  } finally {
    await rm(beside, { force: true })
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' })
}

/** The private key of an installation, or undefined where it has none. */
export async function readCheckpointKey(dataDir: string): Promise<KeyObject | undefined> {
  const pem = await readKeyFile(keyFile(dataDir))
  return pem === undefined ? undefined : createPrivateKey(pem)
}

export async function readKeyRing(places: CheckpointPlaces): Promise<KeyRing> {
  const key = await readCheckpointKey(places.dataDir)
  return { own: key && createPublicKey(key), named: places.auditPublicKeys.map(publicKeyOf) }
}
