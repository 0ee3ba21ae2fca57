import type { Currency } from '../../domain/currency.ts'
import type { RateSource } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, type RateKind, type Series } from '../../domain/series.ts'

/** What a screen calls a kind. */
export const KIND_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'නිරූපිත',
  'tt-buying': 'TT ගැනුම්',
  'tt-selling': 'TT විකුණුම්',
  customs: 'රේගු',
}

/** What a sentence calls a rate of a kind. */
export const RATE_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'අනුපාතිකය',
  'tt-buying': 'TT ගැනුම් අනුපාතිකය',
  'tt-selling': 'TT විකුණුම් අනුපාතිකය',
  customs: 'රේගු අනුපාතිකය',
}

/** What a sentence calls several rates of a kind. */
const RATES_NAMES: Readonly<Record<RateKind, string>> = {
  indicative: 'අනුපාතික',
  'tt-buying': 'TT ගැනුම් අනුපාතික',
  'tt-selling': 'TT විකුණුම් අනුපාතික',
  customs: 'රේගු අනුපාතික',
}

/** What a screen calls a source. */
export const SOURCE_NAMES: Readonly<Record<RateSource, string>> = {
  manual: 'අතින් ඇතුළත් කළ',
  cbsl: 'ශ්‍රී ලංකා මහ බැංකුව',
  'currency-api': 'වෙළඳපොළ මධ්‍ය අනුපාතිකය (currency-api)',
  sample: 'ආදර්ශ දත්ත',
}

/** What headings and sentences call a currency. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  USD: 'ඇමෙරිකානු ඩොලරය',
  AUD: 'ඕස්ට්‍රේලියානු ඩොලරය',
  CAD: 'කැනේඩියානු ඩොලරය',
  GBP: 'ස්ටර්ලින් පවුම',
}

/** What a sentence calls several rates of a kind. */
export function rateNames(kind: RateKind): string {
  return RATES_NAMES[kind]
}

/** How a heading begins that is about rates of a kind. */
export function ratesOf(kind: RateKind = DEFAULT_KIND): string {
  return RATES_NAMES[kind]
}

/** What a sentence calls a rate of a series: `USD අනුපාතිකය`. */
export function rateName({ currency, kind }: Series): string {
  return `${currency} ${RATE_NAMES[kind]}`
}

/** What a sentence calls a series: `USD`, `USD TT විකුණුම් අනුපාතිකය`. */
export function seriesName(series: Series): string {
  return series.kind === DEFAULT_KIND ? series.currency : rateName(series)
}

/** Codes or names in a sentence: `USD, AUD, CAD සහ GBP`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} සහ ${texts.at(-1) ?? ''}`
}
