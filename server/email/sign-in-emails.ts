import { dayInColombo, formatDay, timeInColombo } from '../../domain/calendar-date.ts'
import { CODE_LIFE_SECONDS } from '../../domain/identity/sign-in-code.ts'
import type { EmailContext } from './email-context.ts'
import { composeEmail, type Email } from './compose-email.ts'

/** Who gets an email. */
export interface Recipient {
  readonly name: string
  readonly email: string
}

/** The email with a code and a link; `welcome` where it follows a registration. */
export function codeEmail(
  to: Recipient,
  context: EmailContext,
  secrets: { readonly code: string; readonly linkToken: string },
  welcome: boolean,
): Email {
  const { product, publicUrl, at } = context
  const until = new Date(at.getTime() + CODE_LIFE_SECONDS * 1000)
  return composeEmail(to.email, welcome ? `Welcome to ${product}` : `Your sign-in code for ${product}`, [
    greeting(to.name),
    welcome
      ? `An account at ${product} has been made with this address. To sign in for the first time, enter this code:`
      : `To sign in to ${product}, enter this code:`,
    { code: secrets.code },
    `It works once and is good for ${CODE_LIFE_SECONDS / 60} minutes, until ${time(until)}. A newer email replaces it.`,
    {
      words: 'Or open this page and press "Sign in"',
      link: `${publicUrl}/login#token=${secrets.linkToken}`,
    },
    `Asked for with ${context.device} from ${context.ip}, ${moment(at)}.`,
    'Was it not you? Then there is nothing to do: without this email nobody gets in. Give the code to no one; nobody at ' +
      `${product} will ever ask you for it.`,
  ])
}

/**
 * By name only where the name is words: anyone can register any address, and a "name" like `win.example/now` would turn
 * our email into an advertisement with a link in it.
 */
export function greeting(name: string): string {
  const words = /^[\p{L}\p{M}][\p{L}\p{M}' -]*(?:\. ?(?=[\p{L}\p{M}]|$)[\p{L}\p{M}' -]*)*$/u
  const likeAddress = /\.\p{L}{2,}/u
  return words.test(name) && !likeAddress.test(name) && name.length <= 60 ? `Hello ${name},` : 'Hello,'
}

function time(instant: Date): string {
  return `${timeInColombo(instant)} Sri Lanka time`
}

/** A day and time of Colombo's, such as `29 Sep 2026, 23:55 Sri Lanka time`. */
export function moment(instant: Date): string {
  return `${formatDay(dayInColombo(instant))}, ${time(instant)}`
}
