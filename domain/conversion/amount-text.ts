import type { Amount } from './conversion.ts'
import { currencyWords, type CurrencyWords } from '../currency-words.ts'
import { isCurrency, TARGET_CURRENCY, type Currency } from '../currency.ts'
import { MAX_NUMBER_LENGTH, readNumber, westernDigits, type TypedNumber } from '../typed-number.ts'

type AmountUnit = Currency | typeof TARGET_CURRENCY | '$'

export const DOLLARS: readonly Currency[] = ['USD', 'AUD', 'CAD']

export type AmountText =
  | { readonly amount: Amount; readonly unit: AmountUnit | undefined }
  | Exclude<TypedNumber, { error?: never }>
  | { readonly error: 'unknown unit'; readonly unit: string }

const UNITS = new Map<string, AmountUnit>(
  Object.entries({
    LKR: ['LKR', 'RS', 'RS.', 'රු', 'රු.', 'ரூ', 'ரூ.', '/=', '/-', 'RUPEE', 'SRILANKANRUPEE'],
    $: ['$', 'DOLLAR'],
    USD: ['US$', 'USDOLLAR'],
    AUD: ['A$', 'AU$', 'AUSTRALIANDOLLAR'],
    CAD: ['C$', 'CA$', 'CANADIANDOLLAR'],
    GBP: ['£', 'POUND', 'BRITISHPOUND', 'POUNDSTERLING', 'POUNDSSTERLING'],
  }).flatMap(([unit, texts]) => texts.map((text) => [text, unit as AmountUnit] as const)),
)

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

/** `$1,299.99`, `Rs. 5 000/=`, `15 lakhs`. */
export function readAmount(typed: string): AmountText {
  const text = westernDigits(typed).trim()
  const first = text.search(/\d/)
  if (text.length > MAX_NUMBER_LENGTH || first < 0) return { error: 'not a number' }
  let end = text.length
  while (!/\d/.test(text.charAt(end - 1))) end--
  const around = [text.slice(0, first), text.slice(end)] as const
  const before = readWords(around[0], -1)
  const after = readWords(around[1], 0)
  if (!before || !after) return unknownUnit(before ? around[1] : around[0])
  const unit = oneUnit(before.unit, after.unit)
  if (unit === 'contradictory') return { error: 'not a number' }
  const digits = `${before.mark}${text.slice(first, end)}${after.mark}`
  const read = readNumber(digits, 'amount', { zeros: before.zeros + after.zeros })
  return read.error === undefined ? { amount: read.value, unit } : read
}

function unknownUnit(text: string): AmountText {
  const unit = text.trim()
  if (/^[-−–]$/.test(unit)) return { error: 'size' }
  return /[\p{L}\p{Sc}]/u.test(unit) ? { error: 'unknown unit', unit } : { error: 'not a number' }
}

interface Words {
  readonly unit: AmountUnit | undefined
  readonly zeros: number
  readonly mark: string
}

function readWords(text: string, at: -1 | 0): Words | undefined {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean)
  const zerosOf = (word: string) => ZEROS[word] ?? ZEROS[singular(word)]
  const zeros = words.reduce((sum, word) => sum + (zerosOf(word) ?? 0), 0)
  const bare = words.filter((word) => zerosOf(word) === undefined).join('')
  // `5 k m` is a slip; `5 lakh crore` is usual.
  const isUsual = words.length - words.filter((word) => zerosOf(word) === undefined).length < 2
  if (!isUsual && !/^LAKHS? CRORES?$/.test(words.slice(0, 2).join(' '))) return undefined
  const unit = unitOf(bare)
  if (bare === '' || unit !== undefined) return { zeros, unit, mark: '' }
  const mark = text.at(at) ?? ''
  if (!/[.,]/.test(mark)) return undefined
  const rest = at === 0 ? bare.slice(1) : bare.slice(0, -1)
  const restUnit = unitOf(rest)
  return rest === '' || restUnit !== undefined ? { zeros, unit: restUnit, mark } : undefined
}

const singular = (word: string) => (word.endsWith('S') ? word.slice(0, -1) : word)

function unitOf(text: string): AmountUnit | undefined {
  if (isCurrency(text)) return text
  const words = namedUnits(currencyWords())
  const unit = [UNITS, words].flatMap((each) => each.get(text) ?? each.get(singular(text)) ?? [])[0]
  return unit === TARGET_CURRENCY || unit === '$' || isCurrency(unit) ? unit : undefined
}

const unitsByWords = new WeakMap<readonly CurrencyWords[], ReadonlyMap<string, Currency>>()

function namedUnits(words: readonly CurrencyWords[]): ReadonlyMap<string, Currency> {
  const units =
    unitsByWords.get(words) ??
    new Map(
      words.flatMap(({ currency, names, symbols }) =>
        [...names, ...symbols].map((each) => [each.toUpperCase().replaceAll(/\s/g, ''), currency]),
      ),
    )
  unitsByWords.set(words, units)
  return units
}

function oneUnit(before: AmountUnit | undefined, after: AmountUnit | undefined) {
  if (before === '$' && after?.endsWith('D')) return after
  return before === undefined || after === undefined || before === after
    ? (before ?? after)
    : 'contradictory'
}
