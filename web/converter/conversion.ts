import { formatAmount, formatResult, type Amount } from '../../domain/conversion/conversion.ts'
import { TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { fromWire, RATE_DECIMALS } from '../../domain/money.ts'
import type { RateKind } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { choiceParams, type CurrentRate, type PublicAddress } from '../rates/rates.ts'

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

export const isOfOneRate = (one: Conversion, other: Conversion): boolean =>
  (['currency', 'date', 'kind', 'publisher'] as const).every((name) => one[name] === other[name])

export interface Converted {
  readonly amount: Amount
  readonly currency: Currency
  readonly fromRupees: boolean
  readonly error?: never
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

/** Reads what `plainAmount` writes; another text may be ambiguous. */
export function readPlainAmount(text: string): Amount | undefined {
  const [, whole = '0', decimals = ''] = /^(\d{1,15})(?:\.(\d\d|\d{4}))?$/.exec(text) ?? []
  const amount = BigInt(whole + decimals.padEnd(RATE_DECIMALS, '0'))
  return amount > 0n ? amount : undefined
}

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
