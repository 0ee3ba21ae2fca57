import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

export interface Checkpoint {
  readonly entry: number
  /** In hex. */
  readonly hash: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** The beginning of the SHA-256 of the public key, in hex: which key to check with. */
  readonly key: string
  /** The key as `publicKeyText` writes it; older lines are without it. */
  readonly public_key?: string
  /** Ed25519 (RFC 8032) over `signedText`, in base64. */
  readonly signature: string
}

export function signCheckpoint(privateKey: KeyObject, end: { id: number; hash: Buffer }, at: Date) {
  const unsigned = { entry: end.id, hash: end.hash.toString('hex'), at: at.toISOString() }
  const signature = sign(null, signedText(unsigned), privateKey).toString('base64')
  const publicKey = createPublicKey(privateKey)
  return { ...unsigned, key: keyName(publicKey), public_key: publicKeyText(publicKey), signature }
}

export function isSignedBy(publicKey: KeyObject, checkpoint: Checkpoint): boolean {
  if (checkpoint.key !== keyName(publicKey)) return false
  return verify(
    null,
    signedText(checkpoint),
    publicKey,
    Buffer.from(checkpoint.signature, 'base64'),
  )
}

/** One line of a checkpoint file, or undefined where the text is none. */
export function parseCheckpoint(line: string): Checkpoint | undefined {
  try {
    const { entry, hash, at, key, public_key, signature } = JSON.parse(line) as Record<
      string,
      unknown
    >
    if (typeof entry !== 'number' || !Number.isSafeInteger(entry) || entry < 1) return undefined
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return undefined
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined
    if (typeof key !== 'string' || typeof signature !== 'string') return undefined
    return {
      entry,
      hash,
      at,
      key,
      ...(typeof public_key === 'string' && { public_key }),
      signature,
    }
  } catch {
    return undefined
  }
}

/**
 * A statement, signed by two keys, that from then on the new one signs in the place of the old one.
 */
export interface KeyChange {
  /** Both as `publicKeyText` writes them. */
  readonly old_key: string
  readonly new_key: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** Ed25519 over `changeText`, in base64. */
  readonly old_signature: string
  readonly new_signature: string
}

export function signKeyChange(oldKey: KeyObject, newKey: KeyObject, at: Date): KeyChange {
  const change = {
    old_key: publicKeyText(createPublicKey(oldKey)),
    new_key: publicKeyText(createPublicKey(newKey)),
    at: at.toISOString(),
  }
  const signed = (key: KeyObject): string => sign(null, changeText(change), key).toString('base64')
  return { ...change, old_signature: signed(oldKey), new_signature: signed(newKey) }
}

export function isSignedByBoth(change: KeyChange): boolean {
  const isSigned = (key: string, signature: string): boolean =>
    verify(null, changeText(change), publicKeyOf(key), Buffer.from(signature, 'base64'))
  try {
    return (
      isSigned(change.old_key, change.old_signature) &&
      isSigned(change.new_key, change.new_signature)
    )
  } catch {
    return false // one of them is no key
  }
}

export function parseKeyChange(line: string): KeyChange | undefined {
  try {
    const { old_key, new_key, at, old_signature, new_signature } = JSON.parse(line) as Record<
      string,
      unknown
    >
    const texts = [old_key, new_key, at, old_signature, new_signature]
    if (!texts.every((text) => typeof text === 'string')) return undefined
    const [old = '', next = '', when = '', byOld = '', byNew = ''] = texts
    return { old_key: old, new_key: next, at: when, old_signature: byOld, new_signature: byNew }
  } catch {
    return undefined
  }
}

export function keyName(publicKey: KeyObject): string {
  return createHash('sha256').update(publicKeyBytes(publicKey)).digest('hex').slice(0, 16)
}

/** A public key as one line to keep elsewhere: its 32 bytes in base64url. */
export function publicKeyText(publicKey: KeyObject): string {
  return publicKeyBytes(publicKey).toString('base64url')
}

/** The inverse of `publicKeyText`. Throws a RangeError for anything else. */
export function publicKeyOf(text: string): KeyObject {
  if (Buffer.from(text, 'base64url').length !== 32)
    throw new RangeError('A public key is 32 bytes in base64url.')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
}

function publicKeyBytes(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function changeText({
  old_key,
  new_key,
  at,
}: Pick<KeyChange, 'old_key' | 'new_key' | 'at'>): Buffer {
  return Buffer.from(`rupee-rates audit key change 1\n${old_key}\n${new_key}\n${at}\n`)
}

/**
 * The name first, so that a signature of this key can never be taken for one about something else.
 */
function signedText({ entry, hash, at }: Pick<Checkpoint, 'entry' | 'hash' | 'at'>): Buffer {
  return Buffer.from(`rupee-rates audit checkpoint 1\n${entry}\n${hash}\n${at}\n`)
}
