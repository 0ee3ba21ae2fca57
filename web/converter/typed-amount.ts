import { DOLLARS, readAmount, type AmountText } from '../../domain/conversion/amount-text.ts'
import { formatAmount } from '../../domain/conversion/conversion.ts'
import { TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import { formatDay } from '../../text/sentences.ts'
import type { Place } from '../load-page.ts'
import { readAddress, type CurrentRate } from '../rates/rates.ts'
import { convert, type Conversion, type Converted } from './conversion.ts'

/** A unit in the amount overrides `currency` and `from`. `own`: the page has one currency. */
export function readConversion(place: Place, own?: Currency): Conversion {
  const { search } = place
  const given = {
    ...readAddress(place),
    typed: search.get('amount') ?? '1',
    fromRupees: search.get('from') === TARGET_CURRENCY,
  }
  const read = readTyped(given)
  if (read.error !== undefined) return given
  return { ...given, currency: own ?? read.currency, fromRupees: read.fromRupees }
}

export type TypedAmount =
  Converted | { readonly error: 'which dollar' } | Extract<AmountText, { error: unknown }>

type TypedIn = Pick<Conversion, 'typed' | 'currency' | 'fromRupees'>

/** Reads the typed amount. A bare `$` is the chosen currency if that is a dollar. */
export function readTyped({ typed, currency, fromRupees }: TypedIn): TypedAmount {
  const read = readAmount(typed)
  if ('error' in read) return read
  const { amount, unit } = read
  if (unit === undefined) return { amount, currency, fromRupees }
  if (unit === TARGET_CURRENCY) return { amount, currency, fromRupees: true }
  if (unit !== '$') return { amount, currency: unit, fromRupees: false }
  return DOLLARS.includes(currency)
    ? { amount, currency, fromRupees: false }
    : { error: 'which dollar' }
}

/** The amount without a unit, which would win over a currency that is chosen later. */
export function withoutUnit(typed: string): string {
  const read = readAmount(typed)
  return 'amount' in read && read.unit !== undefined ? formatAmount(read.amount) : typed
}

/** `12,500.00 USD = 4,136,317.50 LKR, 29 Sep 2026`; undefined if it is not known. */
export function conversionSentence(
  conversion: Conversion,
  rate: CurrentRate | undefined,
): string | undefined {
  const read = readTyped(conversion)
  if (read.error !== undefined || rate?.currency !== read.currency) return undefined
  const { given, result } = convert(read, rate)
  return `${given} = ${result}, ${formatDay(rate.date)}`
}
