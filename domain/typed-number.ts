import { RATE_DECIMALS, type Rate } from './money.ts'

/** In ten-thousandths. `ambiguous`: the possible values, the larger first. */
export type TypedNumber =
  | { readonly value: bigint; readonly error?: never }
  | { readonly error: 'not a number' | 'groups' | 'decimals' | 'size' }
  | { readonly error: 'ambiguous'; readonly values: readonly [bigint, bigint] }

type DecimalMark = '.' | ','

export const MAX_NUMBER_LENGTH = 40

const LIMITS = { amount: 10n ** 19n, rate: 10n ** 12n }

/**
 * `12,500`, `1 250,75`, `12,50,000.75`: a mark that comes twice separates thousands. Before exactly
 * three last digits, one comma is ambiguous in a rate, one point in an amount. `mark`: the known
 * decimal mark. `zeros`: those of a word such as *lakh*.
 */
export function readNumber(
  typed: string,
  of: 'amount' | 'rate',
  { mark, zeros = 0 }: { readonly mark?: DecimalMark; readonly zeros?: number } = {},
): TypedNumber {
  const text = typed.trim()
  if (text.length > MAX_NUMBER_LENGTH || !/\d/.test(text)) return { error: 'not a number' }
  if (/^[-−–]/.test(text)) return { error: 'size' }
  if (!/^[\d.,'’ \u00a0\u2009\u202f]+$/.test(text)) return { error: 'not a number' }
  const value = (whole: string | undefined, fraction = '') => {
    if (whole === undefined) return { error: 'groups' } as const
    const missing = RATE_DECIMALS + zeros - fraction.length
    if (missing < 0) return { error: 'decimals' } as const
    const number = BigInt(whole + fraction) * 10n ** BigInt(missing)
    return number > 0n && number < LIMITS[of] ? { value: number } : ({ error: 'size' } as const)
  }
  const at = mark ? text.lastIndexOf(mark) : Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const last = text.charAt(at)
  if (last === '') return value(wholeDigits(text))
  if (text.indexOf(last) < at) return mark ? { error: 'groups' } : value(wholeDigits(text))
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const whole = wholeDigits(before)
  if (whole === undefined || !/^\d*$/.test(after)) return { error: 'groups' }
  const decimal = value(whole, after)
  if (mark || after.length !== 3 || /[.,]/.test(before)) return decimal
  const thousands = value(whole + after)
  const startsThousands = /^[1-9]\d{0,2}$/.test(before)
  if (last === ',' && startsThousands && of === 'amount') return thousands
  const isAmbiguous =
    last === ',' ? !/^0*$/.test(before) : of === 'amount' && startsThousands && zeros === 0
  return isAmbiguous && 'value' in thousands && 'value' in decimal
    ? { error: 'ambiguous', values: [thousands.value, decimal.value] }
    : decimal
}

/** `Rs. 330.10`, `330.10 LKR`, `330.10/=` without the unit. */
export const withoutRupees = (text: string): string =>
  text
    .trim()
    .replace(/^(?:LKR|Rs\.?|රු\.?|ரூ\.?)\s*/i, '')
    .replace(/(?:LKR|\/[=-])$/i, '')
    .trim()

/** Zeros of Arabic, Persian, Devanagari, Tamil, Sinhala and full-width digits. */
const OTHER_ZEROS = [0x660, 0x6f0, 0x966, 0xbe6, 0xde6, 0xff10]

/** Returns the text with the digits 0 to 9 and, for Arabic marks, point and comma. */
export const westernDigits = (text: string): string =>
  text
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[^\p{ASCII}]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0
      const zero = OTHER_ZEROS.find((each) => code >= each && code <= each + 9)
      return zero === undefined ? character : String(code - zero)
    })

/** `units`: the rate is typed for one unit of a currency that is quoted for so many. */
export function readRateText(
  typed: string,
  units = 1,
): { readonly rate: Rate; readonly error?: never } | Exclude<TypedNumber, { error?: never }> {
  const bare = withoutRupees(westernDigits(typed.slice(0, 2 * MAX_NUMBER_LENGTH)))
  const read = readNumber(bare, 'rate', { zeros: Math.log10(units) })
  return read.error === undefined ? { rate: Number(read.value) as Rate } : read
}

function wholeDigits(text: string): string | undefined {
  const [mark] = /\D/.exec(text) ?? []
  if (mark === undefined) return text
  const groups = text.split(mark)
  const lengths = groups.map((group) => (/^\d+$/.test(group) ? group.length : 0))
  const [first = 0, ...innerGroups] = lengths
  const last = innerGroups.pop()
  const areGroups = [2, 3].some(
    (length) => first > 0 && first <= length && innerGroups.every((each) => each === length),
  )
  return areGroups && last === 3 ? groups.join('') : undefined
}
