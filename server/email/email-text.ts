import type { Language } from '../../contract/language.ts'
import type { Translation } from '../../text/translation.ts'
import * as en from '../text/en/emails.ts'
import * as si from '../text/si/emails.ts'
import * as ta from '../text/ta/emails.ts'

const TEXT: Readonly<Record<Language, Translation<typeof en>>> = { en, si, ta }

/** What emails say in a language. */
export function emailText(language: Language): Translation<typeof en> {
  return TEXT[language]
}
