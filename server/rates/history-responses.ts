import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import type { BoardRow, rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import { addDays, FIRST_DAY, type CalendarDate } from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { weekOf, type DayRate } from '../../domain/rate-precedence.ts'
import { toWire } from '../../domain/money.ts'
import { DEFAULT_KIND, seriesOfKind, type Series } from '../../domain/series.ts'
import { invalid } from '../errors.ts'
import {
  ageOf,
  customsResponse,
  dayRateResponse,
  publishedBeside,
  refuseFuture,
  type RateSnapshot,
} from './public-responses.ts'
import { t } from '../../text/sentences.ts'

/** Days of the small line on the board, and of a history without dates. */
const USUAL_DAYS = 30

/**
 * Every currency's rate of a kind as of a day. Throws 400 for a day to come, 404 beyond `max_age`.
 */
export function rateBoardResponse(
  snapshot: RateSnapshot,
  query: CheckedInput<typeof rateBoard>['query'],
): ResponseBody<typeof rateBoard> {
  const { kind = DEFAULT_KIND, publisher, date = snapshot.today, max_age = Infinity } = query
  refuseFuture('date', date, snapshot.today)
  const series = seriesOfKind(kind, publisher)
  const rates = series.map((each) => boardRow(snapshot, each, date, max_age))
  return { data: { requested_date: date, rates } }
}

function boardRow(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate,
  maxAge: number,
): BoardRow {
  const newest = book.newestUpTo(series, date)
  const before =
    newest && newest.date > FIRST_DAY && book.newestUpTo(series, addDays(newest.date, -1))
  const { weeklyAverage } = weekOf(date, today, calendar, (day) => book.rateOn(series, day))
  return {
    currency: series.currency,
    ...unitsFields(series.currency),
    rate: newest ? toWire(newest.rate) : null,
    date: newest?.date ?? null,
    source: newest?.source ?? null,
    ...(newest && publishedBeside(newest, () => book.publishedOn(series, newest.date))),
    age_business_days: newest ? ageOf(series, newest.date, date, calendar, maxAge) : null,
    change: newest && before ? toWire(newest.rate - before.rate) : null,
    previous_date: before ? before.date : null,
    weekly_average: weeklyAverage === null ? null : toWire(weeklyAverage),
    points: book
      .ratesFromTo(series, addDays(date, 1 - USUAL_DAYS), date)
      .map((point) => ({ date: point.date, rate: toWire(point.rate) })),
    ...(newest && series.kind === 'customs' && customsResponse(book, series, newest.date, date)),
  }
}

/** A stretch of days of one series. */
export interface Period {
  readonly series: Series
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly rates: readonly DayRate[]
}

/** The rates of a period. Throws 400 where it ends after today or before it begins. */
export function periodOf(
  { book, today }: RateSnapshot,
  series: Series,
  days: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
): Period {
  const to = days.to ?? today
  refuseFuture('to', to, today)
  const from = days.from ?? addDays(to, 1 - USUAL_DAYS)
  if (from > to) throw invalid({ from: [t.ratesText.reversedPeriod] })
  return { series, from, to, rates: book.ratesFromTo(series, from, to) }
}

/** The rates of a period as the API gives them. */
export function rateHistoryResponse(
  snapshot: RateSnapshot,
  period: Period,
): ResponseBody<typeof rateHistory> {
  const { series, from, to, rates } = period
  return {
    data: {
      currency: series.currency,
      target_currency: TARGET_CURRENCY,
      ...unitsFields(series.currency),
      from,
      to,
      rates: rates.map((each) => dayRateResponse(snapshot.book, series, each)),
      oldest_date: snapshot.book.oldest(series) ?? null,
    },
  }
}
