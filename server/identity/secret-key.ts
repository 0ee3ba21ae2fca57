import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { createKeyFile, readKeyFile } from './key-file.ts'

const bytes = 32

/**
 * The key of code hashes and encrypted emails: SECRET_KEY, or the private file that the first start
 * makes in DATA_DIR/keys. Two starts at once get the same. Throws StartError.
 */
export async function loadSecretKey({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey) return secretKey
  const file = join(dataDir, 'keys', 'secret.key')
  try {
    return (await readKey(file)) ?? (await makeKey(file))
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`The key in ${file} cannot be used: ${(cause as Error).message}`, {
      cause,
    })
  }
}

/** The keys that something written in the database may have been made with, the newest first. */
export function keysForReading(deps: {
  secretKey: Buffer
  config: Pick<Config, 'secretKeyOld'>
}): readonly Buffer[] {
  const { secretKeyOld } = deps.config
  return secretKeyOld ? [deps.secretKey, secretKeyOld] : [deps.secretKey]
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readKeyFile(file)
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length < bytes)
    throw new StartError(
      `The key in ${file} is damaged. Restore it from a backup, or delete it: users then need ` +
        'a new sign-in code.',
    )
  return key
}

async function makeKey(file: string): Promise<Buffer> {
  await createKeyFile(file, `${randomBytes(bytes).toString('hex')}\n`)
  const key = await readKey(file)
  if (!key) throw new StartError(`The key file ${file} is missing.`)
  return key
}
