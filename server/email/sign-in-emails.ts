import type { User } from '../../contract/schema/sign-in.schema.ts'
import type { Language } from '../../contract/language.ts'
import { CODE_LIFE_SECONDS } from '../../domain/identity/sign-in-code.ts'
import { emailText } from './email-text.ts'
import { screenAddress, type EmailContext } from './email-context.ts'
import { composeEmail, type Email } from './compose-email.ts'

/** Who gets an email. */
export type Recipient = Pick<User, 'name' | 'email'>

/** The email with a code and a link; `welcome` where it follows a registration. */
export function codeEmail(
  to: Recipient,
  context: EmailContext,
  secrets: { readonly code: string; readonly linkToken: string },
  welcome: boolean,
): Email {
  const { product, language, at } = context
  const text = emailText(language).codeEmailText
  const until = new Date(at.getTime() + CODE_LIFE_SECONDS * 1000)
  const { subject, lead } = text[welcome ? 'welcome' : 'signIn']
  return composeEmail(to.email, language, subject(product), [
    greeting(language, to.name),
    lead(product),
    { code: secrets.code },
    text.life(CODE_LIFE_SECONDS / 60, until),
    { words: text.link, link: screenAddress(context, `/login#token=${secrets.linkToken}`) },
    text.requested(context),
    text.notYou(product),
  ])
}

/**
 * By name only where the name is words: anyone can register any address, and a "name" like `win.example/now` would turn
 * our email into an advertisement with a link in it.
 */
export function greeting(language: Language, name: string): string {
  const { greetingText } = emailText(language)
  const words = /^[\p{L}\p{M}][\p{L}\p{M}' -]*(?:\. ?(?=[\p{L}\p{M}]|$)[\p{L}\p{M}' -]*)*$/u
  const likeAddress = /\.\p{L}{2,}/u
  return words.test(name) && !likeAddress.test(name) && name.length <= 60
    ? greetingText.named(name)
    : greetingText.unnamed
}
