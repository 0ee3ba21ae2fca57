import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
import { composeEmail, type Email, type Paragraph } from './compose-email.ts'
import type { SecureAccountLink } from '../identity/secure-account-queries.ts'
import { screenAddress, type EmailContext } from './email-context.ts'
import { emailText } from './email-text.ts'
import { greeting, type Recipient } from './sign-in-emails.ts'

/** Tells of a sign-in from a browser and network that were not seen before. */
export function newDeviceEmail(to: Recipient, context: EmailContext, link: SecureAccountLink): Email {
  const { product, language } = context
  const text = emailText(language).securityEmailText
  return composeEmail(to.email, language, text.newDevice.subject(product), [
    greeting(language, to.name),
    text.newDevice.what(product, context),
    ...whatToDo(context, link),
  ])
}

/** Tells that a session is used from another device and network than before. */
export function sessionElsewhereEmail(
  to: Recipient,
  context: EmailContext,
  before: { readonly device: string; readonly ip: string },
  link: SecureAccountLink,
): Email {
  const { product, language } = context
  const text = emailText(language).securityEmailText
  return composeEmail(to.email, language, text.sessionElsewhere.subject(product), [
    greeting(language, to.name),
    text.sessionElsewhere.what(product, context),
    text.sessionElsewhere.before(before.device, before.ip),
    ...whatToDo(context, link),
  ])
}

/** Tells that an access token was created. `scope` and `name` as its owner chose them. */
export function newAccessTokenEmail(
  to: Recipient,
  context: EmailContext,
  token: { readonly name: string; readonly scope: AccessToken['scope']; readonly expiresAt: Date },
  link: SecureAccountLink,
): Email {
  const { product, language } = context
  const { subject, what, name, permission, expires, createdWith } =
    emailText(language).securityEmailText.newAccessToken
  return composeEmail(to.email, language, subject(product), [
    greeting(language, to.name),
    what(product),
    name(unlinked(token.name)),
    permission(token.scope),
    expires(token.expiresAt),
    createdWith(context),
    ...whatToDo(context, link),
  ])
}

function whatToDo(context: EmailContext, { token, until }: SecureAccountLink): Paragraph[] {
  const text = emailText(context.language).securityEmailText
  return [
    text.you,
    { words: text.notYou, link: screenAddress(context, `/secure-account#link=${token}`) },
    text.linkLife(until),
    { words: text.sessions, link: screenAddress(context, '/sessions') },
  ]
}

/** Without anything that a mail program makes a link of: whoever stole a session must not advertise with our email. */
function unlinked(name: string): string {
  return name.replace(/([.:@/])(?=\S)/g, '$1 ')
}
