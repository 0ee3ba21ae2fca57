import type { Transaction } from 'kysely'
import { OPERATOR } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { revokeAllAccessTokens } from '../identity/revoke-access-tokens.ts'
import { lockUser, withdrawCodes } from './user-queries.ts'
import { auditText } from '../text/en/audit-entries.ts'

/** What a suspension ended; undefined where the user was suspended before. */
export interface Suspension {
  readonly sessions: number
  readonly accessTokens: number
}

/**
 * Keeps a user out at once: sessions and access tokens end, codes and links on their way are worthless, and none is
 * accepted until `unsuspendUser`. What the user entered stays. Throws StartError for an unknown email.
 */
export async function suspendUser(
  trx: Transaction<Database>,
  email: string,
  at: Date,
): Promise<Suspension | undefined> {
  const { id, suspended_at } = await lockUser(trx, email)
  if (suspended_at !== null) return undefined
  await trx.updateTable('app_user').set({ suspended_at: at }).where('id', '=', id).execute()
  const sessions = (await endAllSessions(trx, id, at)).length
  const accessTokens = (await revokeAllAccessTokens(trx, id, at)).length
  await withdrawCodes(trx, id, at)
  await recordAuditEntry(trx, {
    action: 'suspend user',
    description: auditText.suspended(id),
    actor: OPERATOR,
    at,
    metadata: { user_id: id, sessions_ended: sessions, access_tokens_revoked: accessTokens },
  })
  return { sessions, accessTokens }
}

/** Lets a suspended user sign in again. False where the user was not suspended. Throws StartError for an unknown email. */
export async function unsuspendUser(trx: Transaction<Database>, email: string, at: Date): Promise<boolean> {
  const { id, suspended_at } = await lockUser(trx, email)
  if (suspended_at === null) return false
  await trx.updateTable('app_user').set({ suspended_at: null }).where('id', '=', id).execute()
  await recordAuditEntry(trx, {
    action: 'restore user',
    description: auditText.suspensionEnded(id),
    actor: OPERATOR,
    at,
    metadata: { user_id: id, suspended_since: suspended_at.toISOString() },
  })
  return true
}
