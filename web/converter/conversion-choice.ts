import type { Place } from '../pages.tsx'
import { DOLLARS, readAmount, type AmountText } from '../../domain/conversion/amount-text.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatAmount, type Amount } from '../../domain/conversion/conversion.ts'
import { isCurrency, TARGET_CURRENCY, usualCurrency, type Currency } from '../../domain/currency.ts'
import { knownPublisher } from '../../domain/series.ts'
import { withQuery } from '../api.ts'
import { rateQuery } from '../rates/rates-queries.ts'
import { sideOf, type Side } from '../rates/side.ts'

/** What the converter is to convert, as its address says it. */
export interface Conversion {
  /** The amount as it was typed. */
  readonly typed: string
  readonly currency: Currency
  /** Whether the amount is in rupees; in the currency otherwise. */
  readonly fromRupees: boolean
  /** Undefined: today, whichever day that is when the address is opened. */
  readonly date: CalendarDate | undefined
  /** Undefined: the indicative rate. */
  readonly side: Side | undefined
  /** The bank whose side converts. */
  readonly publisher: string | undefined
}

const DEFAULT_AMOUNT = '1'

/**
 * Reads `?amount=…&currency=…&from=LKR&date=…&side=…`; what is not understood is ignored. What the
 * amount itself names goes before `currency` and `from`. On a currency's own screen `own` is that
 * currency.
 */
export function conversionOf({ search, today }: Place, own?: Currency): Conversion {
  const currency = own ?? search.get('currency')
  const date = search.get('date')
  const given = {
    typed: search.get('amount') ?? DEFAULT_AMOUNT,
    currency: isCurrency(currency) ? currency : usualCurrency(),
    fromRupees: search.get('from') === TARGET_CURRENCY,
    date: isCalendarDate(date) && date <= today ? date : undefined,
    side: sideOf(search.get('side')),
    publisher: knownPublisher(search.get('publisher')),
  }
  const read = readConversion(given)
  if (read.error !== undefined) return given
  return { ...given, currency: own ?? read.currency, fromRupees: read.fromRupees }
}

/** What was typed, understood: the text may name its currency or rupees. */
export type ReadConversion =
  | {
      readonly amount: Amount
      readonly currency: Currency
      readonly fromRupees: boolean
      readonly error?: never
    }
  | { readonly error: 'which dollar' }
  | Extract<AmountText, { error: unknown }>

/** Reads what was typed. A bare `$` is the chosen currency's where that is a dollar. */
export function readConversion({ typed, currency, fromRupees }: Conversion): ReadConversion {
  const read = readAmount(typed)
  if ('error' in read) return read
  const { amount, unit } = read
  if (unit === undefined) return { amount, currency, fromRupees }
  if (unit === TARGET_CURRENCY) return { amount, currency, fromRupees: true }
  if (unit !== '$') return { amount, currency: unit, fromRupees: false }
  if (!DOLLARS.includes(currency)) return { error: 'which dollar' }
  return { amount, currency, fromRupees: false }
}

/** The amount without the unit in its text, which would go before any other that is chosen. */
export function bareAmount(typed: string): string {
  const read = readAmount(typed)
  return 'amount' in read && read.unit !== undefined ? formatAmount(read.amount) : typed
}

/** The rate that converts. */
export const conversionQuery = ({ currency, date, side, publisher }: Conversion) =>
  rateQuery({ base: currency, date, side, publisher })

/** The address that opens just this conversion: `/?amount=1299.99&currency=USD&date=2026-09-24`. */
export function conversionAddress(conversion: Conversion): string {
  const { typed, currency, fromRupees, date, side, publisher } = conversion
  const from = fromRupees ? TARGET_CURRENCY : undefined
  return withQuery('/', { amount: typed.trim(), currency, from, date, side, publisher })
}

/** The same on the currency's own screen; what else its query holds stays. */
export function ownConversionAddress(
  conversion: Conversion,
  search = new URLSearchParams(),
): string {
  const { typed, currency, fromRupees, date, side, publisher } = conversion
  const from = fromRupees ? TARGET_CURRENCY : currency
  const of = { amount: typed.trim(), from, date, side, publisher }
  return withQuery(`/rates/${currency}?${search}`, of)
}
