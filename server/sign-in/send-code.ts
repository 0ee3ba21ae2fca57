import type { OwnAccount, User } from '../../contract/sign-in.ts'
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
import { ownAccount } from '../identity/administrators.ts'
import { keysForReading } from '../identity/secret-key.ts'
import { newSignInSecrets } from '../identity/secrets.ts'
import { sendSecurityEmail } from '../email/security-emails.ts'
import { openSession } from '../identity/session.ts'
import { takeFromBudget, mailboxKey } from '../email/email-budget-queries.ts'
import { encryptEmail } from '../email/encrypted-email.ts'
import { t } from '../../text/sentences.ts'
import { waitInWords } from '../text/wait-in-words.ts'

/** Makes a code and link and queues the email with them. Throws a 429 beyond the limits. */
export async function sendCode(
  trx: Transaction,
  context: RequestContext,
  {
    user,
    verified,
    language,
    welcome,
  }: { user: User; verified: boolean; language: Language; welcome: boolean },
): Promise<EmailDecision> {
  const { deps, request, now } = context
  const held = await lockCode(trx, user.id, now)
  const budget = await budgetOf(trx, context, user)
  const { secrets, hashes } = newSignInSecrets(deps.secretKey, user.email)
  const decision = await issueCode(trx, { userId: user.id, held }, budget, hashes, now)
  // Who has an account waits where the code is entered; one without an email is not to be created.
  if (decision.result !== 'early' || welcome) refuseTooMany(decision, request.log)
  if (decision.result === 'sent') {
    // Anyone can register any address: a name is used once its owner has chosen it.
    const to = verified ? user : { ...user, name: '' }
    const email = codeEmail(to, emailContextOf(context, language), secrets, welcome)
    const expiresAt = new Date(now.getTime() + CODE_LIFE_SECONDS * 1000)
    await queueEmail(
      trx,
      deps.secretKey,
      { userId: user.id, purpose: 'sign-in code', email, expiresAt },
      now,
    )
  }
  return decision
}

/**
 * Throws a 429 where no email may be sent now; warns the operator where strangers have used all.
 */
function refuseTooMany({ result, resendIn }: EmailDecision, log: FastifyBaseLogger): void {
  if (result === 'sent' || result === 'kept') return
  if (result === 'ceiling')
    log.warn('STRANGER_EMAILS_PER_HOUR is reached: sign-in emails are sent to known devices only')
  const sentence = {
    early: t.signInText.emailTooEarly({ wait: waitInWords(resendIn) }),
    full: t.signInText.tooManyEmails({ emails: EMAILS_PER_HOUR, wait: waitInWords(resendIn) }),
    ceiling: t.signInText.tooManyStrangers({ wait: waitInWords(resendIn) }),
  }[result]
  throw new ApiError('too_many_requests', sentence, { retryAfter: resendIn })
}

/**
 * What whoever signs in says besides: a name that counts the first time, the language of emails.
 */
export interface GivenAtSignIn {
  readonly name?: string | undefined
  readonly language: Language
}

/** A session's token, and whose it is. */
export interface OpenedSession {
  readonly token: string
  readonly account: OwnAccount & { readonly name_proposed?: true }
}

/**
 * Opens a session for someone who has shown a code or a link, tells them of a new device, and
 * writes it down.
 */
export async function signIn(
  trx: Transaction,
  context: RequestContext,
  { user: proposed, given, by }: { user: User; given: GivenAtSignIn; by: 'code' | 'link' },
): Promise<OpenedSession> {
  const { deps, request, now } = context
  const { approved, name, first } = await markVerified(trx, proposed, given, now)
  const user = { ...proposed, name }
  const opened = await openSession(trx, keysForReading(deps), user.id, clientInfoOf(request), now)
  if (opened.newDevice) await sendSecurityEmail(trx, context, user, { purpose: 'new device' })
  const act = { actor: actorOf(request, user), at: now }
  if (name !== proposed.name)
    await recordAuditEntry(trx, act, 'change name', t.auditText.nameChanged, {
      personalMetadata: { from: proposed.name, to: name },
    })
  await recordAuditEntry(trx, act, 'login', t.auditText.signedIn({ by }), {
    metadata: { session: opened.sessionId, new_device: opened.newDevice },
  })
  return {
    token: opened.token,
    account: {
      ...ownAccount(deps.config, { user, approved }),
      ...(first && given.name === undefined && { name_proposed: true as const }),
    },
  }
}

/**
 * Statements that follow the first budget where an email is sent: another budget, the code, the
 * outbox twice.
 */
const STATEMENTS = ['1', '2', '3', '4']

/**
 * Does for an unknown address the work that a known one takes, statements and encryption included,
 * so that timing reveals nothing. Nothing is sent.
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
