import type { FastifyInstance } from 'fastify'
import type { CheckedInput } from '../../contract/endpoint.ts'
import * as contract from '../../contract/sign-in.ts'
import { EMAILS_PER_HOUR, formatCountdown } from '../../domain/identity/account.ts'
import { t } from '../../text/sentences.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Config } from '../config.ts'
import type { Db, Transaction } from '../database/schema.ts'
import { takeFromNetwork } from '../email/budgets.ts'
import { deliveryState, type EmailDependencies } from '../email/outbox.ts'
import { ApiError, waitInWords } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { readActor, type RequestContext } from '../identity/actor.ts'
import { requestCode } from './codes.ts'

export function requestCodeRoutes(app: FastifyInstance, deps: EmailDependencies): void {
  const { db, config, clock, wakeEmailWorker } = deps

  serve(app, contract.register, async ({ body, request, reply }) => {
    const context = { deps, request, now: clock() }
    await countRegistration(context)
    const data = await db.transaction().execute(async (trx) => {
      const user = await createAccount(trx, config, body, context.now)
      const sent = await sendCode(trx, context, { user, language: body.language, welcome: true })
      const act = { actor: readActor(request, user), at: context.now }
      await recordAuditEntry(trx, act, 'register', t.auditText.registered)
      return sent
    })
    wakeEmailWorker()
    reply.code(201)
    return { message: t.signInText.registered, data }
  })

  serve(app, contract.requestCode, async ({ body: { email, language }, request }) => {
    const context = { deps, request, now: clock() }
    const data = await db.transaction().execute(async (trx) => {
      const user = await lockAccount(trx, email)
      if (!user) throw new ApiError('not_registered', t.signInText.notRegistered)
      if (user.suspended_at) throw new ApiError('forbidden', t.signInText.suspended)
      const sent = await sendCode(trx, context, { user, language, welcome: false })
      return user.verified_at ? sent : { ...sent, proposed_name: user.name }
    })
    wakeEmailWorker()
    return { message: 'OTP sent to your email' as const, data }
  })

  serve(app, contract.checkUser, async ({ body }) => ({
    data: { registered: await hasAccount(db, body.email) },
  }))
}

async function countRegistration(context: RequestContext): Promise<void> {
  const wait = await takeFromNetwork(context, 'network')
  if (wait !== null)
    throw tooMany(t.signInText.tooManyRegistrations({ wait: waitInWords(wait) }), wait)
}

async function createAccount(
  trx: Transaction,
  config: Config,
  { name, email, language }: CheckedInput<typeof contract.register>['body'],
  now: Date,
) {
  const refusal = await findRefusal(trx, config, email)
  if (refusal !== undefined && !(await hasAccount(trx, email)))
    throw new ApiError('forbidden', refusal)
  const approved_at = config.registration === 'approved' ? null : now
  const user =
    refusal === undefined &&
    (await trx
      .insertInto('app_user')
      .values({ name, email, language, created_at: now, approved_at })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'name', 'email'])
      .executeTakeFirst())
  if (!user) throw new ApiError('already_registered', t.signInText.alreadyRegistered)
  return user
}

const domainList = new Intl.ListFormat('en', { type: 'disjunction' })

async function findRefusal(
  trx: Transaction,
  { registration, registrationDomains: domains }: Config,
  email: string,
): Promise<string | undefined> {
  if (registration === 'domains') {
    const at = email.lastIndexOf('@')
    // Some mail servers read "%" and "!" as a route to another domain.
    if (!domains.includes(email.slice(at + 1)) || /[%!]/.test(email.slice(0, at)))
      return t.signInText.domainsOnly({ domains: domainList.format(domains) })
  }
  if (registration !== 'invited') return undefined
  const invitation = await trx
    .selectFrom('invitation')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst()
  return invitation ? undefined : t.signInText.invitedOnly
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const query = db.selectFrom('app_user').select('id').where('email', '=', email)
  return (await query.executeTakeFirst()) !== undefined
}

/** An open request keeps an unverified account. */
async function lockAccount(trx: Transaction, email: string) {
  return trx
    .selectFrom('app_user')
    .select(['id', 'name', 'email', 'suspended_at', 'verified_at'])
    .where('email', '=', email)
    .forKeyShare()
    .executeTakeFirst()
}

async function sendCode(
  trx: Transaction,
  context: RequestContext,
  request: Parameters<typeof requestCode>[2],
): Promise<contract.EmailState> {
  const { result, expiresIn, resendIn } = await requestCode(trx, context, request)
  if (result === 'ceiling')
    context.request.log.warn(
      'STRANGER_EMAILS_PER_HOUR is reached: for up to an hour only known devices get sign-in emails',
    )
  if (result === 'sent' || result === 'kept')
    return {
      expires_in: expiresIn,
      resend_in: resendIn,
      delivery: await deliveryState(trx, context.now),
    }
  const wait = waitInWords(resendIn)
  const sentence = {
    early: t.signInText.emailTooEarly({ wait: formatCountdown(resendIn) }),
    full: t.signInText.tooManyEmails({ emails: EMAILS_PER_HOUR, wait }),
    ceiling: t.signInText.tooManyStrangers({ wait }),
  }[result]
  throw tooMany(sentence, resendIn)
}

const tooMany = (sentence: string, retryAfter: number) =>
  new ApiError('too_many_requests', sentence, { retryAfter })
