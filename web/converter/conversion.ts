import { DOLLARS, readAmount, type AmountText } from '../../domain/conversion/amount-text.ts'
import { formatAmount, formatResult, type Amount } from '../../domain/conversion/conversion.ts'
import { TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { fromWire } from '../../domain/money.ts'
import type { RateKind } from '../../domain/series.ts'
import { formatDay } from '../../text/sentences.ts'
import { withQuery } from '../api.ts'
import type { Place } from '../load-page.ts'
import { choiceParams, readAddress, type CurrentRate, type PublicAddress } from '../rates/rates.ts'

/** The part of a rate that converts an amount. */
export type ConvertedRate = Pick<CurrentRate, 'currency' | 'date' | 'rate' | 'source'> & {
  readonly kind?: RateKind | undefined
  readonly publisher?: string | undefined
}

/** A conversion as its address has it: `/?amount=1299.99&currency=USD&from=LKR&date=…`. */
export interface Conversion extends PublicAddress {
  readonly typed: string
  /** The amount is in rupees, not in the currency. */
  readonly fromRupees: boolean
}

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

export const isOfOneRate = (one: Conversion, other: Conversion): boolean =>
  (['currency', 'date', 'kind', 'publisher'] as const).every((name) => one[name] === other[name])

export interface Converted {
  readonly amount: Amount
  readonly currency: Currency
  readonly fromRupees: boolean
  readonly error?: never
}

export type TypedAmount =
  Converted | { readonly error: 'which dollar' } | Extract<AmountText, { error: unknown }>

/** Reads the typed amount. A bare `$` is the chosen currency if that is a dollar. */
export function readTyped(conversion: Omit<Conversion, 'notes'>): TypedAmount {
  const { typed, currency, fromRupees } = conversion
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

export function conversionAddress({ typed, currency, fromRupees, date, ...choice }: Conversion) {
  const from = fromRupees ? TARGET_CURRENCY : undefined
  return withQuery('/', { amount: typed.trim(), currency, from, date, ...choiceParams(choice) })
}

export function ownConversionAddress(
  { typed, currency, fromRupees, date, ...choice }: Conversion,
  search = new URLSearchParams(),
): string {
  const from = fromRupees ? TARGET_CURRENCY : undefined
  const query = { amount: typed.trim(), from, date, ...choiceParams(choice) }
  return withQuery(`/rates/${currency}?${search}`, query)
}

/** The amount for an address that is not typed: `12500`, `1299.99`. */
export const plainAmount = (amount: Amount): string =>
  formatAmount(amount).replaceAll(',', '').replace(/\.00$/, '')

/** Amount and result with their units: `12,500.00 USD`, `4,136,317.50 LKR`; the bare result. */
export function convert(
  { amount, currency, fromRupees }: Converted,
  rate: Pick<CurrentRate, 'rate'>,
) {
  const to = fromRupees ? currency : TARGET_CURRENCY
  const figure = formatResult(amount, fromWire(rate.rate), fromRupees, unitsOf(currency))
  return { given: givenText({ currency, fromRupees }, amount), figure, result: `${figure} ${to}` }
}

/** `12,500.00 USD`; a dash for an amount that cannot be read. */
export function givenText(
  { currency, fromRupees }: Pick<Converted, 'currency' | 'fromRupees'>,
  amount: Amount | undefined,
): string {
  const unit = fromRupees ? TARGET_CURRENCY : currency
  return `${amount === undefined ? '–' : formatAmount(amount)} ${unit}`
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
