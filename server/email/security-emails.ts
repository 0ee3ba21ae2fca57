import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
import { securityEmailText as TEXT } from '../text/en/emails.ts'
import { composeEmail, type Email, type Paragraph } from './compose-email.ts'
import type { SecureAccountLink } from '../identity/secure-account-queries.ts'
import type { EmailContext } from './email-context.ts'
import { greeting, type Recipient } from './sign-in-emails.ts'

/** Tells of a sign-in from a browser and network that were not seen before. */
export function newDeviceEmail(to: Recipient, context: EmailContext, link: SecureAccountLink): Email {
  const { product } = context
  return composeEmail(to.email, TEXT.newDevice.subject(product), [
    greeting(to.name),
    TEXT.newDevice.what(product, context),
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
  const { product } = context
  return composeEmail(to.email, TEXT.sessionElsewhere.subject(product), [
    greeting(to.name),
    TEXT.sessionElsewhere.what(product, context),
    TEXT.sessionElsewhere.before(before.device, before.ip),
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
  const { product } = context
  const { subject, what, name, permission, expires, createdWith } = TEXT.newAccessToken
  return composeEmail(to.email, subject(product), [
    greeting(to.name),
    what(product),
    name(unlinked(token.name)),
    permission(token.scope),
    expires(token.expiresAt),
    createdWith(context),
    ...whatToDo(context, link),
  ])
}

function whatToDo({ publicUrl }: EmailContext, { token, until }: SecureAccountLink): Paragraph[] {
  return [
    TEXT.you,
    { words: TEXT.notYou, link: `${publicUrl}/secure-account#link=${token}` },
    TEXT.linkLife(until),
    { words: TEXT.sessions, link: `${publicUrl}/sessions` },
  ]
}

/** Without anything that a mail program makes a link of: whoever stole a session must not advertise with our email. */
function unlinked(name: string): string {
  return name.replace(/([.:@/])(?=\S)/g, '$1 ')
}
