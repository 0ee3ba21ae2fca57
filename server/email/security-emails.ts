import { dayInColombo, formatDay } from '../../domain/calendar-date.ts'
import { composeEmail, type Email, type Paragraph } from './compose-email.ts'
import type { SecureAccountLink } from '../identity/secure-account-queries.ts'
import type { EmailContext } from './email-context.ts'
import { greeting, moment, type Recipient } from './sign-in-emails.ts'

/** Tells of a sign-in from a browser and network that were not seen before. */
export function newDeviceEmail(to: Recipient, context: EmailContext, link: SecureAccountLink): Email {
  const { product } = context
  return composeEmail(to.email, `New sign-in to ${product}`, [
    greeting(to.name),
    `Someone signed in to your ${product} account from a new device: ${clientAndTime(context)}.`,
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
  return composeEmail(to.email, `Unusual use of your ${product} session`, [
    greeting(to.name),
    `A session of your ${product} account is now used from another device and network: ${clientAndTime(context)}.`,
    `Before that, the session was used with ${before.device}, from ${before.ip}. A session normally stays on one device, so someone may ` +
      'have copied it.',
    ...whatToDo(context, link),
  ])
}

/** Tells that an access token was created. `permission` and `name` as its owner chose them. */
export function newAccessTokenEmail(
  to: Recipient,
  context: EmailContext,
  token: { readonly name: string; readonly permission: string; readonly expiresAt: Date },
  link: SecureAccountLink,
): Email {
  const { product } = context
  return composeEmail(to.email, `New access token for ${product}`, [
    greeting(to.name),
    `An access token was created for your ${product} account. Whoever has it can use the API in your name.`,
    `Name: ${unlinked(token.name)}`,
    `Permission: ${token.permission}`,
    `Expires: ${formatDay(dayInColombo(token.expiresAt))}`,
    `Created with: ${clientAndTime(context)}`,
    ...whatToDo(context, link),
  ])
}

function whatToDo({ publicUrl }: EmailContext, { token, until }: SecureAccountLink): Paragraph[] {
  return [
    'If this was you, you do not need to do anything.',
    {
      words: 'If this was not you, open this page and press "End all sessions and tokens"',
      link: `${publicUrl}/secure-account#link=${token}`,
    },
    `The link works once, until ${moment(until)}. You do not need to sign in to use it. Then secure your mailbox: anyone who can read it can sign in as you.`,
    { words: 'To see where you are signed in', link: `${publicUrl}/sessions` },
  ]
}

function clientAndTime({ device, ip, at }: EmailContext): string {
  return `${device}, from ${ip}, ${moment(at)}`
}

/** Without anything that a mail program makes a link of: whoever stole a session must not advertise with our email. */
function unlinked(name: string): string {
  return name.replace(/([.:@/])(?=\S)/g, '$1 ')
}
