import { daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { crossRate, ONE_RUPEE, type Worth } from '../../domain/integrations/cross-rate.ts'
import { CURRENCIES, isCurrency, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { FurtherCurrency } from '../../domain/integrations/further-currency.ts'
import { seriesOf } from '../../domain/series.ts'
import type { DatedWorth } from '../rates/further-rates.ts'
import type { RateBook } from '../rates/rate-book.ts'

/** What a pair is made of: the currencies with a rate in rupees, those that only the followed feed knows, and the rupee. */
export type CurrencyCode = Currency | FurtherCurrency | typeof TARGET_CURRENCY

/** The codes of which anything can be known now, in the order of the alphabet, as other services list them. */
export function currencyCodes({ further }: RateBook): readonly CurrencyCode[] {
  const codes: CurrencyCode[] = [...CURRENCIES, TARGET_CURRENCY, ...further.codes]
  return codes.sort()
}

/** What one unit of `base` is worth in `quote` on a day. */
export interface PairRate {
  readonly date: CalendarDate
  readonly base: CurrencyCode
  readonly quote: CurrencyCode
  readonly rate: number
}

/** The code that a text means, in any case. */
export function currencyCode(book: RateBook, text: string): CurrencyCode | undefined {
  return currencyCodes(book).find((code) => code === text.toUpperCase())
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

/**
 * The rates of pairs of each day from `from` to `to` on which both have one of their own, ascending; as work for `runInSlices`,
 * since five years of all pairs take longer than anybody else may wait.
 */
export function* pairRatesFromTo(
  book: RateBook,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Generator<undefined, readonly PairRate[]> {
  const rates: PairRate[] = []
  for (const date of daysFromTo(from, to)) {
    yield
    const one = rupeesOn(book, base, date)
    if (one === undefined) continue
    for (const quote of quotes) {
      const other = rupeesOn(book, quote, date)
      if (other !== undefined) rates.push({ date, base, quote, rate: crossRate(one, other) })
    }
  }
  return rates
}

function newestRupees(book: RateBook, code: CurrencyCode, date: CalendarDate): DatedWorth | undefined {
  if (code === TARGET_CURRENCY) return { date, rate: ONE_RUPEE }
  return isCurrency(code) ? book.newestUpTo(seriesOf(code), date) : book.further.newestUpTo(code, date)
}

function rupeesOn(book: RateBook, code: CurrencyCode, date: CalendarDate): Worth | undefined {
  if (code === TARGET_CURRENCY) return ONE_RUPEE
  return isCurrency(code) ? book.rateOn(seriesOf(code), date)?.rate : book.further.on(code, date)
}
