import type { AccessToken } from '../../contract/access-token.ts'
import type { User } from '../../contract/sign-in.ts'
import type { Transaction } from '../database/schema.ts'
import type { RequestContext } from '../identity/actor.ts'
import {
  createSecureAccountLink,
  type SecureAccountLink,
} from '../identity/secure-account-queries.ts'
import type { ClientInfo } from '../identity/session.ts'
import { composeEmail, type Email } from './compose-email.ts'
import { emailContextOf, screenAddress, type EmailContext } from './email-context.ts'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { textIn } from '../../text/sentences.ts'
import { momentText, placesOf } from './email-times.ts'
import { queueEmail } from './outbox.ts'
import { greeting, type Recipient } from './sign-in-emails.ts'

/** An email about what just happened is of no use later than this. */
const EMAIL_LIFE_SECONDS = 86_400

type SecurityEvent =
  /** A sign-in from a browser and network that were not seen before. */
  | { readonly purpose: 'new device' }
  /** A session is used from another device and network than `before`. */
  | { readonly purpose: 'session used elsewhere'; readonly before: ClientInfo }
  /** An access token was created, with `scope` and `name` as its owner chose them. */
  | ({ readonly purpose: 'new access token'; readonly expiresAt: Date } & Pick<
      AccessToken,
      'name' | 'scope'
    >)

/**
 * Queues a security email in the user's language, with a link that ends all sessions and tokens.
 */
export async function sendSecurityEmail(
  trx: Transaction,
  context: RequestContext,
  user: User,
  event: SecurityEvent,
): Promise<void> {
  const { secretKey } = context.deps
  // Theirs, and not that of the request: someone else may have made it.
  const { language } = await trx
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const link = await createSecureAccountLink(trx, secretKey, user.id, context.now)
  const email = securityEmail(user, emailContextOf(context, language), link, event)
  const expiresAt = new Date(context.now.getTime() + EMAIL_LIFE_SECONDS * 1000)
  const queued = { userId: user.id, purpose: event.purpose, email, expiresAt }
  await queueEmail(trx, secretKey, queued, context.now)
}

/** The email itself: what happened, and what to do about it. */
export function securityEmail(
  to: Recipient,
  context: EmailContext,
  { token, until }: SecureAccountLink,
  event: SecurityEvent,
): Email {
  const { language } = context
  const text = textIn(language).securityEmail
  const [subject, ...what] = wordsOf(event, context)
  return composeEmail(to.email, language, subject, [
    greeting(language, to.name),
    ...what,
    text.you,
    { words: text.notYou, link: screenAddress(context, `/secure-account#link=${token}`) },
    text.linkLife({ until: momentText(language, until) }),
    { words: text.sessions, link: screenAddress(context, '/account') },
  ])
}

function wordsOf(
  event: SecurityEvent,
  context: EmailContext,
): [subject: string, ...what: string[]] {
  const { product } = context
  const places = { product, ...placesOf(context) }
  const { newDevice, sessionElsewhere, newAccessToken } = textIn(context.language).securityEmail
  if (event.purpose === 'new device') return [newDevice.subject(places), newDevice.what(places)]
  if (event.purpose === 'session used elsewhere') {
    const { subject, what, before } = sessionElsewhere
    return [subject(places), what(places), before(event.before)]
  }
  const { subject, what, name, permission, expires, createdWith } = newAccessToken
  return [
    subject(places),
    what(places),
    name({ name: unlinked(event.name) }),
    permission({ scope: event.scope }),
    expires({ day: dayInColombo(event.expiresAt) }),
    createdWith(places),
  ]
}

/**
 * Without anything that a mail program makes a link of: a thief must not advertise with our email.
 */
function unlinked(name: string): string {
  return name.replace(/([.:@/])(?=\S)/g, '$1 ')
}
