/**
 * The languages of pages and emails (ISO 639-1). The API, its files and the audit trail are
 * English.
 */
export const LANGUAGES = ['en', 'si', 'ta'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether a value is the code of a language that the product speaks. */
export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value)
}

/** An address in a language: `/rates?base=GBP` is `/si/rates?base=GBP` in Sinhala. */
export function addressIn(language: Language, address: string): string {
  return language === 'en' ? address : `/${language}${address.replace(/^\/(?=[?#]|$)/, '')}`
}

/**
 * The language of a path and the path without it: `/si/rates` is `/rates` in Sinhala, `/si` is `/`.
 */
export function splitLanguage(path: string): {
  readonly language: Language
  readonly path: string
} {
  const [, code] = path.split('/', 2)
  if (code === 'en' || !isLanguage(code)) return { language: 'en', path }
  return { language: code, path: path.slice(code.length + 1) || '/' }
}
