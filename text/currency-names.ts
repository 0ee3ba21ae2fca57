import type { Language } from '../contract/language.ts'
import type { Currency } from '../domain/currency.ts'

let serverNames: Readonly<Record<Currency, string>> = {}
const known = new Map<Language, Intl.DisplayNames>()

/** Names from the server, because those of browsers differ. */
export function nameCurrencies(names: Readonly<Record<Currency, string>>): void {
  serverNames = names
}

export function nameIn(language: Language, currency: Currency): string {
  const names = known.get(language) ?? new Intl.DisplayNames(language, { type: 'currency' })
  known.set(language, names)
  return serverNames[currency] ?? names.of(currency) ?? currency
}
