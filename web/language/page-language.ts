import { addressIn, splitLanguage, type Language } from '../../contract/language.ts'

/** The language of this build: vite.config.ts makes one for each, with the sentences of that language only. */
export const LANGUAGE: Language = import.meta.env.VITE_LANGUAGE ?? 'en'

/** The work behind the sign-in, which is in English only (work-screens.ts). */
const ENGLISH_ONLY = /^\/(?:dashboard|manage|today|calendar|customs|auditlog|admin)\b/

/** Whether a path or address of a screen is there in every language. */
export function isTranslated(address: string): boolean {
  return !ENGLISH_ONLY.test(address)
}

/** Whether an address is of a screen in English on a page in another language: the browser loads it. */
export function isElsewhere(address: string): boolean {
  return LANGUAGE !== 'en' && !isTranslated(address)
}

/** The address under which a screen opens from a page in this language. */
export function localAddress(address: string): string {
  return LANGUAGE === 'en' || isElsewhere(address) ? address : addressIn(LANGUAGE, address)
}

/** The path of a screen, without its language. */
export function screenPath(pathname: string): string {
  return LANGUAGE === 'en' ? pathname : splitLanguage(pathname).path
}

/** What a call that leads to an email says of its language; English is what the API takes without it. */
export const EMAIL_LANGUAGE: { readonly language?: Language } =
  LANGUAGE === 'en' ? {} : { language: LANGUAGE }

/** What the API said, which is in English; in another language the page's own sentence. */
export function saidInLanguage(said: string | undefined, own: string): string {
  return (LANGUAGE === 'en' && said) || own
}
