import type { Currency } from '../../domain/currency.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind, type Series } from '../../domain/series.ts'

/** What a screen calls a kind. */
export const KIND_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'Indicative',
  'tt-buying': 'TT buying',
  'tt-selling': 'TT selling',
  customs: 'Customs',
}

/** What a sentence calls a rate of a kind. */
export const RATE_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'rate',
  'tt-buying': 'TT buying rate',
  'tt-selling': 'TT selling rate',
  customs: 'customs rate',
}

/** What a screen calls a source. */
export const SOURCE_NAMES: Readonly<Record<RateSource, string>> = {
  manual: 'Entered by hand',
  cbsl: 'Central Bank of Sri Lanka',
  'currency-api': 'Market mid (currency-api)',
  sample: 'Sample',
}

/** What headings and sentences call a currency. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  USD: 'US dollar',
  AUD: 'Australian dollar',
  CAD: 'Canadian dollar',
  GBP: 'British pound',
}

/** What a sentence calls several rates of a kind. */
export function rateNames(kind: RateKind): string {
  return `${RATE_NAMES[kind]}s`
}

/** How a heading begins that is about rates of a kind: `Rates`, `TT selling rates`. */
export function ratesOf(kind: RateKind = DEFAULT_KIND): string {
  const [first = '', ...rest] = RATE_NAMES[kind]
  return `${first.toUpperCase()}${rest.join('')}s`
}

/** What a sentence calls a rate of a series: `USD rate`, `USD TT selling rate`. */
export function rateName({ currency, kind }: Series): string {
  return `${currency} ${RATE_NAMES[kind]}`
}

/** What a sentence calls a series: `USD`, `USD TT selling rate`. */
export function seriesName(series: Series): string {
  return series.kind === DEFAULT_KIND ? series.currency : rateName(series)
}

/** Codes or names in a sentence: `USD, AUD, CAD and GBP`. */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(texts)
}
