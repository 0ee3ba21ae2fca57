import sentences from 'virtual:sentences'
import { addressIn, type Language } from '../contract/language.ts'
import type { SentenceFile, SentencePart } from '../text/parts.ts'
import { addSentences, language } from '../text/sentences.ts'

export const sentenceFile = (language: Language, part: SentencePart) =>
  (part in sentences ? part : `${part}-${language}`) as SentenceFile

const loaded = new Map<string, Promise<void>>()

/** A sentence that is not translated is in English. */
export function loadSentences(language: Language, part: SentencePart): Promise<void> {
  const name = `${language} ${part}`
  const loading = loaded.get(name) ?? load(language, part)
  loaded.set(name, loading)
  // The next call tries again.
  loading.catch(() => loaded.delete(name))
  return loading
}

async function load(language: Language, part: SentencePart): Promise<void> {
  const file = sentenceFile(language, part)
  const { own, english } = (await sentences[file]()).default
  addSentences(language, own, file === part ? 'en' : language)
  addSentences(language, english, 'en')
}

export function localAddress(address: string): string {
  return addressIn(language(), address)
}

/** For the body of a call: the API writes English without it. */
export function emailLanguage(): { readonly language?: Language } {
  return language() === 'en' ? {} : { language: language() }
}

/** Returns the API's sentence, which is in English, or the page's own in another language. */
export function pageSentence(apiSentence: string | undefined, own: string): string {
  return (language() === 'en' && apiSentence) || own
}
