import type { Kysely, Transaction } from 'kysely'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { revokeAllAccessTokens } from '../identity/revoke-access-tokens.ts'
import { lockUser } from './user-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** Ends all sessions of a user; gives how many. Throws StartError for an unknown email. */
export async function endSessionsOf(trx: Transaction<Database>, email: string, at: Date): Promise<number> {
  const { id } = await lockUser(trx, email)
  const sessions = await endAllSessions(trx, id, at)
  if (sessions.length === 0) return 0
  await recordAuditEntry(trx, {
    action: 'revoke session',
    description: auditText.sessionsEnded(id),
    actor: OPERATOR,
    at,
    metadata: { user_id: id, sessions: sessions.map((session) => session.id) },
  })
  return sessions.length
}

/** The access tokens of a user that still work, the oldest first. */
export async function liveTokensOf(db: Kysely<Database>, userId: number, now: Date) {
  return db
    .selectFrom('access_token')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
}

/** Revokes all access tokens of a user; gives how many. Throws StartError for an unknown email. */
export async function revokeTokensOf(trx: Transaction<Database>, email: string, at: Date): Promise<number> {
  const { id } = await lockUser(trx, email)
  const tokens = await revokeAllAccessTokens(trx, id, at)
  if (tokens.length === 0) return 0
  await recordAuditEntry(trx, {
    action: 'revoke access token',
    description: auditText.tokensRevoked(id),
    actor: OPERATOR,
    at,
    metadata: { user_id: id, access_tokens: tokens.map((token) => token.id) },
  })
  return tokens.length
}
