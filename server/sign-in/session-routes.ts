import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  endOtherSessions,
  endSession,
  listSessions,
  readUser,
  readUserAgain,
  signOut,
} from '../../contract/sign-in.ts'
import { actorOf } from '../actor.ts'
import { recordAuditEntry } from '../audit-trail/record-audit-entry.ts'
import type { AppDependencies } from '../dependencies.ts'
import { ApiError } from '../errors.ts'
import { clientAddress } from '../http/client-address.ts'
import { serve } from '../http/serve.ts'
import { bearerToken } from './authentication.ts'
import type { CredentialBook } from './credential-book.ts'
import { deviceName } from './device.ts'
import type { Announce } from './revocation.ts'
import { endSessions, liveSessions, sessionEnd, type SessionsToEnd } from './session.ts'

/** Who is signed in, signing out, and one's own sessions. */
export function sessionRoutes(app: FastifyInstance, deps: AppDependencies, book: CredentialBook): void {
  serve(app, readUser, ({ signedIn }) => ({ data: { user: signedIn.user } }))
  serve(app, readUserAgain, ({ signedIn }) => ({ data: { user: signedIn.user } }))

  serve(app, signOut, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const token = bearerToken(request)
    if (token !== null) await endByToken(deps, book, request, token)
    return { message: 'Signed out' }
  })

  serve(app, listSessions, async ({ signedIn }) => {
    const sessions = await liveSessions(deps.db, signedIn.user.id, deps.clock())
    return {
      data: sessions.map((session) => ({
        id: session.id,
        device: deviceName(session.device),
        ip_address: session.ip_address,
        created_at: session.created_at.toISOString(),
        last_seen_at: session.last_seen_at.toISOString(),
        expires_at: sessionEnd(session).toISOString(),
        current: session.id === signedIn.sessionId,
      })),
    }
  })

  serve(app, endSession, async ({ params, signedIn, request }) => {
    const which = { userId: signedIn.user.id, id: params.id }
    const ended = await book.revoking((announce) => revoke(deps, request, which, announce))
    if (ended === 0) throw new ApiError('not_found', 'There is no such session of yours.')
    return { message: 'Session ended' }
  })

  serve(app, endOtherSessions, async ({ signedIn, request }) => {
    const which = { userId: signedIn.user.id, exceptId: signedIn.sessionId ?? 0 }
    const ended = await book.revoking((announce) => revoke(deps, request, which, announce))
    return { message: ended === 1 ? '1 session ended' : `${ended} sessions ended`, data: { ended } }
  })
}

/** Someone without a live session costs one look and changes nothing. */
async function endByToken(
  { db, clock }: AppDependencies,
  book: CredentialBook,
  request: FastifyRequest,
  token: string,
): Promise<void> {
  const at = clock()
  const signedIn = await book.find(token, { anew: true, ip: clientAddress(request.ip) })
  if (!signedIn || signedIn.sessionId === null) return
  await book.revoking((announce) =>
    db.transaction().execute(async (trx) => {
      const [ended] = await endSessions(trx, { token }, at, announce)
      if (!ended) return
      await recordAuditEntry(trx, {
        action: 'logout',
        description: `${ended.user.email} signed out`,
        actor: actorOf(request, ended.user),
        at,
        metadata: { session: ended.id },
      })
    }),
  )
}

async function revoke(
  { db, clock }: AppDependencies,
  request: FastifyRequest,
  which: SessionsToEnd,
  announce: Announce,
): Promise<number> {
  const at = clock()
  return db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, which, at, announce)
    for (const session of ended) {
      await recordAuditEntry(trx, {
        action: 'revoke session',
        description: `${session.user.email} ended a session: ${deviceName(session.device)}, ${session.ip_address}`,
        actor: actorOf(request),
        at,
        metadata: { session: session.id },
      })
    }
    return ended.length
  })
}
