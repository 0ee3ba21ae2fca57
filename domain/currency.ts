/** The currencies whose worth in rupees the product knows, in the order in which every screen lists them. */
export const CURRENCIES = ['USD', 'AUD', 'CAD', 'GBP'] as const

/** ISO 4217 code of a currency that is priced. */
export type Currency = (typeof CURRENCIES)[number]

/** ISO 4217 code of the one currency in which prices are given. */
export const TARGET_CURRENCY = 'LKR'

/** English names, for headings and sentences. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  USD: 'US dollar',
  AUD: 'Australian dollar',
  CAD: 'Canadian dollar',
  GBP: 'British pound',
}

/** Whether a text is exactly one of the four codes, in capitals. */
export function isCurrency(text: unknown): text is Currency {
  return CURRENCIES.some((currency) => currency === text)
}
