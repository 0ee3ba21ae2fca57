import {
  addDays,
  calendarDateOf,
  daysFromTo,
  weekdayOf,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import {
  crossRate,
  meanWorth,
  ONE_RUPEE,
  type Worth,
} from '../../domain/integrations/cross-rate.ts'
import { CURRENCIES, isCurrency, TARGET_CURRENCY, type Currency } from '../../domain/currency.ts'
import type { FurtherCurrency } from '../../domain/integrations/further-currency.ts'
import { seriesOf } from '../../domain/series.ts'
import type { DatedWorth } from '../rates/further-rates.ts'
import type { RateBook } from '../rates/rate-book.ts'

/**
 * What a pair is made of: the currencies with a rate in rupees, those that only the followed feed
 * knows, and the rupee.
 */
export type CurrencyCode = Currency | FurtherCurrency | typeof TARGET_CURRENCY

/**
 * The codes of which anything can be known now, in the order of the alphabet, as other services
 * list them.
 */
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

/**
 * The rate of a pair on the newest day, on or before `date`, on which both have one of their own.
 */
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
    if (one.date === other.date)
      return { date: one.date, base, quote, rate: crossRate(one.rate, other.rate) }
    day = one.date < other.date ? one.date : other.date
  }
}

/**
 * The rates of pairs on the newest day, on or before `date`, on which any of them has one; a pair
 * without one of that day is left out.
 */
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

/** How a period is divided, and how many days after its first day the next one has begun. */
const STEPS = { day: 1, week: 7, month: 31 } as const
type Grouping = keyof typeof STEPS
export interface DividedPeriod {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly group: Grouping
}

/** The first day of a day's week, which is a Monday, or month; or the day itself. */
function firstOf(group: Grouping, date: CalendarDate): CalendarDate {
  if (group === 'week') return addDays(date, -((weekdayOf(date) + 6) % 7))
  return group === 'month' ? calendarDateOf(`${date.slice(0, 7)}-01`) : date
}

/**
 * The rates of pairs of each day, week or month from `from` to `to`, ascending: the mean of its
 * days on which both have a rate of their own, under its first day; of a cross rate, the quotient
 * of both means. As work for `runInSlices`, since years of all pairs take longer than anybody else
 * may wait.
 */
export function* pairRatesFromTo(
  book: RateBook,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  { from, to, group }: DividedPeriod,
): Generator<undefined, PairRate[]> {
  const rates: PairRate[] = []
  for (let date = firstOf(group, from), next = date; date <= to; date = next) {
    yield
    next = firstOf(group, addDays(date, STEPS[group]))
    const days = daysFromTo(date, addDays(next, -1))
    const known = days.flatMap((day) => {
      const one = rupeesOn(book, base, day)
      return one === undefined ? [] : [{ day, one }]
    })
    for (const quote of quotes) {
      const both = known.flatMap(({ day, one }) => {
        const other = rupeesOn(book, quote, day)
        return other === undefined ? [] : [{ one, other }]
      })
      if (both.length === 0) continue
      const [one, other] = [both.map((each) => each.one), both.map((each) => each.other)]
      rates.push({ date, base, quote, rate: crossRate(meanWorth(one), meanWorth(other)) })
    }
  }
  return rates
}

/** The first and the newest day on which any of some currencies but the rupee has a rate. */
export function spanOf(book: RateBook, codes: readonly CurrencyCode[], today: CalendarDate) {
  const priced = codes.filter((code) => code !== TARGET_CURRENCY)
  const oldest = priced.map((code) =>
    isCurrency(code) ? book.oldest(seriesOf(code)) : book.further.oldest(code),
  )
  const newest = priced.map((code) => newestRupees(book, code, today)?.date)
  return {
    start_date: oldest.filter(isThere).sort()[0] ?? null,
    end_date: newest.filter(isThere).sort().at(-1) ?? null,
  }
}

const isThere = (date: CalendarDate | undefined) => date !== undefined

function newestRupees(
  book: RateBook,
  code: CurrencyCode,
  date: CalendarDate,
): DatedWorth | undefined {
  if (code === TARGET_CURRENCY) return { date, rate: ONE_RUPEE }
  return isCurrency(code)
    ? book.newestUpTo(seriesOf(code), date)
    : book.further.newestUpTo(code, date)
}

function rupeesOn(book: RateBook, code: CurrencyCode, date: CalendarDate): Worth | undefined {
  if (code === TARGET_CURRENCY) return ONE_RUPEE
  return isCurrency(code) ? book.rateOn(seriesOf(code), date)?.rate : book.further.on(code, date)
}
