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
  worthOf,
  type Worth,
} from '../../domain/integrations/cross-rate.ts'
import { currencies, TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { seriesOf } from '../../domain/series.ts'
import type { RateBook } from '../rates/rate-book.ts'

/** What a pair is made of: the installation's currencies, and the rupee. */
export type CurrencyCode = Currency | typeof TARGET_CURRENCY

/** The codes in the order of the alphabet, as other services list them. */
export const currencyCodes = (): readonly CurrencyCode[] =>
  [...currencies(), TARGET_CURRENCY as Currency].sort()

/** Whose rates: the main ones, or what a bank asks for a telegraphic transfer. */
export interface PairSource {
  readonly book: RateBook
  readonly publisher?: string
}

/** What one unit of `base` is worth in `quote` on a day. */
export interface PairRate {
  readonly date: CalendarDate
  readonly base: CurrencyCode
  readonly quote: CurrencyCode
  readonly rate: number
}

/** The code that a text means, in any case. */
export function currencyCode(text: string): CurrencyCode | undefined {
  return currencyCodes().find((code) => code === text.toUpperCase())
}

/**
 * The rate of a pair on the newest day, on or before `date`, on which both have one of their own.
 */
export function newestPairRate(
  source: PairSource,
  base: CurrencyCode,
  quote: CurrencyCode,
  date: CalendarDate,
): PairRate | undefined {
  let day = date
  for (;;) {
    const [one, other] = [newestRupees(source, base, day), newestRupees(source, quote, day)]
    if (!one || !other) return undefined
    if (one.date === other.date)
      return { date: one.date, base, quote, rate: crossRate(one.rate, other.rate) }
    day = one.date < other.date ? one.date : other.date
  }
}

/** The rates of pairs on the newest day, up to `date`, on which any of them has one. */
export function pairRatesOfOneDay(
  source: PairSource,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): readonly PairRate[] {
  const newest = quotes
    .filter((quote) => quote !== base)
    .map((quote) => newestPairRate(source, base, quote, date))
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
 * The rates of pairs of each day, week or month, ascending: the mean of its days on which both have
 * a rate; of a cross rate, the quotient of both means. Work for `runInSlices`.
 */
export function* pairRatesFromTo(
  source: PairSource,
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
      const one = rupeesOn(source, base, day)
      return one === undefined ? [] : [{ day, one }]
    })
    const row: PairRate[] = []
    for (const quote of quotes) {
      const both = known.flatMap(({ day, one }) => {
        const other = rupeesOn(source, quote, day)
        return other === undefined ? [] : [{ one, other }]
      })
      if (both.length === 0) continue
      const [one, other] = [both.map((each) => each.one), both.map((each) => each.other)]
      row.push({ date, base, quote, rate: crossRate(meanWorth(one), meanWorth(other)) })
    }
    // What it is worth in itself is said beside others only.
    if (quotes.length === 1 || row.some(({ quote }) => quote !== base)) rates.push(...row)
  }
  return rates
}

/** The first and the newest day on which any of some currencies but the rupee has a rate. */
export function spanOf(source: PairSource, codes: readonly CurrencyCode[], today: CalendarDate) {
  const priced = codes.filter((code) => code !== TARGET_CURRENCY)
  const oldest = priced.map((code) => source.book.oldest(seriesIn(source, code)))
  const newest = priced.map((code) => newestRupees(source, code, today)?.date)
  return {
    start_date: oldest.filter(isThere).sort()[0] ?? null,
    end_date: newest.filter(isThere).sort().at(-1) ?? null,
  }
}

const seriesIn = ({ publisher }: PairSource, code: Currency) =>
  publisher ? seriesOf(code, 'tt-selling', publisher) : seriesOf(code)

const isThere = (date: CalendarDate | undefined) => date !== undefined

function newestRupees(
  source: PairSource,
  code: CurrencyCode,
  date: CalendarDate,
): { readonly date: CalendarDate; readonly rate: Worth } | undefined {
  if (code === TARGET_CURRENCY) return { date, rate: ONE_RUPEE }
  const newest = source.book.newestUpTo(seriesIn(source, code), date)
  return newest && { date: newest.date, rate: worthOf(newest.rate, unitsOf(code)) }
}

function rupeesOn(source: PairSource, code: CurrencyCode, date: CalendarDate): Worth | undefined {
  if (code === TARGET_CURRENCY) return ONE_RUPEE
  const known = source.book.rateOn(seriesIn(source, code), date)
  return known && worthOf(known.rate, unitsOf(code))
}
