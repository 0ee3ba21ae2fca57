import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'

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
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'secret.key')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const key = await readKey(file)
    return key ?? (await makeKey(file))
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
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length < bytes)
    throw new StartError(
      `The key in ${file} is damaged. Restore it from a backup, or delete it: users then need ` +
        'a new sign-in code.',
    )
  return key
}

/**
 * Written and on the disk before it gets its name, which it gets only if no other start was
 * quicker.
 */
async function makeKey(file: string): Promise<Buffer> {
  const half = `${file}.${process.pid}`
  const handle = await open(half, 'w', 0o600)
  await handle.writeFile(`${randomBytes(bytes).toString('hex')}\n`)
  await handle.sync()
  await handle.close()
  await link(half, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(half)
  const key = await readKey(file)
  if (!key) throw new StartError(`The key file ${file} is missing.`)
  return key
}
