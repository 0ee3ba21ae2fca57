import type { AccessToken } from '../../contract/access-token.ts'
import type { BeforeJson } from '../../contract/values.ts'
import { deviceName } from './device.ts'
import type { Db, Transaction } from '../database/schema.ts'

export const TOKEN_COLUMNS = [
  'id',
  'name',
  'scope',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_device',
  'last_used_ip',
] as const

/** The access tokens of a user, the newest first, expired ones included. */
export async function readAccessTokens(db: Db, userId: number) {
  const rows = await db
    .selectFrom('access_token')
    .select(TOKEN_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    last_used_device: row.last_used_device && deviceName(row.last_used_device),
  })) satisfies BeforeJson<AccessToken>[]
}

/**
 * Revokes a user's access token, expired or not; gives it, if there is one. The caller audits it.
 */
export async function revokeAccessTokenById(trx: Transaction, userId: number, id: number) {
  return revoking(trx, userId).where('id', '=', id).executeTakeFirst()
}

/** Revokes and gives all unexpired access tokens of a user. The caller audits them. */
export async function revokeAllAccessTokens(trx: Transaction, userId: number, now: Date) {
  return revoking(trx, userId).where('expires_at', '>', now).execute()
}

const revoking = (trx: Transaction, userId: number) =>
  trx.deleteFrom('access_token').where('user_id', '=', userId).returning(['id', 'name'])
