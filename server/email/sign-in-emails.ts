import type { User } from '../../contract/sign-in.ts'
import type { Language } from '../../contract/language.ts'
import { CODE_LIFE_SECONDS } from '../../domain/identity/sign-in-code.ts'
import { textIn } from '../../text/sentences.ts'
import { placesOf, timeText } from './email-times.ts'
import { screenAddress, type EmailContext } from './email-context.ts'
import { composeEmail, type Email } from './compose-email.ts'

export type Recipient = Pick<User, 'name' | 'email'>

/** The email with a code and a link; `welcome` where it follows a registration. */
export function codeEmail(
  to: Recipient,
  context: EmailContext,
  secrets: { readonly code: string; readonly linkToken: string },
  welcome: boolean,
): Email {
  const { product, language, at } = context
  const text = textIn(language).codeEmail
  const until = new Date(at.getTime() + CODE_LIFE_SECONDS * 1000)
  const { subject, lead } = text[welcome ? 'welcome' : 'signIn']
  return composeEmail(to.email, language, subject({ product }), [
    greeting(language, to.name),
    lead({ product }),
    { code: secrets.code },
    text.life({ minutes: CODE_LIFE_SECONDS / 60, until: timeText(language, until) }),
    { words: text.link, link: screenAddress(context, `/login#token=${secrets.linkToken}`) },
    text.requested(placesOf(context)),
    text.notYou({ product }),
  ])
}

/** How an email begins; an empty name is none. */
export function greeting(language: Language, name: string): string {
  const { named, unnamed } = textIn(language).greeting
  return name === '' ? unnamed : named({ name })
}
