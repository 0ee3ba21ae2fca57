import { addDays, daysFromTo, type CalendarDate } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { key, type RateKey, type Series } from '../../domain/series.ts'
import { ANCHOR_DAYS, rateWarnings, type RateWarning } from '../../domain/rate-warnings.ts'
import type { RateBook } from '../rates/rate-book.ts'

/** Days before the entry whose moves say what is usual. */
const USUAL_DAYS = 30

/**
 * What looks wrong about a rate, held against what the book knows of the day, of the month before and of the week after.
 * `given` are rates of the same import, which count before the book's.
 */
export function checkManualRate(
  book: RateBook,
  { currency, kind, date, rate }: Series & { readonly date: CalendarDate; readonly rate: Rate },
  given: ReadonlyMap<RateKey, Rate> = new Map(),
): RateWarning[] {
  const series = { currency, kind }
  const rateOn = (day: CalendarDate): DayRate | undefined => {
    const own = given.get(key(series, day))
    return own === undefined ? book.rateOn(series, day) : { date: day, rate: own, source: 'manual' }
  }
  const ratesFromTo = (from: CalendarDate, to: CalendarDate) =>
    daysFromTo(from, to)
      .map(rateOn)
      .filter((each) => each !== undefined)
  const feedRate = book.feed === null ? undefined : book.rateFrom(series, date, book.feed)
  return rateWarnings(rate, date, {
    feedOnDay:
      feedRate === undefined || book.feed === null ? undefined : { date, rate: feedRate, source: book.feed },
    daysBefore: ratesFromTo(addDays(date, -USUAL_DAYS), addDays(date, -1)),
    sameDayOrAfter: ratesFromTo(date, addDays(date, ANCHOR_DAYS))[0],
  })
}
