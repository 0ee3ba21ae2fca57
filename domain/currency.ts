export type Currency = Uppercase<string>

export const TARGET_CURRENCY = 'LKR'

export const DEFAULT_CURRENCIES = ['USD', 'AUD', 'CAD', 'GBP'] as const

export type ByCurrency<T> = Readonly<
  Record<(typeof DEFAULT_CURRENCIES)[number], T> & Partial<Record<Currency, T>>
>

let configured: readonly Currency[] = DEFAULT_CURRENCIES

/** Never read into a module's constant: the configuration sets it later. */
export function currencies(): readonly Currency[] {
  return configured
}

export function setCurrencies(list: readonly Currency[] = DEFAULT_CURRENCIES): void {
  configured = list
}

export function isCurrency(text: unknown): text is Currency {
  return configured.includes(text as Currency)
}

export const usualCurrency = (): Currency => (isCurrency('USD') ? 'USD' : (configured[0] ?? 'USD'))

/** Units once worth less than a rupee, so that rates per unit have few digits. */
const PER_HUNDRED =
  'AMD AOA ARS BIF CDF CLP COP CRC HUF IQD JPY KHR KMF KRW KZT MMK MWK NGN PKR RWF SDG SOS SSP ' +
  'TZS UGX XAF XOF YER'
const PER_THOUSAND = 'GNF IDR IRR LAK LBP MGA MNT PYG SYP UZS VND ZWL'

/** Units for which rates are kept with four decimals. */
export function unitsOf(currency: Currency): 1 | 100 | 1000 {
  if (PER_THOUSAND.includes(currency)) return 1000
  return PER_HUNDRED.includes(currency) ? 100 : 1
}

export const quotedUnits = (currency: Currency) => `${unitsOf(currency)} ${currency}`

export const unitsFields = (currency: Currency): { readonly units?: number } =>
  unitsOf(currency) === 1 ? {} : { units: unitsOf(currency) }
