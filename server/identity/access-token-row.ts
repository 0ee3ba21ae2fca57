import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
import type { BeforeJson } from '../../contract/schema/values.ts'
import { deviceName } from './device.ts'
import type { Db } from '../database/schema.ts'

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
