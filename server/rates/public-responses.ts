import type { ResponseBody } from '../../contract/endpoint.ts'
import type {
  currentRate,
  feedState,
  lastSevenDays,
  PublishedRate,
  rateSeries,
} from '../../contract/rates/rates.ts'
import type { KindAndPublisher } from '../../contract/values.ts'
import { businessDaysAfter, type Calendar } from '../../domain/bank-holiday.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { customsEffect } from '../../domain/customs-week.ts'
import { TARGET_CURRENCY, unitsFields } from '../../domain/currency.ts'
import { missingReason, weekOf, type DayRate } from '../../domain/rate-precedence.ts'
import { toWire } from '../../domain/money.ts'
import {
  DEFAULT_KIND,
  publisherName,
  publishers,
  RATE_KINDS,
  type Series,
  seriesOfKind,
} from '../../domain/series.ts'
import { ApiError, invalid } from '../errors.ts'
import type { RateBook } from './rate-book.ts'
import { t } from '../../text/sentences.ts'

/** What the public responses are made of; the same always make the same bytes. */
export interface RateSnapshot {
  readonly book: RateBook
  readonly today: CalendarDate
  readonly calendar: Calendar
}

/** A response names kind and publisher where the request did. */
export function naming<T extends { readonly data: object }>(
  { kind, publisher }: KindAndPublisher,
  response: T,
): T & { data: KindAndPublisher } {
  const named = { ...(kind && { kind }), ...(publisher && { publisher }) }
  return { ...response, data: { ...response.data, ...named } }
}

/**
 * The rate of the newest day up to `date` (today by default). Throws 404 where there is none or it
 * is too old, 400 for a day to come.
 */
export function currentRateResponse(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate = today,
  maxAge = Infinity,
): ResponseBody<typeof currentRate> {
  refuseFuture('date', date, today)
  const found = book.newestUpTo(series, date)
  if (!found) {
    throw new ApiError('not_found', t.ratesText.none({ name: fullRateName(series), date }))
  }
  const age = ageOf(series, found.date, date, calendar, maxAge)
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

/** What an answer says of a customs rate's days of effect, as of `date`. */
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

/**
 * The age in business days of a rate of `rateDate` on a day. Throws 404 where it is above `maxAge`.
 */
export function ageOf(
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

/** What a sentence calls a rate in full: `Sampath Bank TT selling rate of the US Dollar`. */
export const fullRateName = ({ currency, kind, publisher }: Series): string =>
  t.ratesText.name({ currency, kind, publisher: publisher && publisherName(publisher) })

/** Why a series has no rate on a day, as a 404. */
export function noRateOn(
  series: Series,
  date: CalendarDate,
  { today, calendar }: Pick<RateSnapshot, 'today' | 'calendar'>,
): ApiError {
  const why = missingReason(date, today, calendar)
  const reason = why === 'no holiday list' ? t.ratesText.notPublished : why
  return new ApiError(
    'not_found',
    t.ratesText.noneOnDay({ name: fullRateName(series), date, reason }),
  )
}

/** The seven days that end with `date`. Throws 400 for a day to come. */
export function lastSevenDaysResponse(
  { book, today, calendar }: RateSnapshot,
  series: Series,
  date: CalendarDate = today,
): ResponseBody<typeof lastSevenDays> {
  refuseFuture('date', date, today)
  const week = weekOf(date, today, calendar, (day) => book.rateOn(series, day))
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

/** Which feed is followed and how it stands. `newest_date` leaves out days to come. */
export function feedStateResponse({ book, today }: RateSnapshot): ResponseBody<typeof feedState> {
  const all = seriesOfKind(DEFAULT_KIND)
  const newest = all
    .map((series) => book.newestUpTo(series, today)?.date)
    .filter((each) => each !== undefined)
  const { lastSuccessAt, failing, pagesError, isStoodInFor } = book.feedStatus
  return {
    data: {
      feed: book.feed,
      newest_date: book.newestPublishedDay(all, today) ?? newest.sort().at(-1) ?? null,
      last_success_at: lastSuccessAt?.toISOString() ?? null,
      failing,
      ...(book.feed && book.isFeedOff && { off: true as const }),
      ...(pagesError !== null && { publisher_error: pagesError }),
      ...(isStoodInFor && { via: 'frankfurter' as const }),
      sample: book.hasSample,
    },
  }
}

export function rateSeriesResponse({ book, today }: RateSnapshot): ResponseBody<typeof rateSeries> {
  const ofAll = [undefined, ...publishers().map(({ id }) => id)].flatMap((publisher) =>
    RATE_KINDS.map((kind) => ({ kind, ...(publisher && { publisher }) })),
  )
  return {
    data: {
      series: ofAll.filter(({ kind, publisher }) =>
        seriesOfKind(kind, publisher).some((series) => book.newestUpTo(series, today)),
      ),
    },
  }
}

/** Refuses a day after today with a sentence that names today. */
export function refuseFuture(field: string, date: CalendarDate, today: CalendarDate): void {
  if (date > today) {
    throw invalid({ [field]: [t.ratesText.afterToday({ today })] })
  }
}

/** The rate that counts on a day as it goes over the wire, with the published one beside it. */
export const dayRateResponse = (book: RateBook, series: Series, counting: DayRate) => ({
  date: counting.date,
  rate: toWire(counting.rate),
  source: counting.source,
  ...publishedBeside(counting, () => book.publishedOn(series, counting.date)),
})

type SourceRate = Pick<DayRate, 'rate' | 'source'>

/** What is published beside a rate that was entered by hand; nothing for any other. */
export function publishedBeside(
  counting: SourceRate,
  publishedOn: () => SourceRate | undefined,
): { published?: PublishedRate } {
  const published = counting.source === 'manual' ? publishedOn() : undefined
  if (!published) return {}
  const { rate, source } = published
  return { published: { rate: toWire(rate), source, difference: toWire(counting.rate - rate) } }
}
