import sentences from 'virtual:sentences'
import type { Language } from '../../contract/language.ts'
import { addSentences } from '../../text/sentences.ts'

/** A folder of text/en/; `` has what every page says. */
export type SentencePart =
  | ''
  | 'rates'
  | 'currency'
  | 'periods'
  | 'holidays'
  | 'forms'
  | 'sign-in'
  | 'account'
  | 'alerts'
  | 'work'
  | 'audit'
  | 'admin'
  | 'dev'

/** Those of the screens of the work, which are in English whatever the language of the page is. */
const ENGLISH_PARTS: readonly SentencePart[] = ['work', 'audit', 'admin', 'dev']

/** Whether a screen that says these parts is in English in every language. */
export const isEnglishOnly = (parts: readonly SentencePart[]) =>
  parts.some((part) => ENGLISH_PARTS.includes(part))

/** The built file that a part of a language's sentences is in. */
export const sentenceFile = (language: Language, part: SentencePart) =>
  `${isEnglishOnly([part]) ? 'en' : language}${part && `-${part}`}`

/** Loads a part of a language's sentences; what is not translated is in English. */
export async function loadSentences(language: Language, part: SentencePart): Promise<void> {
  const { own, english } = (await sentences[sentenceFile(language, part)]?.())?.default ?? {}
  addSentences(language, own ?? {}, isEnglishOnly([part]) ? 'en' : language)
  addSentences(language, english ?? {}, 'en')
}
