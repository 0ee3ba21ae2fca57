import { daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { crossRate, ONE_RUPEE } from '../../domain/integrations/cross-rate.ts'
import { CURRENCIES, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { DatedRate } from '../../domain/period.ts'
import { seriesOf } from '../../domain/series.ts'
import type { RateBook } from '../rates/rate-book.ts'

/** What a pair is made of: the currencies with a rate in rupees, and the rupee. */
export type CurrencyCode = Currency | typeof TARGET_CURRENCY
/** In the order of the alphabet, as other services list them. */
export const CURRENCY_CODES: readonly CurrencyCode[] = ([...CURRENCIES, TARGET_CURRENCY] as const).toSorted()

/** What one unit of `base` is worth in `quote` on a day. */
export interface PairRate {
  readonly date: CalendarDate
  readonly base: CurrencyCode
  readonly quote: CurrencyCode
  readonly rate: number
}

/** The code that a text means, in any case. */
export function currencyCode(text: string): CurrencyCode | undefined {
  return CURRENCY_CODES.find((code) => code === text.toUpperCase())
}

/** The rate of a pair on the newest day, on or before `date`, on which both have one of their own. */
export function newestPairRate(
  book: RateBook,
  base: CurrencyCode,
  quote: CurrencyCode,
  date: CalendarDate,
): PairRate | undefined {
  let day = date
  for (;;) {
    const [one, other] = [newestRupees(book, base, day), newestRupees(book, quote, day)]
    if (!one || !other) return undefined
    if (one.date === other.date) return { date: one.date, base, quote, rate: crossRate(one.rate, other.rate) }
    day = one.date < other.date ? one.date : other.date
  }
}

/** The rates of pairs on the newest day, on or before `date`, on which any of them has one; a pair without one of that day is left out. */
export function pairRatesOfOneDay(
  book: RateBook,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): readonly PairRate[] {
  const newest = quotes
    .filter((quote) => quote !== base)
    .map((quote) => newestPairRate(book, base, quote, date))
    .filter((each) => each !== undefined)
  const day = newest
    .map((each) => each.date)
    .sort()
    .at(-1)
  return newest.filter((each) => each.date === day)
}

/** The rates of pairs of each day from `from` to `to` on which both have one of their own, ascending. */
export function pairRatesFromTo(
  book: RateBook,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): readonly PairRate[] {
  return daysFromTo(from, to).flatMap((date) => {
    const one = rupeesOn(book, base, date)
    if (one === undefined) return []
    return quotes.flatMap((quote) => {
      const other = rupeesOn(book, quote, date)
      return other === undefined ? [] : [{ date, base, quote, rate: crossRate(one, other) }]
    })
  })
}

function newestRupees(book: RateBook, code: CurrencyCode, date: CalendarDate): DatedRate | undefined {
  return code === TARGET_CURRENCY ? { date, rate: ONE_RUPEE } : book.newestUpTo(seriesOf(code), date)
}

function rupeesOn(book: RateBook, code: CurrencyCode, date: CalendarDate) {
  return code === TARGET_CURRENCY ? ONE_RUPEE : book.rateOn(seriesOf(code), date)?.rate
}
