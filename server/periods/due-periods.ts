import { dayInColombo } from '../../domain/calendar-date.ts'
import {
  type AsOf,
  monthOf,
  type Period,
  PERIOD_UNITS,
  type PeriodFigures,
  periodResult,
  periodsFromTo,
  sealDay,
} from '../../domain/period.ts'
import { allSeries, bankSeries, type Series } from '../../domain/series.ts'
import { inSlices } from '../event-loop.ts'
import type { RateBook } from '../rates/rate-book.ts'

/** A period of a series that is to be sealed. */
export interface DuePeriod {
  readonly series: Series
  readonly period: Period
  readonly figures: PeriodFigures
}

/**
 * The periods that are due and not sealed; `fetches` says whether the book's feed is asked for
 * rates.
 */
export async function duePeriods(
  book: RateBook,
  asOf: AsOf,
  fetches: boolean,
): Promise<DuePeriod[]> {
  const due: DuePeriod[] = []
  const { today, calendar } = asOf
  for (const series of [...allSeries(), ...bankSeries()]) {
    const oldest = book.oldest(series)
    if (oldest === undefined || oldest > today) continue
    const rates = book.ratesOf(series)
    const known = PERIOD_UNITS.flatMap((unit) =>
      periodsFromTo(unit, monthOf(oldest), monthOf(today)),
    )
    await inSlices(known, (period) => {
      if (period.to >= today || book.sealed.find(series, period)) return
      if (sealDay(period, calendar) > today || !isFinal(book, series, period, { fetches, asOf }))
        return
      const { figures, complete } = periodResult(period, rates, asOf)
      if (figures && complete) due.push({ series, period, figures })
    })
  }
  return due
}

/**
 * Whether a period's rates are final: none is the sample's, and their feed has answered since it
 * could be sealed.
 */
function isFinal(
  book: RateBook,
  series: Series,
  period: Period,
  { fetches, asOf }: { fetches: boolean; asOf: AsOf },
): boolean {
  const sources = new Set(
    book.ratesFromTo(series, period.from, period.to).map(({ source }) => source),
  )
  if (sources.has('sample')) return false
  if (!fetches || book.feed === null || !sources.has(book.feed)) return true
  const { lastSuccessAt } = book.feedStatus
  return lastSuccessAt !== null && dayInColombo(lastSuccessAt) >= sealDay(period, asOf.calendar)
}
