import type { Language } from '../../contract/language.ts'
import type { Transaction } from '../database/schema.ts'
import { takeFromBudget } from '../email/email-budget-queries.ts'
import { codeEmail } from '../email/sign-in-emails.ts'
import { encryptEmail } from '../email/encrypted-email.ts'
import { mailboxKey } from '../email/budget-keys.ts'
import { budgetOf, EMAIL_LIMITS } from './email-budgets.ts'
import { emailContextOf } from '../email/email-context.ts'
import { newSignInSecrets } from '../identity/secrets.ts'
import type { RequestContext } from '../identity/request-context.ts'

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
