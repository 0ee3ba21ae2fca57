/** ISO 639-1. The API, its files and the audit trail are English. */
export const LANGUAGES = ['en', 'si', 'ta'] as const
export type Language = (typeof LANGUAGES)[number]

function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value)
}

/** `/rates?base=GBP` becomes `/si/rates?base=GBP`. */
export function addressIn(language: Language, address: string): string {
  return language === 'en' ? address : `/${language}${address.replace(/^\/(?=[?#]|$)/, '')}`
}

/** Splits `/si/rates` into Sinhala and `/rates`. */
export function splitLanguage(path: string): {
  readonly language: Language
  readonly path: string
} {
  const [, code] = path.split('/', 2)
  if (code === 'en' || !isLanguage(code)) return { language: 'en', path }
  return { language: code, path: path.slice(code.length + 1) || '/' }
}
