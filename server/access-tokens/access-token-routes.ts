import type { FastifyInstance } from 'fastify'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '../../contract/access-token.ts'
import type { EmailDependencies } from '../email/outbox.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { actorOf } from '../identity/actor.ts'
import { readAccessTokens, revokeAccessTokenById } from '../identity/access-token-queries.ts'
import { changeAccounts } from '../identity/lock-access.ts'
import { createToken, demandRecentSignIn } from './create-access-token.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { t } from '../../text/sentences.ts'

/** One's own personal access tokens, with which scripts call the API. */
export function accessTokenRoutes(app: FastifyInstance, deps: EmailDependencies): void {
  const { db, readDb, clock, wakeEmailWorker } = deps

  serve(app, listAccessTokens, async ({ signedIn }) => {
    return { data: await readAccessTokens(readDb, signedIn.user.id) }
  })

  serve(app, createAccessToken, async ({ body, signedIn, request, reply }) => {
    const now = clock()
    demandRecentSignIn(signedIn, now)
    const created = await changeAccounts(db, signedIn, (trx) =>
      createToken(trx, { deps, request, now }, signedIn, body),
    )
    wakeEmailWorker()
    reply.code(201)
    return { message: t.accessTokensText.created, ...created }
  })

  serve(app, revokeAccessToken, async ({ params, signedIn, request }) => {
    const act = { actor: actorOf(request), at: clock() }
    await changeAccounts(db, signedIn, async (trx) => {
      const revoked = await revokeAccessTokenById(trx, signedIn.user.id, params.id)
      if (!revoked) throw new ApiError('not_found', t.accessTokensText.none)
      await recordAuditEntry(trx, act, 'revoke access token', t.auditText.tokenRevoked, {
        personal: { name: revoked.name },
        metadata: { access_token: revoked.id },
      })
    })
    return { message: t.accessTokensText.revoked }
  })
}
