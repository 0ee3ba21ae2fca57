import type { Amount } from './conversion.ts'
import { currencyWords, type CurrencyWords } from '../currency-words.ts'
import { isCurrency, TARGET_CURRENCY, type Currency } from '../currency.ts'
import { RATE_DECIMALS } from '../rate-text.ts'

/** What a text says its amount is in; `$` is one of the dollars. */
export type AmountUnit = Currency | typeof TARGET_CURRENCY | '$'

/** What a bare `$` may be. */
export const DOLLARS: readonly Currency[] = ['USD', 'AUD', 'CAD']

export type AmountText =
  | { readonly amount: Amount; readonly unit: AmountUnit | undefined }
  | { readonly error: AmountError }
  | { readonly error: 'unknown unit'; readonly named: string }
  /** Two values that the text may stand for, the larger first. */
  | { readonly error: 'ambiguous'; readonly values: readonly [Amount, Amount] }
/** `groups`: its marks set neither thousands nor lakhs apart. */
export type AmountError = 'not an amount' | 'groups' | 'decimals' | 'size'

/** Longer texts are not looked at. */
export const MAX_AMOUNT_LENGTH = 40
/** The largest amount that is converted is below this: 999 999 999 999 999.9999. */
const MAX_AMOUNT = 10n ** 19n

/** Units as people write them, in capitals and the singular. `/=` ends an amount in rupees. */
const UNITS = new Map<string, AmountUnit>([
  ...[
    TARGET_CURRENCY,
    'RS',
    'RS.',
    'රු',
    'රු.',
    'ரூ',
    'ரூ.',
    '/=',
    '/-',
    'RUPEE',
    'SRILANKANRUPEE',
  ].map((text) => [text, TARGET_CURRENCY] as const),
  ['$', '$'],
  ['DOLLAR', '$'],
  ['US$', 'USD'],
  ['USDOLLAR', 'USD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['AUSTRALIANDOLLAR', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['CANADIANDOLLAR', 'CAD'],
  ['£', 'GBP'],
  ['POUND', 'GBP'],
  ['BRITISHPOUND', 'GBP'],
  ['POUNDSTERLING', 'GBP'],
  ['POUNDSSTERLING', 'GBP'],
])

/** Words that stand for zeros, in the singular. */
const ZEROS: Readonly<Record<string, number>> = {
  K: 3,
  THOUSAND: 3,
  LAKH: 5,
  LAC: 5,
  M: 6,
  MN: 6,
  MILLION: 6,
  CR: 7,
  CRORE: 7,
  BN: 9,
  BILLION: 9,
}

/**
 * The amount that a text means, above zero, with at most 4 decimals: `12,500`, `$1,299.99`, `1
 * 250,75`, `Rs. 5 000/=`, `1,25,000`, `15 lakhs`. One mark sets thousands or lakhs apart. A comma
 * before exactly three last digits does so; a point there (`1.250`), and a comma that no thousands
 * could stand before (`1234,567`), are ambiguous, but not before a word for zeros (`1.250 lakhs`).
 */
export function readAmount(typed: string): AmountText {
  const text = typed.trim()
  if (text.length > MAX_AMOUNT_LENGTH) return { error: 'not an amount' }
  const first = text.search(/\d/)
  if (first < 0) return { error: 'not an amount' }
  let end = text.length
  while (!/\d/.test(text.charAt(end - 1))) end--
  const around = [text.slice(0, first), text.slice(end)] as const
  const before = readWords(around[0], -1)
  const after = readWords(around[1], 0)
  const unknown = [before, after].findIndex((each) => !each)
  if (!before || !after) return unknownUnit(around[unknown] ?? '')
  const unit = oneUnit(before.unit, after.unit)
  if (unit === 'contradictory') return { error: 'not an amount' }
  const digits = `${before.mark}${text.slice(first, end)}${after.mark}`
  const read = readNumber(digits, before.zeros + after.zeros)
  return typeof read === 'bigint' ? { amount: read, unit } : read
}

function unknownUnit(text: string): AmountText {
  const named = text.trim()
  if (/^[-−–]$/.test(named)) return { error: 'size' }
  return /[\p{L}\p{Sc}]/u.test(named)
    ? { error: 'unknown unit', named }
    : { error: 'not an amount' }
}

interface Words {
  readonly unit: AmountUnit | undefined
  readonly zeros: number
  /** The decimal mark that stands next to the number; empty where none does. */
  readonly mark: string
}

/** What the words before or after a number say; undefined where they say something else. */
function readWords(text: string, at: -1 | 0): Words | undefined {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean)
  const zeros = words.flatMap((word) => ZEROS[word] ?? ZEROS[singular(word)] ?? [])
  const bare = words.filter((word) => !(singular(word) in ZEROS || word in ZEROS)).join('')
  const said = { zeros: zeros.reduce((sum, each) => sum + each, 0) }
  if (bare === '') return { ...said, unit: undefined, mark: '' }
  const unit = unitOf(bare)
  if (unit !== undefined) return { ...said, unit, mark: '' }
  const mark = text.at(at) ?? ''
  if (!/[.,]/.test(mark)) return undefined
  const rest = at === 0 ? bare.slice(1) : bare.slice(0, -1)
  const restUnit = unitOf(rest)
  return rest === '' || restUnit !== undefined ? { ...said, unit: restUnit, mark } : undefined
}

const singular = (word: string) => (word.endsWith('S') ? word.slice(0, -1) : word)

function unitOf(text: string): AmountUnit | undefined {
  if (isCurrency(text)) return text
  const words = namedUnits(currencyWords())
  const unit = [UNITS, words].flatMap((each) => each.get(text) ?? each.get(singular(text)) ?? [])[0]
  return unit === TARGET_CURRENCY || unit === '$' || isCurrency(unit) ? unit : undefined
}

const ofWords = new WeakMap<readonly CurrencyWords[], ReadonlyMap<string, Currency>>()

/** The installation's currencies by what people call them, written as `UNITS` is. */
function namedUnits(words: readonly CurrencyWords[]): ReadonlyMap<string, Currency> {
  const units =
    ofWords.get(words) ??
    new Map(
      words.flatMap(({ currency, names, symbols }) =>
        [...names, ...symbols].map((each) => [each.toUpperCase().replaceAll(/\s/g, ''), currency]),
      ),
    )
  ofWords.set(words, units)
  return units
}

function oneUnit(before: AmountUnit | undefined, after: AmountUnit | undefined) {
  if (before === '$' && after?.endsWith('D')) return after
  return before === undefined || after === undefined || before === after
    ? (before ?? after)
    : 'contradictory'
}

type Read = Amount | Exclude<AmountText, { amount: unknown }>

/** Reads digits with marks between them, and so many zeros that a word stands for. */
function readNumber(text: string, zeros: number): Read {
  if (!/^[\d.,'’\s]+$/.test(text)) return { error: 'not an amount' }
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const mark = text.charAt(at)
  // A mark that comes twice sets thousands apart.
  if (mark === '' || text.indexOf(mark) < at) return amountOf(wholeDigits(text), '', zeros)
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const whole = wholeDigits(before)
  if (whole === undefined || !/^\d*$/.test(after)) return { error: 'groups' }
  if (after.length === 3 && !/[.,]/.test(before)) {
    const startsThousands = /^[1-9]\d{0,2}$/.test(before)
    const thousands = amountOf(whole + after, '', zeros)
    if (mark === ',' && startsThousands) return thousands
    const decimal = amountOf(whole, after, zeros)
    const isAmbiguous = mark === '.' ? startsThousands && zeros === 0 : !/^0*$/.test(before)
    if (isAmbiguous && typeof thousands === 'bigint' && typeof decimal === 'bigint')
      return { error: 'ambiguous', values: [thousands, decimal] }
  }
  return amountOf(whole, after, zeros)
}

/** The digits of a whole number, grouped by one mark or none; undefined for other texts. */
function wholeDigits(text: string): string | undefined {
  const [mark] = /\D/.exec(text) ?? []
  if (mark === undefined) return text
  const groups = text.split(mark)
  const lengths = groups.map((group) => (/^\d+$/.test(group) ? group.length : 0))
  const [first = 0, ...others] = lengths
  const last = others.pop()
  const areGroups = [2, 3].some(
    (length) => first > 0 && first <= length && others.every((each) => each === length),
  )
  return areGroups && last === 3 ? groups.join('') : undefined
}

function amountOf(whole: string | undefined, fraction: string, zeros: number): Read {
  if (whole === undefined) return { error: 'groups' }
  const missing = RATE_DECIMALS + zeros - fraction.length
  if (missing < 0) return { error: 'decimals' }
  const amount = BigInt(whole + fraction) * 10n ** BigInt(missing)
  return amount > 0n && amount < MAX_AMOUNT ? amount : { error: 'size' }
}
