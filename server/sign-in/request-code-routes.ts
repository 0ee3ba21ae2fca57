import type { FastifyInstance } from 'fastify'
import { checkUser, register, requestCode, type EmailState } from '../../contract/sign-in.ts'
import type { Language } from '../../contract/language.ts'
import { actorOf, type RequestContext } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import { deliveryState, type EmailDependencies } from '../email/outbox.ts'
import { ApiError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { hasAccount, lockAccount } from './account-queries.ts'
import { createAccount } from './create-account.ts'
import { countRegistration } from './email-budgets.ts'
import { withMinimumTime } from '../identity/minimum-time.ts'
import type { EmailDecision } from './request-code.ts'
import { sendCode, imitateSending } from './send-code.ts'
import { t } from '../../text/sentences.ts'

/** Registering, asking for a code, and asking whether an address is registered. */
export function requestCodeRoutes(app: FastifyInstance, deps: EmailDependencies): void {
  const { wakeEmailWorker } = deps
  serve(app, register, async ({ body, request, reply }) => {
    reply.code(201)
    const context = { deps, request, now: deps.clock() }
    await countRegistration(context)
    const registered = async () => emailState(context, await registerUser(context, body))
    const data = await withMinimumTime(registered())
    wakeEmailWorker()
    return { message: t.signInText.registered, data }
  })

  serve(app, requestCode, async ({ body, request }) => {
    const context = { deps, request, now: deps.clock() }
    const send = async () => {
      const decision = await sendCodeTo(context, body)
      const state = await emailState(context, decision ?? { expiresIn: 0, resendIn: 0 })
      if (!decision) throw new ApiError('not_registered', t.signInText.notRegistered)
      return state
    }
    const data = await withMinimumTime(send())
    wakeEmailWorker()
    return { message: 'OTP sent to your email' as const, data }
  })

  serve(app, checkUser, async ({ body }) => {
    const registered = await withMinimumTime(hasAccount(deps.db, body.email))
    return { data: { registered } }
  })
}

async function registerUser(
  context: RequestContext,
  account: { name: string; email: string; language: Language },
): Promise<EmailDecision> {
  const { deps, request, now } = context
  return deps.db.transaction().execute(async (trx) => {
    const user = await createAccount(trx, deps.config, account, now)
    if (!user) throw new ApiError('already_registered', t.signInText.alreadyRegistered)
    const decision = await sendCode(trx, context, {
      user,
      verified: false,
      language: account.language,
      welcome: true,
    })
    const act = { actor: actorOf(request, user), at: now }
    await recordAuditEntry(trx, act, 'register', t.auditText.registered)
    return decision
  })
}

/** Undefined where nobody is registered with the address, after as much work. */
async function sendCodeTo(
  context: RequestContext,
  { email, language }: { email: string; language: Language },
): Promise<EmailDecision | undefined> {
  const { deps } = context
  return deps.db.transaction().execute(async (trx) => {
    const user = await lockAccount(trx, email)
    if (!user) {
      await imitateSending(trx, context, { email, language })
      return undefined
    }
    if (user.suspended_at) throw new ApiError('forbidden', t.signInText.suspended)
    const verified = user.verified_at !== null
    return sendCode(trx, context, { user, verified, language, welcome: false })
  })
}

async function emailState(
  { deps, now }: RequestContext,
  { expiresIn, resendIn }: Pick<EmailDecision, 'expiresIn' | 'resendIn'>,
): Promise<EmailState> {
  return { expires_in: expiresIn, resend_in: resendIn, delivery: await deliveryState(deps.db, now) }
}
