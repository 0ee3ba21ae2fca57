import type { Transaction } from 'kysely'
import type { User } from '../../contract/sign-in.ts'
import type { Database } from '../database/schema.ts'
import type { Letter } from '../email/letter.ts'
import { postLetter, type PostedLetter } from '../email/outbox.ts'
import type { SecureAccountLink } from '../email/security-emails.ts'
import type { Occasion } from '../email/sign-in-letters.ts'
import { occasionOf, type Occurrence } from './request-context.ts'
import { createSecureAccountLink } from './secure-account-queries.ts'

/** An email about what just happened is of no use later than this. */
const EMAIL_LIFE_SECONDS = 86_400

/** Puts an email about the account's security into the outbox, with a link of its own that ends all sessions and tokens. */
export async function sendSecurityEmail(
  trx: Transaction<Database>,
  { deps, request, now }: Occurrence,
  user: User,
  purpose: Exclude<PostedLetter['purpose'], 'sign-in code'>,
  compose: (context: Occasion, link: SecureAccountLink) => Letter,
): Promise<void> {
  const link = await createSecureAccountLink(trx, deps.secretKey, user.id, now)
  const letter = compose(occasionOf(deps, request, now), link)
  const expiresAt = new Date(now.getTime() + EMAIL_LIFE_SECONDS * 1000)
  await postLetter(trx, deps.secretKey, { userId: user.id, purpose, letter, expiresAt }, now)
}
