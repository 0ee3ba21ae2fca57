import type { FastifyInstance } from 'fastify'
import { inspectLink, redeemLink, verifyCode } from '../../contract/sign-in.ts'
import { PAUSE_AFTER_FAILURES_SECONDS, FAILURES_IN_A_ROW } from '../../domain/sign-in-code.ts'
import { actorOf } from '../actor.ts'
import { recordAuditEntry } from '../audit-trail/record-audit-entry.ts'
import type { AppDependencies } from '../dependencies.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { inEvenTime } from './even-time.ts'
import { FailedCodes } from './failed-codes.ts'
import { redeemLinkHash, tryCode, type Try } from './redeem-code.ts'
import { keysForReading } from '../secret-key.ts'
import { codeHash, tokenHash } from './secrets.ts'
import type { Occurrence } from './request-context.ts'
import { signIn } from './sign-in-act.ts'
import { waitInWords } from './wait-sentence.ts'

declare module 'fastify' {
  interface FastifyInstance {
    failedCodes: FailedCodes
  }
}

const WRONG = 'This code is wrong, or it has been used or replaced by a newer one.'
const EXPIRED = 'OTP has expired. Please request a new one.'
const DEAD_LINK = 'This link has been used, replaced or has expired. Ask for a new code.'

/** Signing in with what a letter brought: its code, or its link, which is first shown and then pressed. */
export function redeemRoutes(app: FastifyInstance, deps: AppDependencies, wakeCourier: () => void): void {
  app.decorate('failedCodes', new FailedCodes(app.log))
  serve(app, verifyCode, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const occurrence = { deps, request, now: deps.clock() }
    const { tried, opened } = await inEvenTime(tryToSignIn(occurrence, body))
    if (opened === null || !tried.user) {
      app.failedCodes.add(occurrence.now.getTime())
      throw refusal(tried)
    }
    wakeCourier()
    const { token, approved } = opened
    return { message: `Signed in as ${tried.user.email}`, token, data: { user: tried.user, approved } }
  })

  serve(app, inspectLink, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store')
    const person = await deps.db
      .selectFrom('sign_in_code as c')
      .innerJoin('app_user as u', 'u.id', 'c.user_id')
      .select(['u.name', 'u.email'])
      .where('c.link_hash', '=', tokenHash(body.token))
      .where('c.expires_at', '>', deps.clock())
      .where('u.suspended_at', 'is', null)
      .executeTakeFirst()
    if (!person) throw new ApiError('link_dead', DEAD_LINK)
    return { data: person }
  })

  serve(app, redeemLink, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const occurrence = { deps, request, now: deps.clock() }
    const { user, token, approved } = await deps.db.transaction().execute(async (trx) => {
      const owner = await redeemLinkHash(trx, tokenHash(body.token), occurrence.now)
      if (!owner) throw new ApiError('link_dead', DEAD_LINK)
      return { user: owner, ...(await signIn(trx, occurrence, owner, 'link')) }
    })
    wakeCourier()
    return { message: `Signed in as ${user.email}`, token, data: { user, approved } }
  })
}

/** The transaction commits whether the code was right or wrong: a wrong one must stay counted and written down. */
async function tryToSignIn(
  occurrence: Occurrence,
  { email, otp }: { email: string; otp: string },
): Promise<{ tried: Try; opened: { token: string; approved: boolean } | null }> {
  const { deps, request, now } = occurrence
  const hashes = keysForReading(deps).map((key) => codeHash(key, email, otp))
  return deps.db.transaction().execute(async (trx) => {
    const tried = await tryCode(trx, email, hashes, now)
    const { verdict, user } = tried
    if (verdict === 'right' && user) return { tried, opened: await signIn(trx, occurrence, user, 'code') }
    // Only what was counted is written down, at most 25 in an hour and address: nobody can flood the trail with guesses.
    if (verdict === 'wrong' && user) {
      await recordAuditEntry(trx, {
        action: 'login failed',
        description: 'A wrong code was entered for {user}',
        actor: actorOf(request, user),
        at: now,
        metadata: {
          tries_left: tried.triesLeft,
          ...(tried.pausedFor > 0 && { codes_stopped_for_seconds: PAUSE_AFTER_FAILURES_SECONDS }),
        },
      })
    }
    return { tried, opened: null }
  })
}

function refusal({ verdict, triesLeft, pausedFor }: Try): ApiError {
  if (verdict === 'expired') return new ApiError('code_expired', EXPIRED)
  if (verdict === 'paused') {
    return new ApiError(
      'too_many_requests',
      `Too many wrong codes for this address. Try again in ${waitInWords(pausedFor)}, or use the link in the letter.`,
      { retryAfter: pausedFor },
    )
  }
  if (verdict === 'stopped') {
    return new ApiError(
      'too_many_requests',
      `${FAILURES_IN_A_ROW} wrong codes in a row: codes are no longer taken for this address. Use the link in the letter.`,
      { retryAfter: 3600 },
    )
  }
  return new ApiError('code_wrong', WRONG, { triesLeft })
}
