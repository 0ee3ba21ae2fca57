import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
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

/** An access token as the database has it, without its hash. */
export interface TokenRow {
  readonly id: number
  readonly name: string
  readonly scope: AccessToken['scope']
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly last_used_device: string | null
  readonly last_used_ip: string | null
}

/** An access token as the API gives it, without its secret. */
export function asAccessToken(row: TokenRow): AccessToken {
  const { created_at, expires_at, last_used_at, last_used_device, ...same } = row
  return {
    ...same,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    last_used_device: last_used_device === null ? null : deviceName(last_used_device),
  }
}

/** The access tokens of a user, the newest first, expired ones included. */
export async function readAccessTokens(db: Db, userId: number): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_token')
    .select(TOKEN_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(asAccessToken)
}
