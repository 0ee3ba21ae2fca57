import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { revokeAllAccessTokens } from '../identity/revoke-access-tokens.ts'
import { lockUser, type UserChange } from './user-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** Ends all sessions of a user; gives how many. Throws 404 for an unknown user. */
export async function endSessionsOf(trx: Transaction, { userId, actor, at }: UserChange): Promise<number> {
  await lockUser(trx, userId)
  const sessions = await endAllSessions(trx, userId, at)
  if (sessions.length === 0) return 0
  await recordAuditEntry(trx, {
    action: 'revoke session',
    description: auditText.sessionsEnded(userId),
    actor,
    at,
    metadata: { user_id: userId, sessions: sessions.map((session) => session.id) },
  })
  return sessions.length
}

/** The access tokens of a user that still work, the oldest first. */
export async function liveTokensOf(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('access_token')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
}

/** Revokes all access tokens of a user; gives how many. Throws 404 for an unknown user. */
export async function revokeTokensOf(trx: Transaction, { userId, actor, at }: UserChange): Promise<number> {
  await lockUser(trx, userId)
  const tokens = await revokeAllAccessTokens(trx, userId, at)
  if (tokens.length === 0) return 0
  await recordAuditEntry(trx, {
    action: 'revoke access token',
    description: auditText.tokensRevoked(userId),
    actor,
    at,
    metadata: { user_id: userId, access_tokens: tokens.map((token) => token.id) },
  })
  return tokens.length
}
