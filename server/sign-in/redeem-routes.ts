import type { FastifyInstance } from 'fastify'
import { inspectLink, redeemLink, verifyCode } from '../../contract/sign-in.ts'
import {
  PAUSE_AFTER_FAILURES_SECONDS,
  FAILURES_IN_A_ROW,
} from '../../domain/identity/sign-in-code.ts'
import { actorOf, type RequestContext } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { EmailDependencies } from '../email/outbox.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { withMinimumTime } from '../identity/minimum-time.ts'
import type { FailedCodes } from './failed-codes.ts'
import { redeemLinkHash, tryCode, type Try } from './redeem-code.ts'
import { findLinkOwner } from './account-queries.ts'
import { refuseReservedName } from '../identity/reserved-name.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { codeHash, tokenHash } from '../identity/secrets.ts'
import { signIn, type GivenAtSignIn, type OpenedSession } from './send-code.ts'
import { t } from '../../text/sentences.ts'
import { waitInWords } from '../text/wait-in-words.ts'

/**
 * Signing in with what an email brought: its code, or its link, which is first shown and then
 * pressed.
 */
export function redeemRoutes(
  app: FastifyInstance,
  deps: EmailDependencies & { readonly failedCodes: FailedCodes },
): void {
  const { failedCodes, wakeEmailWorker } = deps
  serve(app, verifyCode, async ({ body, request }) => {
    const context = { deps, request, now: deps.clock() }
    if (body.name !== undefined) refuseReservedName(body.name, deps.config.providerName)
    const { tried, opened } = await withMinimumTime(tryToSignIn(context, body))
    if (opened === null) {
      failedCodes.add(context.now.getTime())
      throw refusal(tried)
    }
    wakeEmailWorker()
    return signedIn(opened)
  })

  serve(app, inspectLink, async ({ body }) => {
    const user = await findLinkOwner(deps.db, tokenHash(body.token), deps.clock())
    if (!user) throw new ApiError('link_dead', t.signInText.linkDead)
    return { data: user }
  })

  serve(app, redeemLink, async ({ body, request }) => {
    const context = { deps, request, now: deps.clock() }
    if (body.name !== undefined) refuseReservedName(body.name, deps.config.providerName)
    const opened = await deps.db.transaction().execute(async (trx) => {
      const user = await redeemLinkHash(trx, tokenHash(body.token), context.now)
      if (!user) throw new ApiError('link_dead', t.signInText.linkDead)
      return signIn(trx, context, { user, given: body, by: 'link' })
    })
    wakeEmailWorker()
    return signedIn(opened)
  })
}

const signedIn = ({ token, account }: OpenedSession) => ({
  message: t.signInText.signedIn({ email: account.user.email }),
  token,
  data: account,
})

/**
 * The transaction commits whether the code was right or wrong: a wrong one must stay counted and
 * written down.
 */
async function tryToSignIn(
  context: RequestContext,
  { email, otp, ...given }: GivenAtSignIn & { email: string; otp: string },
): Promise<{ tried: Try; opened: OpenedSession | null }> {
  const { deps, request, now } = context
  const hashes = keysForReading(deps).map((key) => codeHash(key, email, otp))
  return deps.db.transaction().execute(async (trx) => {
    const tried = await tryCode(trx, email, hashes, now)
    const { result, user } = tried
    if (result === 'right' && user)
      return { tried, opened: await signIn(trx, context, { user, given, by: 'code' }) }
    // At most 25 in an hour and address: guesses cannot flood the trail.
    if (result === 'wrong' && user) {
      const act = { actor: actorOf(request, user), at: now }
      await recordAuditEntry(trx, act, 'failed login', t.auditText.wrongCode, {
        metadata: {
          tries_left: tried.triesLeft,
          ...(tried.pausedFor > 0 && { codes_stopped_for_seconds: PAUSE_AFTER_FAILURES_SECONDS }),
        },
      })
    }
    return { tried, opened: null }
  })
}

function refusal({ result, triesLeft, pausedFor }: Try): ApiError {
  if (result === 'expired') return new ApiError('code_expired', t.signInText.codeExpired)
  if (result === 'paused') {
    return new ApiError(
      'too_many_requests',
      t.signInText.codesPaused({ wait: waitInWords(pausedFor) }),
      {
        retryAfter: pausedFor,
      },
    )
  }
  if (result === 'stopped') {
    return new ApiError(
      'too_many_requests',
      t.signInText.codesStopped({ failures: FAILURES_IN_A_ROW }),
      {
        retryAfter: 3600,
      },
    )
  }
  return new ApiError('code_wrong', t.signInText.codeWrong, { triesLeft })
}
