import type { CalendarDate } from '../../domain/calendar-date.ts'
import { addDays } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import type { Rate } from '../../domain/money.ts'
import { suspicions, type Suspicion } from '../../domain/rate-check.ts'
import type { RateBook } from './rate-book.ts'

/** Days before the entry whose moves say what is usual. */
const USUAL_DAYS = 30

/** What looks wrong about a rate, held against what the book knows of the day and of the month before. */
export function checkManualRate(
  book: RateBook,
  { currency, date, rate }: { currency: Currency; date: CalendarDate; rate: Rate },
): Suspicion[] {
  const feedRate = book.feed === null ? undefined : book.rateFrom(currency, date, book.feed)
  return suspicions(rate, date, {
    feedOnDay:
      feedRate === undefined || book.feed === null ? undefined : { date, rate: feedRate, source: book.feed },
    daysBefore: book.ratesFromTo(currency, addDays(date, -USUAL_DAYS), addDays(date, -1)),
  })
}
