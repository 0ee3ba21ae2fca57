import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { revokeAllAccessTokens } from '../identity/revoke-access-tokens.ts'
import { lockUser, type UserChange } from './user-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** Ends all sessions of a user, revokes all access tokens, or both; gives how many of each. Throws 404 for an unknown user. */
export async function endAccess(
  trx: Transaction,
  change: UserChange,
  which: { readonly sessions?: true; readonly accessTokens?: true },
): Promise<{ readonly sessions: number; readonly accessTokens: number }> {
  const { userId, at } = change
  await lockUser(trx, userId)
  const sessions = which.sessions ? await endAllSessions(trx, userId, at) : []
  const tokens = which.accessTokens ? await revokeAllAccessTokens(trx, userId, at) : []
  // Last, as everyone takes the end of the trail.
  if (sessions.length > 0)
    await recordAuditEntry(trx, change, 'revoke session', auditText.sessionsEnded(userId), {
      metadata: { user_id: userId, sessions: sessions.map(({ id }) => id) },
    })
  if (tokens.length > 0)
    await recordAuditEntry(trx, change, 'revoke access token', auditText.tokensRevoked(userId), {
      metadata: { user_id: userId, access_tokens: tokens.map(({ id }) => id) },
    })
  return { sessions: sessions.length, accessTokens: tokens.length }
}
