import type { FastifyInstance } from 'fastify'
import { inspectSecureAccountLink, secureAccount } from '../../contract/secure-account.ts'
import { actorOf, clientInfoOf } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { BaseDependencies } from '../base-dependencies.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { endAllSessions } from '../identity/end-sessions.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { revokeAllAccessTokens } from '../identity/access-token-queries.ts'
import { findSecureAccountLink, takeSecureAccountLink } from '../identity/secure-account-queries.ts'
import { trustOnlyThisDevice } from '../identity/session.ts'
import { accountText } from '../text/en/account.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { sessionsText } from '../text/en/sign-in.ts'

/** Ending everything of an account with the link of a security email: first shown, then pressed, without signing in. */
export function secureAccountRoutes(app: FastifyInstance, deps: BaseDependencies): void {
  const { db, clock } = deps
  const keys = keysForReading(deps)
  serve(app, inspectSecureAccountLink, async ({ body }) => {
    const owner = await findSecureAccountLink(db, keys, body.token, clock())
    if (!owner) throw new ApiError('link_dead', accountText.linkDead)
    return { data: { name: owner.name, email: owner.email } }
  })

  serve(app, secureAccount, async ({ body, request }) => {
    const at = clock()
    return db.transaction().execute(async (trx) => {
      const owner = await takeSecureAccountLink(trx, keys, body.token, at)
      if (!owner) throw new ApiError('link_dead', accountText.linkDead)
      await trustOnlyThisDevice(trx, deps.secretKey, owner.id, clientInfoOf(request), at)
      const sessions = await endAllSessions(trx, owner.id, at)
      const tokens = await revokeAllAccessTokens(trx, owner.id, at)
      const counts = sessionsText.endedCounts(sessions.length, tokens.length)
      const act = { actor: actorOf(request, owner), at }
      await recordAuditEntry(trx, act, 'revoke session', auditText.securityLink(counts), {
        metadata: { sessions: sessions.map(({ id }) => id), access_tokens: tokens.map(({ id }) => id) },
      })
      return {
        message: counts,
        data: { email: owner.email, sessions_ended: sessions.length, tokens_revoked: tokens.length },
      }
    })
  })
}
