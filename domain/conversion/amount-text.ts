import type { Amount } from './conversion.ts'
import { CURRENCIES, TARGET_CURRENCY, type Currency } from '../currency.ts'
import { RATE_DECIMALS, SCALE } from '../rate-text.ts'

/** What a text says its amount is in; `$` is one of the dollars. */
export type AmountUnit = Currency | typeof TARGET_CURRENCY | '$'

/** What a bare `$` may be. */
export const DOLLARS: readonly Currency[] = ['USD', 'AUD', 'CAD']

export type AmountText =
  | { readonly amount: Amount; readonly unit: AmountUnit | undefined }
  | { readonly error: 'not an amount' }
  /** Two values that the text may stand for, the larger first. */
  | { readonly error: 'ambiguous'; readonly values: readonly [Amount, Amount] }

const NOT_AN_AMOUNT = { error: 'not an amount' } as const
/** Longer texts are not looked at. */
export const MAX_AMOUNT_LENGTH = 40
/** The largest amount that is converted is below this: 999 999 999 999 999.9999. */
const MAX_AMOUNT = 10n ** 19n

/** As bills, sheets and banks write them, without spaces and in capitals. `/=` ends an amount in rupees. */
const UNITS = new Map<string, AmountUnit>([
  ...CURRENCIES.map((currency) => [currency, currency] as const),
  ...[TARGET_CURRENCY, 'RS', 'RS.', 'රු', 'රු.', 'ரூ', 'ரூ.', '/=', '/-'].map(
    (text) => [text, TARGET_CURRENCY] as const,
  ),
  ['$', '$'],
  ['US$', 'USD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['£', 'GBP'],
])

/**
 * The amount that a text means, above zero, with at most 4 decimals: `12,500`, `$1,299.99`, `USD 1299`, `1 250,75`, `Rs. 5 000/=`.
 * Thousands are set apart by one kind of mark. A comma before exactly three last digits sets thousands apart, as everywhere in the
 * product; a point there might do either (`1.250`), and so might a comma that no thousands could stand before (`1234,567`): both
 * are ambiguous.
 */
export function readAmount(typed: string): AmountText {
  const text = typed.trim()
  if (text.length > MAX_AMOUNT_LENGTH) return NOT_AN_AMOUNT
  const first = text.search(/\d/)
  if (first < 0) return NOT_AN_AMOUNT
  let end = text.length
  while (!/\d/.test(text.charAt(end - 1))) end--
  const before = splitMark(text.slice(0, first), -1)
  const after = splitMark(text.slice(end), 0)
  if (!before || !after) return NOT_AN_AMOUNT
  const unit = oneUnit(before.unit, after.unit)
  if (unit === 'contradictory') return NOT_AN_AMOUNT
  const read = readNumber(`${before.mark}${text.slice(first, end)}${after.mark}`)
  return typeof read === 'bigint' ? { amount: read, unit } : read
}

/** The unit before or after a number, without the decimal mark that may stand next to the number; undefined where it is none. */
function splitMark(text: string, at: -1 | 0): { unit: AmountUnit | undefined; mark: string } | undefined {
  const bare = text.replace(/\s/g, '').toUpperCase()
  if (bare === '' || UNITS.has(bare)) return { unit: UNITS.get(bare), mark: '' }
  const mark = text.at(at) ?? ''
  const rest = at === 0 ? bare.slice(1) : bare.slice(0, -1)
  const isMarked = /[.,]/.test(mark) && (rest === '' || UNITS.has(rest))
  return isMarked ? { unit: UNITS.get(rest), mark } : undefined
}

function oneUnit(before: AmountUnit | undefined, after: AmountUnit | undefined) {
  if (before === '$' && after?.endsWith('D')) return after
  return before === undefined || after === undefined || before === after ? (before ?? after) : 'contradictory'
}

type Read = Amount | Extract<AmountText, { error: unknown }>

/** Reads digits with marks between them. */
function readNumber(text: string): Read {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const mark = text.charAt(at)
  // A mark that comes twice sets thousands apart.
  if (mark === '' || text.indexOf(mark) < at) return amountOf(wholeDigits(text), '')
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const whole = wholeDigits(before)
  if (after.length === 3 && !/[.,]/.test(before)) {
    const startsThousands = /^[1-9]\d{0,2}$/.test(before)
    const thousands = amountOf(whole + after, '')
    if (mark === ',' && startsThousands) return thousands
    const decimal = amountOf(whole, after)
    const isAmbiguous = mark === '.' ? startsThousands : !/^0*$/.test(before)
    if (isAmbiguous && typeof thousands === 'bigint' && typeof decimal === 'bigint')
      return { error: 'ambiguous', values: [thousands, decimal] }
  }
  return amountOf(whole, after)
}

/** The digits of a whole number whose thousands are all set apart by one mark, or by none; a text that is no number otherwise. */
function wholeDigits(text: string): string {
  const [mark] = /\D/.exec(text) ?? []
  if (mark === undefined) return text
  if (!/[.,'’\s]/.test(mark)) return 'none'
  const [first = '', ...groups] = text.split(mark)
  const isWhole = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return isWhole ? first + groups.join('') : 'none'
}

function amountOf(whole: string, fraction: string): Read {
  const digits = whole + fraction
  if (!/^\d+$/.test(digits) || fraction.length > RATE_DECIMALS) return NOT_AN_AMOUNT
  const amount = BigInt(whole || '0') * BigInt(SCALE) + BigInt(fraction.padEnd(RATE_DECIMALS, '0'))
  return amount > 0n && amount < MAX_AMOUNT ? amount : NOT_AN_AMOUNT
}
