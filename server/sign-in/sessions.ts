import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/sign-in.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/schema.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import {
  readActor,
  readClientInfo,
  ownAccount,
  deviceName,
  type Act,
  type SignedIn,
} from '../identity/actor.ts'
import { readWaiting } from '../email/account-emails.ts'
import { changeAccounts } from '../identity/lock-access.ts'
import {
  endAllSessions,
  endSessionById,
  endSessionByToken,
  liveSessions,
  revokeAllAccessTokens,
  trustOnlyThisDevice,
  type EndedSession,
} from '../identity/session.ts'
import { bearerToken } from '../http/access.ts'

export function sessionRoutes(app: FastifyInstance, deps: Context): void {
  const { config, db, readDb, clock } = deps
  const readOwn = async ({ signedIn }: { readonly signedIn: SignedIn }) => {
    const own = ownAccount(config, signedIn)
    const waiting = own.approved ? undefined : await readWaiting(readDb, signedIn.user.id)
    return { data: waiting ? { ...own, waiting } : own }
  }
  serve(app, contract.readUser, readOwn)
  serve(app, contract.readUserAgain, readOwn)

  serve(app, contract.signOut, async ({ request }) => {
    const token = bearerToken(request)
    const at = clock()
    if (token !== null)
      await db.transaction().execute(async (trx) => {
        const ended = await endSessionByToken(trx, token, at)
        if (!ended) return
        const act = { actor: readActor(request, ended.user), at }
        await recordAuditEntry(trx, act, 'logout', t.auditText.signedOut, {
          metadata: { session: ended.id },
        })
      })
    return { message: t.signInText.signedOut }
  })

  serve(app, contract.listSessions, async ({ signedIn: { user, sessionId } }) => ({
    data: await liveSessions(readDb, user.id, clock(), sessionId),
  }))

  serve(app, contract.endSession, async ({ params, signedIn, request }) => {
    const act = { actor: readActor(request), at: clock() }
    await changeAccounts(db, signedIn, async (trx) => {
      const ended = await endSessionById(trx, signedIn.user.id, params.id, act.at)
      if (!ended) throw new ApiError('not_found', t.sessionsText.none)
      await recordEndedSession(trx, act, ended)
    })
    return { message: t.sessionsText.ended }
  })

  serve(app, contract.endOtherSessions, async ({ signedIn, request }) => {
    const act = { actor: readActor(request), at: clock() }
    const { user, sessionId } = signedIn
    const [sessions, tokens] = await changeAccounts(db, signedIn, async (trx) => {
      await trustOnlyThisDevice(trx, deps.secretKey, user.id, readClientInfo(request), act.at)
      const ended = await endAllSessions(trx, user.id, act.at, sessionId ?? 0)
      const revoked = await revokeAllAccessTokens(trx, user.id, act.at)
      for (const session of ended) await recordEndedSession(trx, act, session)
      for (const { id, name } of revoked)
        await recordAuditEntry(trx, act, 'revoke access token', t.auditText.tokenRevoked, {
          content: { name },
          metadata: { access_token: id },
        })
      return [ended.length, revoked.length] as const
    })
    return {
      message: t.sessionsText.endedCounts({ sessions, tokens }),
      data: { ended: sessions, tokens_revoked: tokens },
    }
  })
}

async function recordEndedSession(
  trx: Transaction,
  act: Act,
  { id, device, ip_address }: EndedSession,
): Promise<void> {
  await recordAuditEntry(trx, act, 'revoke session', t.auditText.sessionEnded, {
    content: { session_device: deviceName(device), session_ip: ip_address },
    metadata: { session: id },
  })
}
