import { CODE_LIFE_SECONDS } from '../../domain/identity/sign-in-code.ts'
import type { EmailContext } from './email-context.ts'
import { codeEmailText as TEXT, greetingText } from '../text/en/emails.ts'
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
  const { subject, lead } = TEXT[welcome ? 'welcome' : 'signIn']
  return composeEmail(to.email, subject(product), [
    greeting(to.name),
    lead(product),
    { code: secrets.code },
    TEXT.life(CODE_LIFE_SECONDS / 60, until),
    { words: TEXT.link, link: `${publicUrl}/login#token=${secrets.linkToken}` },
    TEXT.requested(context),
    TEXT.notYou(product),
  ])
}

/**
 * By name only where the name is words: anyone can register any address, and a "name" like `win.example/now` would turn
 * our email into an advertisement with a link in it.
 */
export function greeting(name: string): string {
  const words = /^[\p{L}\p{M}][\p{L}\p{M}' -]*(?:\. ?(?=[\p{L}\p{M}]|$)[\p{L}\p{M}' -]*)*$/u
  const likeAddress = /\.\p{L}{2,}/u
  return words.test(name) && !likeAddress.test(name) && name.length <= 60
    ? greetingText.named(name)
    : greetingText.unnamed
}
