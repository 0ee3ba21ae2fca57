/**
 * Currencies that a feed carries beside those of the product, for clients of other services alone:
 * those of the Central Bank's list but gold. No screen, history or entry knows them
 * (docs/decisions/151).
 */
export const FURTHER_CURRENCIES = [
  ...([
    'AED',
    'BDT',
    'BHD',
    'BND',
    'BRL',
    'CHF',
    'CNH',
    'CNY',
    'CZK',
    'DKK',
    'EGP',
    'EUR',
    'GHS',
  ] as const),
  ...([
    'HKD',
    'HUF',
    'IDR',
    'INR',
    'IRR',
    'JOD',
    'JPY',
    'KES',
    'KRW',
    'KWD',
    'MMK',
    'MOP',
    'MUR',
  ] as const),
  ...([
    'MVR',
    'MYR',
    'NGN',
    'NOK',
    'NPR',
    'NZD',
    'OMR',
    'PGK',
    'PHP',
    'PKR',
    'PLN',
    'QAR',
    'RON',
  ] as const),
  ...(['RUB', 'SAR', 'SBD', 'SCR', 'SEK', 'SGD', 'THB', 'TWD', 'VND', 'ZAR', 'ZMW'] as const),
] as const

/**
 * ISO 4217 code of such a currency; CNH is the yuan outside China, as the Central Bank writes it.
 */
export type FurtherCurrency = (typeof FURTHER_CURRENCIES)[number]
