import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
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
import type { Database } from '../database/schema.ts'
import type { AppDependencies } from '../dependencies.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { bearerToken } from './authentication.ts'
import { deviceName } from './device.ts'
import { endAllSessions, endSessionById, endSessionByToken, type EndedSession } from './end-sessions.ts'
import { liveSessions, sessionEnd } from './session.ts'

/** Who is signed in, signing out, and one's own sessions. */
export function sessionRoutes(app: FastifyInstance, deps: AppDependencies): void {
  const { db, clock } = deps
  serve(app, readUser, ({ signedIn }) => ({ data: { user: signedIn.user } }))
  serve(app, readUserAgain, ({ signedIn }) => ({ data: { user: signedIn.user } }))

  serve(app, signOut, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    await endShown(deps, request)
    return { message: 'Signed out' }
  })

  serve(app, listSessions, async ({ signedIn }) => {
    const sessions = await liveSessions(db, signedIn.user.id, clock())
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
    const at = clock()
    await db.transaction().execute(async (trx) => {
      const ended = await endSessionById(trx, signedIn.user.id, params.id, at)
      if (!ended) throw new ApiError('not_found', 'There is no such session of yours.')
      await recordEnd(trx, request, ended, at)
    })
    return { message: 'Session ended' }
  })

  serve(app, endOtherSessions, async ({ signedIn, request }) => {
    const at = clock()
    const ended = await db.transaction().execute(async (trx) => {
      const sessions = await endAllSessions(trx, signedIn.user.id, at, signedIn.sessionId ?? 0)
      for (const session of sessions) await recordEnd(trx, request, session, at)
      return sessions.length
    })
    return { message: ended === 1 ? '1 session ended' : `${ended} sessions ended`, data: { ended } }
  })
}

/** Ends the session that the request shows, if it is a live one. */
async function endShown({ db, clock }: AppDependencies, request: FastifyRequest): Promise<void> {
  const token = bearerToken(request)
  if (token === null) return
  const at = clock()
  await db.transaction().execute(async (trx) => {
    const ended = await endSessionByToken(trx, token, at)
    if (!ended) return
    await recordAuditEntry(trx, {
      action: 'logout',
      description: `${ended.user.email} signed out`,
      actor: actorOf(request, ended.user),
      at,
      metadata: { session: ended.id },
    })
  })
}

async function recordEnd(
  trx: Transaction<Database>,
  request: FastifyRequest,
  session: EndedSession,
  at: Date,
): Promise<void> {
  await recordAuditEntry(trx, {
    action: 'revoke session',
    description: `${session.user.email} ended a session: ${deviceName(session.device)}, ${session.ip_address}`,
    actor: actorOf(request),
    at,
    metadata: { session: session.id },
  })
}
