import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../identity/secrets.ts'
import type { Email } from './compose-email.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** An email as the database keeps it: nonce, tag and AES-256-GCM of it. */
export function encryptEmail(secretKey: Buffer, email: Email): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, 'letter'), nonce)
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(email), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/**
 * The email again, encrypted with any of these keys. Throws where it was encrypted with another key
 * or changed.
 */
export function decryptEmail(secretKeys: readonly Buffer[], encrypted: Buffer): Email {
  const [key, ...others] = secretKeys
  if (!key) throw new Error('The email was encrypted with a key that is not known')
  try {
    return openWith(key, encrypted)
  } catch (error) {
    if (others.length === 0) throw error
    return decryptEmail(others, encrypted)
  }
}

function openWith(secretKey: Buffer, encrypted: Buffer): Email {
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secretKey, 'letter'), nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const opened = Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
  return JSON.parse(opened.toString('utf8')) as Email
}
