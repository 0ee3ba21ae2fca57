import { isBusinessDay, type HolidayDays } from '../../domain/bank-holiday.ts'
import {
  addDays,
  dayInColombo,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { MOST_REQUESTS } from './publisher-requests.ts'

const HOUR_MS = 3_600_000
export const RETRY_MS = 10 * 60_000

/** In hours after midnight in Colombo. */
interface Timetable {
  readonly first: number
  readonly every: number
  readonly until: number
  /** A last run for corrections, also of a complete day. */
  readonly evening?: number
  readonly hasDay: (date: CalendarDate, holidays: HolidayDays) => boolean
}

/** The Central Bank fixes its rates at 09:30 on business days; currency-api appears after 05:30. */
const TIMETABLES: Readonly<Record<RateFeedName, Timetable>> = {
  cbsl: { first: 9.5, every: 1 / 6, until: 14, evening: 18, hasDay: isBusinessDay },
  'currency-api': { first: 5.5, every: 3, until: 23.5, hasDay: () => true },
}

const at = (date: CalendarDate, hour: number) =>
  Math.round((startInColombo(date) + hour * HOUR_MS) / 60_000) * 60_000

const hourOf = (feed: RateFeedName, run: 'first' | 'last') => {
  const { first, until, evening = until } = TIMETABLES[feed]
  return run === 'first' ? first : evening
}

/** An answer after a day's last run is its last word on the day. */
export const isFinalAnswer = (feed: RateFeedName, date: CalendarDate, instant: Date): boolean =>
  instant.getTime() >= at(date, hourOf(feed, 'last'))

/** The newest day that the feed has rates for and whose first or last run is due. */
export function newestDay(
  feed: RateFeedName,
  run: 'first' | 'last',
  now: Date,
  holidays: HolidayDays,
): CalendarDate {
  let day = dayInColombo(now)
  while (!TIMETABLES[feed].hasDay(day, holidays) || at(day, hourOf(feed, run)) > now.getTime())
    day = addDays(day, -1)
  return day
}

interface RatesState {
  readonly isComplete: boolean
  readonly isBehind: boolean
}

export function nextRun(
  feed: RateFeedName,
  now: Date,
  { isComplete, isBehind }: RatesState,
  holidays: HolidayDays,
): Date {
  const { first, every, until, evening, hasDay } = TIMETABLES[feed]
  const count = Math.round((until - first) / every) + 1
  const hours = Array.from({ length: count }, (_, index) => first + index * every)
  const today = dayInColombo(now)
  for (let day = today; ; day = addDays(day, 1)) {
    if (!hasDay(day, holidays)) continue
    const isDone = day === today && isComplete && at(day, first) <= now.getTime()
    const next = [...(isDone ? [] : hours), ...(evening === undefined ? [] : [evening])]
      .map((hour) => at(day, hour))
      .find((instant) => instant > now.getTime())
    if (next !== undefined)
      return new Date(isBehind ? Math.min(next, now.getTime() + RETRY_MS) : next)
  }
}

/** Leaves most requests for the hours from 09:30. */
const NIGHT_REQUESTS = 20

/** The requests of a day that an archive may use: the day's own rates come first. */
export function archiveShare(feed: RateFeedName, now: Date, holidays: HolidayDays): number {
  const today = dayInColombo(now)
  const isDone = !TIMETABLES[feed].hasDay(today, holidays) || isFinalAnswer(feed, today, now)
  return isDone ? MOST_REQUESTS : NIGHT_REQUESTS
}

/** The requests of a day that may be used up until an instant. */
export function requestShare(
  feed: RateFeedName,
  now: Date,
  holidays: HolidayDays,
): { readonly limit: number; readonly until: Date } {
  const today = dayInColombo(now)
  const first = at(today, hourOf(feed, 'first'))
  return TIMETABLES[feed].hasDay(today, holidays) && now.getTime() < first
    ? { limit: NIGHT_REQUESTS, until: new Date(first) }
    : { limit: MOST_REQUESTS, until: new Date(startInColombo(addDays(today, 1))) }
}
