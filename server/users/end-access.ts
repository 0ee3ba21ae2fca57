import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { revokeAllAccessTokens } from '../identity/access-token-queries.ts'
import { lockUser } from '../identity/lock-user.ts'
import { withdrawCodes, type UserChange } from './user-queries.ts'
import { t } from '../../text/sentences.ts'

/** How many there were. */
interface EndedAccess {
  readonly sessions: number
  readonly accessTokens: number
}

/**
 * Ends all sessions of a user, all access tokens, or both; gives their numbers. Throws 404 for an
 * unknown user.
 */
export async function endAccess(
  trx: Transaction,
  change: UserChange,
  which: { readonly sessions?: true; readonly accessTokens?: true },
): Promise<EndedAccess> {
  const { userId, at } = change
  await lockUser(trx, userId)
  const sessions = which.sessions ? await endAllSessions(trx, userId, at) : []
  const tokens = which.accessTokens ? await revokeAllAccessTokens(trx, userId, at) : []
  // Last, as everyone takes the end of the trail.
  if (sessions.length > 0)
    await recordAuditEntry(
      trx,
      change,
      'revoke session',
      t.auditText.sessionsEnded({ id: userId }),
      {
        metadata: { user_id: userId, sessions: sessions.map(({ id }) => id) },
      },
    )
  if (tokens.length > 0)
    await recordAuditEntry(
      trx,
      change,
      'revoke access token',
      t.auditText.tokensRevoked({ id: userId }),
      {
        metadata: { user_id: userId, access_tokens: tokens.map(({ id }) => id) },
      },
    )
  return { sessions: sessions.length, accessTokens: tokens.length }
}

/**
 * Keeps a user out until `unsuspendUser`: sessions, tokens, codes and links end. What they entered
 * stays. Undefined where they were suspended. Throws 404 for an unknown user.
 */
export async function suspendUser(
  trx: Transaction,
  change: UserChange,
): Promise<EndedAccess | undefined> {
  const { userId, at } = change
  const { suspended_at } = await lockUser(trx, userId)
  if (suspended_at !== null) return undefined
  await trx.updateTable('app_user').set({ suspended_at: at }).where('id', '=', userId).execute()
  const sessions = (await endAllSessions(trx, userId, at)).length
  const accessTokens = (await revokeAllAccessTokens(trx, userId, at)).length
  await withdrawCodes(trx, userId, at)
  await recordAuditEntry(trx, change, 'suspend user', t.auditText.suspended({ id: userId }), {
    metadata: { user_id: userId, sessions_ended: sessions, access_tokens_revoked: accessTokens },
  })
  return { sessions, accessTokens }
}

/**
 * Lets a suspended user sign in again. False where the user was not suspended. Throws 404 for an
 * unknown user.
 */
export async function unsuspendUser(trx: Transaction, change: UserChange): Promise<boolean> {
  const { userId } = change
  const { suspended_at } = await lockUser(trx, userId)
  if (suspended_at === null) return false
  await trx.updateTable('app_user').set({ suspended_at: null }).where('id', '=', userId).execute()
  await recordAuditEntry(trx, change, 'restore user', t.auditText.suspensionEnded({ id: userId }), {
    metadata: { user_id: userId, suspended_since: suspended_at.toISOString() },
  })
  return true
}
