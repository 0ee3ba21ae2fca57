import { addDays, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsOf, type Currency } from '../../domain/currency.ts'
import { crossRate, ONE_RUPEE, worthOf, type Worth } from '../../domain/integrations.ts'
import { seriesOf } from '../../domain/series.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import { t } from '../../text/sentences.ts'
import { invalid } from '../errors.ts'
import { findDecided, type Basis } from '../policies/decision.ts'
import type { RateBook } from '../rates/rate-book.ts'
import type { RateSnapshot } from '../rates/responses.ts'

/** Five years; the response for four pairs then has 0.3 MB. */
const MAX_DAYS = 1827
/** A range may begin earlier if its first day has no rate. */
const MOST_DAYS_BEFORE = 14

export type CurrencyCode = Currency | typeof TARGET_CURRENCY

export interface PairRate {
  readonly date: CalendarDate
  readonly base: CurrencyCode
  readonly quote: CurrencyCode
  readonly rate: number
}

export function newestRates(
  rupees: RupeeRates,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): PairRate[] {
  const others = quotes.filter((code) => code !== base)
  const rates = others.flatMap((quote) => newestPairRate(rupees, base, quote, date) ?? [])
  if (others.length === quotes.length) return rates
  const day = rates
    .map((each) => each.date)
    .sort()
    .at(-1)
  const own = newestPairRate(rupees, base, base, day ?? date)
  if (own && (day !== undefined || others.length === 0)) rates.push(own)
  return rates.sort((one, other) => (one.quote < other.quote ? -1 : 1))
}

/** Throws 400 for more than five years. */
export function* ratesFromTo(
  rupees: RupeeRates,
  today: CalendarDate,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  from: CalendarDate,
  to: CalendarDate,
): Generator<undefined, PairRate[]> {
  const { start_date: first, end_date: last } = findSpan(rupees, [base, ...quotes], today)
  if (from > to || from > today || first === null || last === null) return []
  const before = pairRatesOfOneDay(rupees, base, quotes, from)[0]?.date
  const isNear = before !== undefined && before >= addDays(from, -MOST_DAYS_BEFORE)
  const begin = isNear ? before : from
  const [start, end] = [begin < first ? first : begin, to < last ? to : last]
  if (addDays(start, MAX_DAYS) <= end) throw invalid({ from: [t.integrationsText.longPeriod] })
  const rates: PairRate[] = []
  for (const date of daysFromTo(start, end)) {
    yield
    const one = rupees.on(base, date)
    if (one === undefined) continue
    const row = quotes.flatMap((quote) => {
      const other = rupees.on(quote, date)
      return other === undefined ? [] : [{ date, base, quote, rate: crossRate(one, other) }]
    })
    // The base in itself is listed only beside others.
    if (quotes.length === 1 || row.some(({ quote }) => quote !== base)) rates.push(...row)
  }
  return rates
}

export function newestPairRate(
  rupees: RupeeRates,
  base: CurrencyCode,
  quote: CurrencyCode,
  date: CalendarDate,
): PairRate | undefined {
  if (rupees.by) return decidedPairRate(rupees, base, quote, date)
  let day = date
  for (;;) {
    const [one, other] = [rupees.newest(base, day), rupees.newest(quote, day)]
    if (!one || !other) return undefined
    if (one.date === other.date)
      return { date: one.date, base, quote, rate: crossRate(one.rate, other.rate) }
    day = one.date < other.date ? one.date : other.date
  }
}

/** Takes each currency's rate by the policy; of two days, the earlier is the pair's. */
function decidedPairRate(
  rupees: RupeeRates,
  base: CurrencyCode,
  quote: CurrencyCode,
  date: CalendarDate,
): PairRate | undefined {
  const [one, other] = [rupees.newest(base, date), rupees.newest(quote, date)]
  if (!one || !other) return undefined
  const days = [base, quote].every((code) => code === TARGET_CURRENCY)
    ? [date]
    : [
        ...(base === TARGET_CURRENCY ? [] : [one.date]),
        ...(quote === TARGET_CURRENCY ? [] : [other.date]),
      ]
  const [day = date] = days.sort()
  return { date: day, base, quote, rate: crossRate(one.rate, other.rate) }
}

export function pairRatesOfOneDay(
  rupees: RupeeRates,
  base: CurrencyCode,
  quotes: readonly CurrencyCode[],
  date: CalendarDate,
): readonly PairRate[] {
  const newest = quotes
    .filter((quote) => quote !== base)
    .flatMap((quote) => newestPairRate(rupees, base, quote, date) ?? [])
  const day = newest
    .map((each) => each.date)
    .sort()
    .at(-1)
  return newest.filter((each) => each.date === day)
}

export function findSpan(rupees: RupeeRates, codes: readonly CurrencyCode[], today: CalendarDate) {
  const priced = codes.filter((code) => code !== TARGET_CURRENCY)
  const oldest = priced.flatMap((code) => rupees.oldest(code) ?? [])
  const newest = priced.flatMap((code) => rupees.newest(code, today)?.date ?? [])
  return { start_date: oldest.sort()[0] ?? null, end_date: newest.sort().at(-1) ?? null }
}

interface DatedWorth {
  readonly date: CalendarDate
  readonly rate: Worth
}

/** Rupees for one unit of a currency, of one kind and publisher or by a policy. */
export class RupeeRates {
  readonly by: Basis | undefined
  private readonly book: RateBook
  private readonly chosen: KindAndPublisher

  constructor({ book }: RateSnapshot, chosen: KindAndPublisher, by?: Basis) {
    this.by = by
    this.book = book
    this.chosen = chosen
  }

  on(code: CurrencyCode, date: CalendarDate): Worth | undefined {
    if (code === TARGET_CURRENCY) return ONE_RUPEE
    const known = this.book.rateOn(this.series(code), date)
    return known && worthOf(known.rate, unitsOf(code))
  }

  newest(code: CurrencyCode, date: CalendarDate): DatedWorth | undefined {
    if (code === TARGET_CURRENCY) return { date, rate: ONE_RUPEE }
    const newest = this.by
      ? findDecided(this.by, code, date)
      : this.book.newestUpTo(this.series(code), date)
    return newest && { date: newest.date, rate: worthOf(newest.rate, unitsOf(code)) }
  }

  oldest(code: Currency): CalendarDate | undefined {
    return this.book.oldest(this.series(code))
  }

  private series(code: Currency) {
    const { kind, publisher } = this.by?.policy ?? this.chosen
    return seriesOf(code, kind, publisher)
  }
}
