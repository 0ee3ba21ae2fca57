import { currencyWords } from '../currency-words.ts'
import { isCurrency, TARGET_CURRENCY, type Currency } from '../currency.ts'

const MAX_WORDS = 200

/** Headings of figures that are no day's rate of a supported kind. */
export const NOT_A_RATE =
  /forward|fwd|\btom\b|\b\d+ ?(?:m|months?)\b|budget|forecast|hedge|option|strike|growth|gold|reciprocal|cross|notes?\b|cheque|check|draft|demand|cash|bills?\b|travel|average|avg|mean|mid(?:dle)?\b|high|\blow\b|below|above|up to|open|close|\bchange|%|percent|amount|total|value|for (?:buying|selling)|limit|volume|inverse|per (?:1 )?lkr|customs|duty|interest|swap|premium|margin/i
/** Headings of days on which a rate is neither quoted nor used. */
export const NOT_A_DAY = /matur|due|until|expir|deliver|print|report|updated|\bend\b|^to\b/i

const FILLER =
  /\b(?:rates?|exchange|buying|selling|buy|sell|buys|sells|bank|ttb|tts|tt|t\/t|telegraphic|transfers?|indicative|spot|lkr|rs|in|of|per|for|units?|price|1|10|100|1000|1,000)\b|[().,:;*/]/gi
const NAMES: Readonly<Record<string, string>> = {
  USD: 'dollar,dollars,us dollar,us $,$,us,us dlr,usd $,us dollars ($)',
  GBP: 'pound,pounds,sterling,sterling pound,stg,stg pound,pound stg,pound sterling,british pound sterling,£,uk pound,great british pound,english pound',
  AUD: 'aus,aus $,aus dollar,aussie dollar,au dollar,a $,aust $',
  CAD: 'can,can $,can dollar,cdn,cdn $,cdn dollar,c $',
  AED: 'uae dirham,uae dirhams,dirham',
  KWD: 'kuwait dinar,kuwaiti dinar',
  SEK: 'swedish kroner,swedish krona,swedish kronor',
  DKK: 'danish kroner,danish krone',
  NOK: 'norwegian kroner,norwegian krone',
  SAR: 'saudi riyal,saudi riyals',
  INR: 'indian rupee,indian rupees',
  CHF: 'swiss franc,swiss francs',
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Codes of currencies that are English words. */
const WORDS = ['ALL', 'TOP', 'CUP', 'LAK', 'COP']

/** Returns the currency of a code, or both of a pair such as USD/LKR. */
export function readCode(
  text: string,
): { readonly code: string; readonly to?: string } | undefined {
  const bare = text.trim().toUpperCase()
  if (isCurrency(bare) || CODES.has(bare)) return { code: bare }
  const [, code = '', to = ''] = /^([A-Z]{3})\s?[/\-: ]?\s?([A-Z]{3})$/.exec(bare) ?? []
  return CODES.has(code) && CODES.has(to) ? { code, to } : undefined
}

export const namesOtherCurrency = (text: string, currency: Currency): boolean =>
  /^[A-Z]{3}$/.test(text) &&
  CODES.has(text) &&
  !WORDS.includes(text) &&
  ![TARGET_CURRENCY, currency].includes(text)

/** Kinds of rates that are not kept. */
export const LEFT_ASIDE = /^(?:currency )?(?:notes?|cash|cheques?|(?:demand )?drafts?|forward)$/i

interface NamedKind {
  readonly kind?: 'indicative' | 'tt-buying' | 'tt-selling'
  readonly side?: 'tt-buying' | 'tt-selling'
}

/** Returns `none` for an unsupported currency or a pair of foreign ones. */
export function currencyNamed(text: string): Currency | 'none' | undefined {
  if (text.length > MAX_WORDS) return undefined
  const codes = text.match(/\b[A-Za-z]{3}(?:[/-]?[A-Z]{3})?\b/g) ?? []
  const read = codes.map((each) => (/^[A-Z/-]+$/.test(each) ? readCode(each) : undefined))
  const pairs = read.flatMap((each) => (each?.to === undefined ? [] : `${each.code}/${each.to}`))
  const single = read.flatMap((each) => (each && each.to === undefined ? each.code : []))
  const foreign = new Set(single.filter((each) => each !== TARGET_CURRENCY))
  if (pairs.length + foreign.size > 1 || /per (?:1 )?lkr|to 1 lkr/i.test(text)) return 'none'
  const [pair] = pairs
  if (pair) {
    const code = pair.slice(0, 3)
    return pair.endsWith(TARGET_CURRENCY) && isCurrency(code) ? code : 'none'
  }
  const [code] = foreign
  if (code) return isCurrency(code) ? code : 'none'
  const bare = singular(text.toLowerCase().replaceAll(FILLER, ' ')).trim()
  const upper = bare.toUpperCase()
  if (isCurrency(upper)) return upper
  return currencyWords().find(({ currency, names, symbols }) =>
    [...names, ...symbols, ...(NAMES[currency] ?? '').split(',')].some(
      (name) => name !== '' && singular(name.toLowerCase()) === bare,
    ),
  )?.currency
}

/** *US Dollars*, *Pounds Sterling* and *Swiss Francs* without the *s* of any word. */
const singular = (text: string) => text.replaceAll(/s(?=\s|$)/g, '').replaceAll(/\s+/g, ' ')

/** Returns `side` alone if the text does not say that the rate is a TT rate. */
export function kindNamed(text: string): NamedKind {
  if (text.length > MAX_WORDS) return {}
  // A rate at which the customer buys is the one at which the bank sells.
  if (/\byou\b|customer|client|public/i.test(text)) return {}
  const side = /\b(?:buy|buying|buys|purchase|ttb)\b/i.test(text)
    ? ('tt-buying' as const)
    : /\b(?:sell|selling|sells|sale|tts)\b/i.test(text)
      ? ('tt-selling' as const)
      : undefined
  if (!side) return /indicative/i.test(text) ? { kind: 'indicative' } : {}
  return /\btt[bs]?\b|t\/t|telegraphic/i.test(text) && !NOT_A_RATE.test(text)
    ? { kind: side }
    : { side }
}
