import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import type { Rate } from '../../domain/money.ts'
import { isUsual } from '../../domain/rate-warnings.ts'
import { key, type Series } from '../../domain/series.ts'
import type { PublishedRate } from './rate-feed.ts'

/**
 * In March 2022, its worst month, the rupee lost half; a moved decimal point (10) is far beyond
 * this.
 */
const LARGEST_FACTOR = 3
/** Days before a rate's own that it is held against. */
export const NEAR_DAYS = 7

/**
 * The rates among `given` beyond three times, or a third of, the week before (`known`), or else of
 * the middle of what was given and of the usual rate.
 */
export function implausible(
  given: readonly PublishedRate[],
  known: (series: Series, date: CalendarDate) => Rate | undefined,
): PublishedRate[] {
  const middles = new Map(
    [...Map.groupBy(given, (each) => key(each))].map(([each, rates]) => [each, middleOf(rates)]),
  )
  return given.filter((each) => {
    const near = nearest(each, known)
    if (near !== undefined) return isFar(each.rate, near, LARGEST_FACTOR)
    const middle = middles.get(key(each)) ?? each.rate
    return isFar(each.rate, middle, LARGEST_FACTOR) || !isUsual(each.rate, each.currency)
  })
}

function nearest(
  rate: PublishedRate,
  known: (series: Series, date: CalendarDate) => Rate | undefined,
): Rate | undefined {
  for (let days = 1; days <= NEAR_DAYS; days++) {
    const before = known(rate, addDays(rate.date, -days))
    if (before !== undefined) return before
  }
  return undefined
}

function isFar(rate: number, anchor: number, most: number): boolean {
  return rate > anchor * most || rate < anchor / most
}

function middleOf(given: readonly PublishedRate[]): Rate | undefined {
  const rates = given.map(({ rate }) => rate).sort((one, other) => one - other)
  return rates[Math.floor(rates.length / 2)]
}
