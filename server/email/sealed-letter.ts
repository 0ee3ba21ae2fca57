import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../sign-in/secrets.ts'
import type { Letter } from './letter.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A letter as the database keeps it: nonce, tag and AES-256-GCM of it, so that a dump of the database has no codes. */
export function sealLetter(secretKey: Buffer, letter: Letter): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, 'letter'), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(letter), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The letter again, sealed with any of these keys. Throws where it was sealed with another key or changed. */
export function openLetter(secretKeys: readonly Buffer[], sealed: Buffer): Letter {
  const [key, ...others] = secretKeys
  if (!key) throw new Error('The letter was sealed with a key that is not known')
  try {
    return openWith(key, sealed)
  } catch (error) {
    if (others.length === 0) throw error
    return openLetter(others, sealed)
  }
}

function openWith(secretKey: Buffer, sealed: Buffer): Letter {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secretKey, 'letter'), nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(opened.toString('utf8')) as Letter
}
