import type { User } from '../../contract/schema/sign-in.schema.ts'
import { CODE_LIFE_SECONDS, EMAILS_PER_HOUR } from '../../domain/identity/sign-in-code.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '../../contract/language.ts'
import { actorOf, clientInfoOf, type RequestContext } from '../identity/actor.ts'
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts'
import type { Transaction } from '../database/schema.ts'
import { queueEmail } from '../email/outbox.ts'
import { codeEmail } from '../email/sign-in-emails.ts'
import { ApiError } from '../errors.ts'
import { budgetOf, EMAIL_LIMITS } from './email-budgets.ts'
import { lockCode, issueCode, type EmailDecision } from './request-code.ts'
import { markVerified } from './account-queries.ts'
import { emailContextOf } from '../email/email-context.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { newSignInSecrets } from '../identity/secrets.ts'
import { sendSecurityEmail } from '../email/security-emails.ts'
import { openSession } from '../identity/session.ts'
import { auditText } from '../text/en/audit-entries.ts'
import { signInText } from '../text/en/sign-in.ts'
import { takeFromBudget, mailboxKey } from '../email/email-budget-queries.ts'
import { encryptEmail } from '../email/encrypted-email.ts'

/** Makes a new code and link for someone and posts the email with them, in a language. Throws a 429 where the limits do not allow one. */
export async function sendCode(
  trx: Transaction,
  context: RequestContext,
  { user, language, welcome }: { user: User; language: Language; welcome: boolean },
): Promise<EmailDecision> {
  const { deps, request, now } = context
  const held = await lockCode(trx, user.id, now)
  const budget = await budgetOf(trx, context, user)
  const { secrets, hashes } = newSignInSecrets(deps.secretKey, user.email)
  const decision = await issueCode(trx, { userId: user.id, held }, budget, hashes, now)
  refuseTooMany(decision, request.log)
  if (decision.result === 'sent') {
    const email = codeEmail(user, emailContextOf(context, language), secrets, welcome)
    const expiresAt = new Date(now.getTime() + CODE_LIFE_SECONDS * 1000)
    await queueEmail(trx, deps.secretKey, { userId: user.id, purpose: 'sign-in code', email, expiresAt }, now)
  }
  return decision
}

/** Throws a 429 where no email may be sent now; warns the operator where it is because of all strangers together. */
function refuseTooMany({ result, resendIn }: EmailDecision, log: FastifyBaseLogger): void {
  if (result === 'sent' || result === 'kept') return
  if (result === 'ceiling')
    log.warn('STRANGER_EMAILS_PER_HOUR is reached: sign-in emails are sent to known devices only')
  const sentence = {
    early: signInText.emailTooEarly(resendIn),
    full: signInText.tooManyEmails(EMAILS_PER_HOUR, resendIn),
    ceiling: signInText.tooManyStrangers(resendIn),
  }[result]
  throw new ApiError('too_many_requests', sentence, { retryAfter: resendIn })
}

/** Opens a session for someone who has shown a code or a link, tells them of a new device, and writes it down. `language` is that of their emails from now on. */
export async function signIn(
  trx: Transaction,
  context: RequestContext,
  { user, language, by }: { user: User; language: Language; by: 'code' | 'link' },
): Promise<{ token: string; approved: boolean }> {
  const { deps, request, now } = context
  const { approved } = await markVerified(trx, user, language, now)
  const opened = await openSession(trx, keysForReading(deps), user.id, clientInfoOf(request), now)
  if (opened.newDevice) await sendSecurityEmail(trx, context, user, { purpose: 'new device' })
  const act = { actor: actorOf(request, user), at: now }
  await recordAuditEntry(trx, act, 'login', auditText.signedIn(by), {
    metadata: { session: opened.sessionId, new_device: opened.newDevice },
  })
  return { token: opened.token, approved }
}

/** Statements that follow the first budget where an email is sent: another budget, the code, the outbox twice. */
const STATEMENTS = ['1', '2', '3', '4']

/**
 * Does for an unknown address the work that an email to a known one takes: as many statements and rows, the same secrets and the
 * same encryption, so that also on a busy server a clock does not tell the two apart. Nothing is sent.
 */
export async function imitateSending(
  trx: Transaction,
  context: RequestContext,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const { deps, now } = context
  const key = mailboxKey(deps.secretKey, email)
  await budgetOf(trx, context, { id: 0, email })
  const { taken } = await takeFromBudget(trx, 'unknown', key, EMAIL_LIMITS, now)
  if (!taken) return
  const { secrets } = newSignInSecrets(deps.secretKey, email)
  encryptEmail(
    deps.secretKey,
    codeEmail({ name: '', email }, emailContextOf(context, language), secrets, false),
  )
  for (const statement of STATEMENTS)
    await takeFromBudget(trx, 'unknown', `${key} ${statement}`, EMAIL_LIMITS, now)
}
