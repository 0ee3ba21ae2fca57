/** The languages of contract/language.ts, each by its own name. */
export const LANGUAGE_NAMES = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' }
