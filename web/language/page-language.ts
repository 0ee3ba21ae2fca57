import { addressIn, splitLanguage, type Language } from '../../contract/language.ts'
import { language } from '../../text/sentences.ts'

/** The address under which a screen opens from a page in this language. */
export function localAddress(address: string): string {
  return addressIn(language(), address)
}

/** The path of a screen, without its language. */
export function screenPath(pathname: string): string {
  return splitLanguage(pathname).path
}

/**
 * What a call that leads to an email says of its language; English is what the API takes without
 * it.
 */
export function emailLanguage(): { readonly language?: Language } {
  return language() === 'en' ? {} : { language: language() }
}

/** What the API said, which is in English; in another language the page's own sentence. */
export function saidInLanguage(said: string | undefined, own: string): string {
  return (language() === 'en' && said) || own
}
