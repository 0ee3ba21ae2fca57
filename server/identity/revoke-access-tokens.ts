import type { Transaction } from '../database/schema.ts'

/** Revokes one access token of a user, expired or not; gives it, or undefined where there is none. The caller audits it. */
export async function revokeAccessTokenById(trx: Transaction, userId: number, id: number) {
  return trx
    .deleteFrom('access_token')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['id', 'name'])
    .executeTakeFirst()
}

/** Revokes all access tokens of a user that have not expired; gives those that it revoked. The caller audits them. */
export async function revokeAllAccessTokens(trx: Transaction, userId: number, now: Date) {
  return trx
    .deleteFrom('access_token')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning(['id', 'name'])
    .execute()
}
