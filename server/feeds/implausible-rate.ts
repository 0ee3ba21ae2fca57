import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { CURRENCIES, type Currency } from '../../domain/currency.ts'
import type { Rate } from '../../domain/money.ts'
import type { PublishedRate } from './rate-feed.ts'

/**
 * No currency has moved against the rupee by half of this in a week: in March 2022, its worst, the dollar rose from 203
 * to 300 in a month. A moved decimal point (10) and an inverted pair (90 000) are far beyond it.
 */
const LARGEST_FACTOR = 3
const NEAR_DAYS = 7

/**
 * The rates among `given` that are no exchange rate's: more than three times, or less than a third of, what is known of
 * the week before or, where nothing is, of the middle of what was given of the currency. `known` is what stands already.
 */
export function implausible(
  given: readonly PublishedRate[],
  known: (currency: Currency, date: CalendarDate) => Rate | undefined,
): PublishedRate[] {
  const middles = new Map(CURRENCIES.map((currency) => [currency, middleOf(given, currency)]))
  return given.filter((each) => {
    const anchor = nearest(each, known) ?? middles.get(each.currency)
    if (anchor === undefined) return false
    const factor = each.rate / anchor
    return factor > LARGEST_FACTOR || factor < 1 / LARGEST_FACTOR
  })
}

function nearest(
  { currency, date }: PublishedRate,
  known: (currency: Currency, date: CalendarDate) => Rate | undefined,
): Rate | undefined {
  for (let days = 1; days <= NEAR_DAYS; days++) {
    const rate = known(currency, addDays(date, -days))
    if (rate !== undefined) return rate
  }
  return undefined
}

function middleOf(given: readonly PublishedRate[], currency: Currency): Rate | undefined {
  const rates = given.filter((each) => each.currency === currency).map(({ rate }) => rate)
  return rates.sort((one, other) => one - other)[Math.floor(rates.length / 2)]
}
