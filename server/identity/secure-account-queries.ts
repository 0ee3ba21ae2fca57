import { createHmac } from 'node:crypto'
import type { User } from '../../contract/sign-in.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { deriveKey, newToken } from './secrets.ts'

/** The link of a security email: it ends all sessions and access tokens, once, until `until`. */
export interface SecureAccountLink {
  readonly token: string
  readonly until: Date
}

/** The link of a security email can be used for so long. */
const LINK_LIFE_SECONDS = 7 * 86_400

/**
 * Makes a link for an email to this user, with which all their sessions and access tokens can be
 * ended once.
 */
export async function createSecureAccountLink(
  trx: Transaction,
  secretKey: Buffer,
  userId: number,
  now: Date,
): Promise<SecureAccountLink> {
  const token = newToken()
  const until = new Date(now.getTime() + LINK_LIFE_SECONDS * 1000)
  await trx
    .insertInto('secure_account_link')
    .values({ token_hash: linkHash(secretKey, token), user_id: userId, expires_at: until })
    .execute()
  return { token, until }
}

/** Whose account a live link secures, or undefined. Uses nothing. */
export async function findSecureAccountLink(
  db: Db,
  secretKeys: readonly Buffer[],
  token: string,
  now: Date,
) {
  return liveLink(db, secretKeys, token, now).executeTakeFirst()
}

/** Uses a link; gives whose it was, or undefined where it has been used or has expired. */
export async function takeSecureAccountLink(
  trx: Transaction,
  secretKeys: readonly Buffer[],
  token: string,
  now: Date,
): Promise<User | undefined> {
  // The user first, as whoever closes the account takes the two.
  const owner = await liveLink(trx, secretKeys, token, now).forKeyShare('u').executeTakeFirst()
  const used = await trx
    .deleteFrom('secure_account_link')
    .where('token_hash', 'in', hashesOf(secretKeys, token))
    .returning('user_id')
    .executeTakeFirst()
  return used && owner
}

function liveLink(db: Db, secretKeys: readonly Buffer[], token: string, now: Date) {
  return db
    .selectFrom('secure_account_link as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.name', 'u.email'])
    .where('l.token_hash', 'in', hashesOf(secretKeys, token))
    .where('l.expires_at', '>', now)
}

function hashesOf(secretKeys: readonly Buffer[], token: string): Buffer[] {
  return secretKeys.map((key) => linkHash(key, token))
}

function linkHash(secretKey: Buffer, token: string): Buffer {
  return createHmac('sha256', deriveKey(secretKey, 'secure account link')).update(token).digest()
}
