import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { CODE_LENGTH } from '../../domain/identity/sign-in-code.ts'

/**
 * What keys are derived for; a new purpose gets a new name. `letter` is that of emails in the
 * outbox.
 */
type Purpose =
  'sign-in code' | 'letter' | 'device' | 'email budget' | 'secure account link' | 'fingerprint'

/** Begins every personal access token, so that one that leaks into a repository is recognised. */
export const ACCESS_TOKEN_PREFIX = 'rr_'

/** A key of 32 bytes for one purpose (HKDF-SHA-256, RFC 5869). */
export function deriveKey(secretKey: Buffer, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `rupee-rates ${purpose}`, 32))
}

/** Six digits, each of the million equally likely. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** 256 random bits in 43 characters that need no escaping anywhere. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What the database keeps of a code. A million codes are hashed in a second, so the hash is keyed
 * and bound to the address.
 */
export function codeHash(secretKey: Buffer, email: string, code: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'sign-in code'))
    .update(`${email}\0${code}`)
    .digest()
}

/** A new code and link, for an email to this address, and what the database keeps of them. */
export function newSignInSecrets(secretKey: Buffer, email: string) {
  const secrets = { code: newCode(), linkToken: newToken() }
  const codeHashed = codeHash(secretKey, email, secrets.code)
  return { secrets, hashes: { codeHash: codeHashed, linkHash: tokenHash(secrets.linkToken) } }
}

/** What the database keeps of a token. Nobody guesses 256 bits, so a plain hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
