import type { CheckedInput, ResponseBody } from '../../contract/endpoint.ts'
import type { BoardRow, rateBoard, rateHistory } from '../../contract/rates/rate-history.ts'
import type {
  currentRate,
  feedState,
  lastSevenDays,
  PublishedRate,
} from '../../contract/rates/rates.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import { businessDaysAfter, type Calendar } from '../../domain/bank-holiday.ts'
import {
  addDays,
  daysBetween,
  daysFromTo,
  FIRST_DAY,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { customsEffect } from '../../domain/customs-week.ts'
import { toWire } from '../../domain/money.ts'
import { missingDays, missingReason, weekOf, type DayRate } from '../../domain/rate-precedence.ts'
import { DEFAULT_KIND, publisherName, seriesOfKind, type Series } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { ApiError, invalid } from '../errors.ts'
import type { RateBook } from './rate-book.ts'

/** Equal snapshots give equal bytes. */
export interface RateSnapshot {
  readonly book: RateBook
  readonly today: CalendarDate
  readonly calendar: Calendar
}

export function naming<T extends { readonly data: object }>(
  { kind, publisher }: KindAndPublisher,
  response: T,
): T & { data: KindAndPublisher } {
  const named = { ...(kind && { kind }), ...(publisher && { publisher }) }
  return { ...response, data: { ...response.data, ...named } }
}

/** Throws 404 without a rate or above `maxAge` business days, 400 for a future day. */
export function currentRateResponse(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate = today,
  maxAge = Infinity,
): ResponseBody<typeof currentRate> {
  refuseFuture('date', date, today)
  const found = book.newestUpTo(series, date)
  if (!found) {
    const first = firstRate(book, series, date) ?? 'none'
    throw new ApiError('not_found', t.ratesText.none({ name: fullRateName(series), date, first }))
  }
  const age = businessDaysOld(series, found.date, date, calendar, maxAge)
  return {
    data: {
      currency: series.currency,
      target_currency: TARGET_CURRENCY,
      ...unitsFields(series.currency),
      ...dayRateResponse(book, series, found),
      requested_date: date,
      age_business_days: age,
      ...(series.kind === 'customs' && customsResponse(book, series, found.date, date)),
    },
  }
}

export function customsResponse(
  book: RateBook,
  series: Series,
  firstDay: CalendarDate,
  date: CalendarDate,
) {
  const week = book.customsWeeks.get(firstDay)
  const next = book.nextDay(series, firstDay)
  const effect = customsEffect(
    { from: firstDay, ...(week && { lastDay: week.lastDay }), ...(next && { next }) },
    date,
  )
  return {
    effective_from: effect.from,
    effective_to: effect.to,
    days_left: effect.daysLeft,
    in_effect: effect.inEffect,
    overdue: effect.overdue,
    gazette: week?.gazette ?? null,
    document: week?.document ?? null,
  }
}

/** Throws 404 above `maxAge`. */
function businessDaysOld(
  series: Series,
  rateDate: CalendarDate,
  date: CalendarDate,
  calendar: Calendar,
  maxAge: number,
): number {
  const age = businessDaysAfter(rateDate, date, calendar)
  if (age <= maxAge) return age
  const places = { name: fullRateName(series), newest: rateDate, age, date, maxAge }
  throw new ApiError('too_old', t.ratesText.tooOld(places))
}

/** `Sampath Bank TT selling rate of the US Dollar`. */
export const fullRateName = ({ currency, kind, publisher }: Series): string =>
  t.ratesText.name({ currency, kind, publisher: publisher && publisherName(publisher) })

/** Undefined unless the day is before it. */
function firstRate(book: RateBook, series: Series, date: CalendarDate): string | undefined {
  const day = book.oldest(series)
  return day !== undefined && date < day ? t.ratesText.first({ day }) : undefined
}

export function noRateOn(
  series: Series,
  date: CalendarDate,
  { book, ...known }: RateSnapshot,
): ApiError {
  const isAnswered = (day: CalendarDate) => book.isAnswered(series, day, known.today)
  const why = missingReason(date, { ...known, isAnswered })
  const reason =
    firstRate(book, series, date) ?? (why === 'no holiday list' ? t.ratesText.perhapsHoliday : why)
  return new ApiError(
    'not_found',
    t.ratesText.noneOnDay({ name: fullRateName(series), date, reason }),
  )
}

/** Throws 400 for a future day. */
export function lastSevenDaysResponse(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate = today,
): ResponseBody<typeof lastSevenDays> {
  refuseFuture('date', date, today)
  const isAnswered = (day: CalendarDate) => book.isAnswered(series, day, today)
  const week = weekOf(date, { today, calendar, isAnswered }, (day) => book.rateOn(series, day))
  return {
    data: {
      currency: series.currency,
      target_currency: TARGET_CURRENCY,
      ...unitsFields(series.currency),
      rates: week.rates.map((each) => dayRateResponse(book, series, each)),
      weekly_average: week.weeklyAverage === null ? null : toWire(week.weeklyAverage),
      days_counted: week.rates.length,
      missing: [...week.missing],
      newest_date: book.newestUpTo(series, date)?.date ?? null,
    },
  }
}

/** `newest_date` leaves out future days. */
export function feedStateResponse({ book, today }: RateSnapshot): ResponseBody<typeof feedState> {
  const all = seriesOfKind(DEFAULT_KIND)
  const newest = all
    .map((series) => book.newestUpTo(series, today)?.date)
    .filter((each) => each !== undefined)
  const { lastSuccessAt, failing, refused, publisherError, isStoodInFor } = book.feedStatus
  return {
    data: {
      feed: book.feed,
      newest_date: book.newestPublishedDay(all, today) ?? newest.sort().at(-1) ?? null,
      last_success_at: lastSuccessAt?.toISOString() ?? null,
      failing,
      ...(refused !== null && { doubtful: true as const }),
      ...(book.feed && book.isFeedOff && { off: true as const }),
      ...(publisherError !== null && { publisher_error: publisherError }),
      ...(isStoodInFor && { via: 'frankfurter' as const }),
      sample: book.hasSample,
    },
  }
}

export function refuseFuture(field: string, date: CalendarDate, today: CalendarDate): void {
  if (date > today) throw invalid({ [field]: [t.ratesText.afterToday({ today })] })
}

const dayRateResponse = (book: RateBook, series: Series, counting: DayRate) => ({
  date: counting.date,
  rate: toWire(counting.rate),
  source: counting.source,
  ...publishedBeside(counting, () => book.publishedOn(series, counting.date)),
})

type SourceRate = Pick<DayRate, 'rate' | 'source'>

export function publishedBeside(
  counting: SourceRate,
  publishedOn: () => SourceRate | undefined,
): { published?: PublishedRate } {
  const published = counting.source === 'manual' ? publishedOn() : undefined
  if (!published) return {}
  const { rate, source } = published
  return { published: { rate: toWire(rate), source, difference: toWire(counting.rate - rate) } }
}

export const USUAL_DAYS = 30

/** Throws 400 for a future day, 404 above `max_age`. */
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
  const isAnswered = (day: CalendarDate) => book.isAnswered(series, day, today)
  const known = { today, calendar, isAnswered }
  const { weeklyAverage } = weekOf(date, known, (day) => book.rateOn(series, day))
  return {
    currency: series.currency,
    ...unitsFields(series.currency),
    rate: newest ? toWire(newest.rate) : null,
    date: newest?.date ?? null,
    source: newest?.source ?? null,
    ...(newest && publishedBeside(newest, () => book.publishedOn(series, newest.date))),
    age_business_days: newest ? businessDaysOld(series, newest.date, date, calendar, maxAge) : null,
    change: newest && before ? toWire(newest.rate - before.rate) : null,
    previous_date: before ? before.date : null,
    weekly_average: weeklyAverage === null ? null : toWire(weeklyAverage),
    points: book
      .ratesFromTo(series, addDays(date, 1 - USUAL_DAYS), date)
      .map((point) => ({ date: point.date, rate: toWire(point.rate) })),
    ...(newest && series.kind === 'customs' && customsResponse(book, series, newest.date, date)),
  }
}

export interface RatePeriod {
  readonly series: Series
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly rates: readonly DayRate[]
}

/** Throws 400 if it ends after today or before it begins. */
export function readPeriod(
  { book, today }: RateSnapshot,
  series: Series,
  days: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
): RatePeriod {
  const to = days.to ?? today
  refuseFuture('to', to, today)
  const from = days.from ?? addDays(to, 1 - USUAL_DAYS)
  if (from > to) throw invalid({ from: [t.ratesText.reversedPeriod] })
  return { series, from, to, rates: book.ratesFromTo(series, from, to) }
}

const MAX_MISSING_DAYS = 400

export function rateHistoryResponse(
  snapshot: RateSnapshot,
  period: RatePeriod,
  { missing }: CheckedInput<typeof rateHistory>['query'],
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
      ...(missing !== undefined && { missing: missingIn(snapshot, period) }),
    },
  }
}

/**
 * Returns no day on which a customs rate holds: it is stored on its first day only. Throws 400 for
 * too many days.
 */
export function missingIn(
  { book, today, calendar }: RateSnapshot,
  { series, from, to, rates }: RatePeriod,
) {
  if (daysBetween(from, to) >= MAX_MISSING_DAYS)
    throw invalid({ from: [t.ratesText.tooManyMissing({ most: MAX_MISSING_DAYS })] })
  const isAnswered = (day: CalendarDate) => book.isAnswered(series, day, today)
  const known = new Set(rates.map(({ date }) => date))
  const hasRate = (day: CalendarDate) =>
    known.has(day) || (series.kind === 'customs' && isCustomsDay(book, series, day))
  return [...missingDays(daysFromTo(from, to), { today, calendar, isAnswered }, hasRate)]
}

function isCustomsDay(book: RateBook, series: Series, day: CalendarDate): boolean {
  const newest = book.newestUpTo(series, day)
  return newest !== undefined && customsResponse(book, series, newest.date, day).in_effect
}
