import { type Calendar, type HolidayDays, isBusinessDay, yearOf } from './bank-holiday.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  daysBetween,
  daysFromTo,
  isWeekend,
} from './calendar-date.ts'
import { isCurrency, type Currency } from './currency.ts'
import { average, type Rate, type RateChange } from './money.ts'

export const RATE_FEEDS = ['cbsl', 'currency-api'] as const
export type RateFeedName = (typeof RATE_FEEDS)[number]

export const PUBLISHER_ERRORS = ['unreachable', 'unknown layout'] as const
export type PublisherError = (typeof PUBLISHER_ERRORS)[number]

export const RATE_SOURCES = ['manual', ...RATE_FEEDS, 'sample'] as const
export type RateSource = (typeof RATE_SOURCES)[number]

export interface DayRate {
  readonly date: CalendarDate
  readonly rate: Rate
  readonly source: RateSource
}

const HISTORY_DAYS = 7

/** Strongest first. Other feeds do not count: two publishers in one series show false jumps. */
export function countingSources(feed: RateFeedName | null): readonly RateSource[] {
  return RATE_SOURCES.filter((source) => source === feed || !isFeed(source))
}

export function rateThatCounts<S, T>(
  sources: readonly S[],
  rateFrom: (source: S) => T | undefined,
): T | undefined {
  for (const source of sources) {
    const rate = rateFrom(source)
    if (rate !== undefined) return rate
  }
  return undefined
}

interface RatesOfDay<Entry, Published> {
  readonly currency: Currency
  readonly entry: Entry | null
  readonly published: Published | null
}

export const rateOfDay = <E, P>({ entry, published }: RatesOfDay<E, P>) => entry ?? published

/** Says how many of the rates of a day are there: the same on every screen. */
export function countDayRates(rows: readonly RatesOfDay<unknown, unknown>[]) {
  // A newer server may know more currencies than a page.
  const known = rows.filter(({ currency }) => isCurrency(currency))
  const entered = known.filter((row) => rateOfDay(row) !== null).length
  return { entered, count: known.length }
}

function isFeed(source: RateSource): source is RateFeedName {
  return RATE_FEEDS.some((feed) => feed === source)
}

/** `no holiday list`: the day may be a holiday. */
export type MissingReason =
  'weekend' | `holiday: ${string}` | 'not published' | 'not received' | 'no holiday list' | 'future'

interface KnownDays {
  readonly today: CalendarDate
  readonly calendar: Calendar
  readonly isAnswered: (date: CalendarDate) => boolean
}

/** A holiday on a weekend is a holiday. */
export function missingReason(
  date: CalendarDate,
  { today, calendar, isAnswered }: KnownDays,
): MissingReason {
  if (date > today) return 'future'
  const holiday = calendar.holidays.get(date)
  if (holiday !== undefined) return `holiday: ${holiday}`
  if (isWeekend(date)) return 'weekend'
  if (!calendar.listedYears.has(yearOf(date))) return 'no holiday list'
  return isAnswered(date) ? 'not published' : 'not received'
}

export interface Week {
  readonly rates: readonly DayRate[]
  readonly weeklyAverage: Rate | null
  readonly missing: readonly { readonly date: CalendarDate; readonly reason: MissingReason }[]
}

/** Returns the days without a rate, each with the reason. */
export function missingDays(
  days: readonly CalendarDate[],
  known: KnownDays,
  hasRate: (day: CalendarDate) => boolean,
): Week['missing'] {
  return days
    .filter((day) => !hasRate(day))
    .map((date) => ({ date, reason: missingReason(date, known) }))
}

export function weekOf(
  date: CalendarDate,
  known: KnownDays,
  rateOn: (day: CalendarDate) => DayRate | undefined,
): Week {
  const days = daysFromTo(addDays(date, 1 - HISTORY_DAYS), date)
  const rates = days.map(rateOn).filter((each) => each !== undefined)
  const missing = missingDays(days, known, (day) => rateOn(day) !== undefined)
  return { rates, weeklyAverage: average(rates.map((each) => each.rate)), missing }
}

interface Dated {
  readonly date: CalendarDate
}

export function lastDayOf(week: {
  readonly rates: readonly Dated[]
  readonly missing: readonly Dated[]
}): CalendarDate {
  const days = [...week.rates, ...week.missing].map(({ date }) => date)
  return calendarDateOf(days.sort().at(-1) ?? '')
}

export function withChanges<R extends { readonly rate: Rate }>(
  rates: readonly R[],
): (R & { change: RateChange })[] {
  return rates.map((each, index) => {
    const before = rates[index - 1]
    return { ...each, change: before ? each.rate - before.rate : 0 }
  })
}

interface Freshness {
  readonly sample: boolean
  /** 0 until a newer rate was due. */
  readonly daysOld: number
}

export interface AnsweredRate {
  readonly date: CalendarDate
  readonly source: RateSource
  readonly requested_date: CalendarDate
  readonly age_business_days: number
}

/** A newer rate is due after a whole business day: on Sunday, Friday's is the newest. */
export function freshnessOf(
  { date, source, requested_date: requested, age_business_days: age }: AnsweredRate,
  day: CalendarDate,
  holidays: HolidayDays,
): Freshness {
  let missed = age
  if (day <= requested) missed -= isBusinessDay(requested, holidays) ? 1 : 0
  else
    for (let each = addDays(requested, 1); each < day; each = addDays(each, 1))
      missed += isBusinessDay(each, holidays) ? 1 : 0
  return { sample: source === 'sample', daysOld: missed > 0 ? daysBetween(date, day) : 0 }
}
