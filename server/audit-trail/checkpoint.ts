import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** A statement, signed outside the database, that the chain had this entry with this hash at this time. */
export interface Checkpoint {
  readonly entry: number
  /** In hex. */
  readonly hash: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** The beginning of the SHA-256 of the public key, in hex: which key to check with. */
  readonly key: string
  /** Ed25519 (RFC 8032) over `signedText`, in base64. */
  readonly signature: string
}

/** Signs what the chain is now. */
export function signCheckpoint(
  privateKey: KeyObject,
  end: { id: number; hash: Buffer },
  at: Date,
): Checkpoint {
  const unsigned = { entry: end.id, hash: end.hash.toString('hex'), at: at.toISOString() }
  const signature = sign(null, signedText(unsigned), privateKey).toString('base64')
  return { ...unsigned, key: keyName(createPublicKey(privateKey)), signature }
}

/** Whether a checkpoint was signed with the private half of this key. */
export function isSignedBy(publicKey: KeyObject, checkpoint: Checkpoint): boolean {
  if (checkpoint.key !== keyName(publicKey)) return false
  return verify(null, signedText(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64'))
}

/** One line of a checkpoint file, or undefined where the text is none. */
export function parseCheckpoint(line: string): Checkpoint | undefined {
  try {
    const { entry, hash, at, key, signature } = JSON.parse(line) as Record<string, unknown>
    if (typeof entry !== 'number' || !Number.isSafeInteger(entry) || entry < 1) return undefined
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return undefined
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined
    if (typeof key !== 'string' || typeof signature !== 'string') return undefined
    return { entry, hash, at, key, signature }
  } catch {
    return undefined
  }
}

/** A short name for a public key. */
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

/** The name first, so that a signature of this key can never be taken for one about something else. */
function signedText({ entry, hash, at }: Pick<Checkpoint, 'entry' | 'hash' | 'at'>): Buffer {
  return Buffer.from(`rupee-rates audit checkpoint 1\n${entry}\n${hash}\n${at}\n`)
}
