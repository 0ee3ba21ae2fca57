/**
 * The currencies whose worth in rupees the product knows, in the order in which every screen lists
 * them; the table `currency` has exactly these.
 */
export const CURRENCIES = ['USD', 'AUD', 'CAD', 'GBP'] as const

/** ISO 4217 code of a currency that is priced. */
export type Currency = (typeof CURRENCIES)[number]

/** ISO 4217 code of the one currency in which prices are given. */
export const TARGET_CURRENCY = 'LKR'

/** Rupees for one unit, roughly, in 2026: a value that no other is near to is held against it. */
export const USUAL_RUPEES: Readonly<Record<Currency, number>> = {
  USD: 330,
  AUD: 230,
  CAD: 235,
  GBP: 440,
}

/** Whether a text is exactly one of the codes, in capitals. */
export function isCurrency(text: unknown): text is Currency {
  return CURRENCIES.some((currency) => currency === text)
}
