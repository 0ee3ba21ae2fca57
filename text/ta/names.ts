import type { Currency } from '../../domain/currency.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind, type Series } from '../../domain/series.ts'

/** What a screen calls a kind. */
export const KIND_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'குறிகாட்டி',
  'tt-buying': 'TT கொள்வனவு',
  'tt-selling': 'TT விற்பனை',
  customs: 'சுங்கம்',
}

/** What a sentence calls a rate of a kind. */
export const RATE_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'வீதம்',
  'tt-buying': 'TT கொள்வனவு வீதம்',
  'tt-selling': 'TT விற்பனை வீதம்',
  customs: 'சுங்க வீதம்',
}

/** What a screen calls a source. */
export const SOURCE_NAMES: Readonly<Record<RateSource, string>> = {
  manual: 'கைமுறையாக உள்ளிட்டது',
  cbsl: 'இலங்கை மத்திய வங்கி',
  'currency-api': 'சந்தை நடு வீதம் (currency-api)',
  sample: 'மாதிரி',
}

/** What headings and sentences call a currency. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  USD: 'அமெரிக்க டொலர்',
  AUD: 'அவுஸ்திரேலிய டொலர்',
  CAD: 'கனேடிய டொலர்',
  GBP: 'ஸ்ரேலிங் பவுண்',
}

/** What a sentence calls several rates of a kind. */
export function rateNames(kind: RateKind): string {
  return RATE_NAMES[kind].replace(/வீதம்$/, 'வீதங்கள்')
}

/** How a heading begins that is about rates of a kind. */
export function ratesOf(kind: RateKind = DEFAULT_KIND): string {
  return rateNames(kind)
}

/** What a sentence calls a rate of a series: `USD வீதம்`. */
export function rateName({ currency, kind }: Series): string {
  return `${currency} ${RATE_NAMES[kind]}`
}

/** What a sentence calls a series: `USD`, `USD TT விற்பனை வீதம்`. */
export function seriesName(series: Series): string {
  return series.kind === DEFAULT_KIND ? series.currency : rateName(series)
}

/** Codes or names in a sentence: `USD, AUD, CAD மற்றும் GBP`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} மற்றும் ${texts.at(-1) ?? ''}`
}
