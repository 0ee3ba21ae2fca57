import { currencies, type Currency } from './currency.ts'

export interface CurrencyWords {
  readonly currency: Currency
  readonly names: readonly string[]
  /** None shared with another currency of the installation. */
  readonly symbols: readonly string[]
}

const OTHER_WORDS: Readonly<Partial<Record<Currency, readonly string[]>>> = {
  JPY: ['Yen'],
  CNY: ['Yuan', 'Renminbi', 'RMB', 'Chinese Renminbi'],
  KRW: ['Korean Won'],
  THB: ['Baht'],
  MYR: ['Ringgit', 'Ringgits'],
  ZAR: ['Rand'],
  BDT: ['Taka'],
  MVR: ['Rufiyaa', 'Maldivian Rufiyaa'],
}

/** A sheet may name currencies in any language of the product. */
const LANGUAGES = ['en', 'si', 'ta']

const ofList = new WeakMap<readonly Currency[], readonly CurrencyWords[]>()

export function currencyWords(): readonly CurrencyWords[] {
  const list = currencies()
  const known = ofList.get(list) ?? wordsOf(list)
  ofList.set(list, known)
  return known
}

function wordsOf(list: readonly Currency[]): readonly CurrencyWords[] {
  const symbols = list.map((each) => new Set([shown(each, 'symbol'), shown(each, 'narrowSymbol')]))
  return list.map((currency, at) => ({
    currency,
    names: [
      ...new Set([
        ...LANGUAGES.flatMap((language) => [
          ...[1, 2].map((count) => shown(currency, 'name', count, language)),
          new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency,
        ]),
        ...(OTHER_WORDS[currency] ?? []),
      ]),
    ],
    symbols: [...(symbols[at] ?? [])].filter(
      (each) => each !== currency && symbols.filter((set) => set.has(each)).length === 1,
    ),
  }))
}

function shown(
  currency: Currency,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'name',
  count = 1,
  language = 'en',
) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? currency
}
