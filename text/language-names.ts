import type { Language } from '../contract/language.ts'

/** What the languages are called, each in its own. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' }
