import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CODE_LENGTH } from '../../domain/identity/account.ts'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'

type Purpose = 'sign-in code' | 'device' | 'email budget' | 'fingerprint'

/** Lets scanners of repositories recognise tokens. */
export const ACCESS_TOKEN_PREFIX = 'rr_'

/** HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secretKey: Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `rupee-rates ${purpose}`, 32))
}

export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Keyed, because a million codes are hashed in a second. */
export function codeHash(secretKey: Buffer, email: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'sign-in code'))
    .update(`${email}\0${code}`)
    .digest()
}

/** Needs no key, because 256 bits cannot be guessed. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const KEY_BYTES = 32

/** Concurrent starts get the same key. Throws StartError. */
export async function loadSecretKey({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey) return secretKey
  const file = join(dataDir, 'keys', 'secret.key')
  try {
    const stored = await readSecretKey(file)
    if (stored) return stored
    await createKeyFile(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
    const created = await readSecretKey(file)
    if (!created)
      throw new StartError(`The key file ${file} was deleted during the start: start again.`)
    return created
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(
      `The key in ${file} cannot be read or made: ${(cause as Error).message}. Change the rights ` +
        'of the file and its folder.',
      { cause },
    )
  }
}

/** Newest first. */
export function keysForReading(deps: {
  readonly secretKey: Buffer
  readonly config: Pick<Config, 'secretKeyOld'>
}): readonly Buffer[] {
  const { secretKeyOld } = deps.config
  return secretKeyOld ? [deps.secretKey, secretKeyOld] : [deps.secretKey]
}

async function readSecretKey(file: string): Promise<Buffer | undefined> {
  const text = await readKeyFile(file)
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length < KEY_BYTES)
    throw new StartError(
      `The key in ${file} is damaged. Restore it from a backup, or delete it: users then need ` +
        'a new sign-in code.',
    )
  return key
}

export async function readKeyFile(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
}

/** Appears whole, and leaves a key as it is that another start has made. */
export async function createKeyFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, text, { mode: 0o600, flush: true })
  await link(temporary, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(temporary)
}
