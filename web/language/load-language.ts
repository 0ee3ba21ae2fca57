import sentences from 'virtual:sentences'
import type { Language } from '../../contract/language.ts'
import { addSentences } from '../../text/sentences.ts'

/** A folder of text/en/ that pages use; the screens of the work are in English only. */
export type SentencePart = 'public' | 'work'

/** The built file that holds a part of a language's sentences. */
export const sentenceFile = (language: Language, part: SentencePart) =>
  part === 'work' ? part : language

/** Loads a part of a language's sentences; what is not translated is in English. */
export async function loadSentences(language: Language, part: SentencePart): Promise<void> {
  const { own, english } = (await sentences[sentenceFile(language, part)]()).default
  addSentences(language, own, part === 'work' ? 'en' : language)
  addSentences(language, english, 'en')
}
