/** ISO 4217 code of a currency, in capitals. */
export type Currency = Uppercase<string>

/** ISO 4217 code of the one currency in which prices are given. */
export const TARGET_CURRENCY = 'LKR'

/** The currencies of an installation whose environment names none. */
export const DEFAULT_CURRENCIES = ['USD', 'AUD', 'CAD', 'GBP'] as const

/** What is known of each of these, and of other currencies perhaps. */
export type ByCurrency<T> = Readonly<
  Record<(typeof DEFAULT_CURRENCIES)[number], T> & Partial<Record<Currency, T>>
>

let configured: readonly Currency[] = DEFAULT_CURRENCIES

/**
 * The currencies of the installation, in the order of every screen. Never read into a module's
 * constant.
 */
export function currencies(): readonly Currency[] {
  return configured
}

/** Sets the list of this process: the server by its configuration, the browser by its page. */
export function setCurrencies(list: readonly Currency[] = DEFAULT_CURRENCIES): void {
  configured = list
}

export function isCurrency(text: unknown): text is Currency {
  return configured.includes(text as Currency)
}

/** The currency that is shown where none is chosen: the US dollar or, without it, the first. */
export const usualCurrency = (): Currency => (isCurrency('USD') ? 'USD' : (configured[0] ?? 'USD'))

/** Whose unit has been worth less than a rupee: per unit its rates would have too few digits. */
const PER_HUNDRED =
  'AMD AOA ARS BIF CDF CLP COP CRC HUF IQD JPY KHR KMF KRW KZT MMK MWK NGN PKR RWF SDG SOS SSP ' +
  'TZS UGX XAF XOF YER'
const PER_THOUSAND = 'GNF IDR IRR LAK LBP MGA MNT PYG SYP UZS VND ZWL'

/** For how many units of a currency its rates are kept, with four decimals: 1, 100 or 1000. */
export function unitsOf(currency: Currency): 1 | 100 | 1000 {
  if (PER_THOUSAND.includes(currency)) return 1000
  return PER_HUNDRED.includes(currency) ? 100 : 1
}

/** What a currency's rates are the price of: `1 USD`, `100 JPY`. */
export const quotedUnits = (currency: Currency) => `${unitsOf(currency)} ${currency}`

/** What stands beside a rate of a currency that is not kept for one unit. */
export const unitsFields = (currency: Currency): { readonly units?: number } =>
  unitsOf(currency) === 1 ? {} : { units: unitsOf(currency) }
