import sentences from 'virtual:sentences'
import { addressIn, type Language } from '../contract/language.ts'
import { addSentences, language } from '../text/sentences.ts'

/**
 * A folder of text/en/ that pages use: `public` by all, `account` by those about users, email and
 * holidays, `work` by the signed-in screens that are in English only.
 */
type SentencePart = 'public' | 'account' | 'work'

export const sentenceFile = (language: Language, part: SentencePart) =>
  part === 'work' ? part : (`${part}-${language}` as const)

const loaded = new Map<string, Promise<void>>()

/** Loads a part of a language's sentences once; what is not translated is in English. */
export function loadSentences(language: Language, part: SentencePart): Promise<void> {
  const name = `${language} ${part}`
  const loading = loaded.get(name) ?? load(language, part)
  loaded.set(name, loading)
  // A failed attempt is repeated by the next call.
  loading.catch(() => loaded.delete(name))
  return loading
}

async function load(language: Language, part: SentencePart): Promise<void> {
  const { own, english } = (await sentences[sentenceFile(language, part)]()).default
  addSentences(language, own, part === 'work' ? 'en' : language)
  addSentences(language, english, 'en')
}

export function localAddress(address: string): string {
  return addressIn(language(), address)
}

/** The language of an email, for the body of a call; the API writes English without it. */
export function emailLanguage(): { readonly language?: Language } {
  return language() === 'en' ? {} : { language: language() }
}

/** Returns the API's sentence, which is in English, or the page's own in another language. */
export function saidInLanguage(said: string | undefined, own: string): string {
  return (language() === 'en' && said) || own
}
