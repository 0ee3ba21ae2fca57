import type { User } from '../../contract/schema/sign-in.schema.ts'
import type { Transaction } from '../database/schema.ts'
import type { Email } from './compose-email.ts'
import { queueEmail, type QueuedEmail } from './outbox.ts'
import type { RequestContext } from '../identity/request-context.ts'
import { emailContextOf, type EmailContext } from './email-context.ts'
import { createSecureAccountLink, type SecureAccountLink } from '../identity/secure-account-queries.ts'

/** An email about what just happened is of no use later than this. */
const EMAIL_LIFE_SECONDS = 86_400

/** Puts an email about the account's security into the outbox in their language, with a link of its own that ends all sessions and tokens. */
export async function sendSecurityEmail(
  trx: Transaction,
  { deps, request, now }: RequestContext,
  user: User,
  purpose: Exclude<QueuedEmail['purpose'], 'sign-in code'>,
  compose: (context: EmailContext, link: SecureAccountLink) => Email,
): Promise<void> {
  // Theirs, and not that of the request: someone else may have made it.
  const { language } = await trx
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const link = await createSecureAccountLink(trx, deps.secretKey, user.id, now)
  const email = compose(emailContextOf(deps, request, language, now), link)
  const expiresAt = new Date(now.getTime() + EMAIL_LIFE_SECONDS * 1000)
  await queueEmail(trx, deps.secretKey, { userId: user.id, purpose, email, expiresAt }, now)
}
