/** What the languages (contract/language.ts) are called, each in its own. */
export const LANGUAGE_NAMES = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' }
