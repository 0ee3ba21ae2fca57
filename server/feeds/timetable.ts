import { isBusinessDay, type HolidayDays } from '../../domain/bank-holiday.ts'
import {
  addDays,
  dayInColombo,
  daysFromTo,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { MOST_REQUESTS } from './publisher-requests.ts'

const HOUR_MS = 3_600_000
export const RETRY_MS = 10 * 60_000

interface Timetable {
  /** Hours after midnight in Colombo. */
  readonly hours: readonly number[]
  /** Also asks for corrections; ends the day for the feed. */
  readonly lastHour: number
  readonly hasDay: (date: CalendarDate, holidays: HolidayDays) => boolean
}

/** The Central Bank fixes its rates at 09:30 on business days; currency-api appears after 05:30. */
const TIMETABLES: Readonly<Record<RateFeedName, Timetable>> = {
  cbsl: {
    hours: Array.from({ length: 28 }, (_, index) => 9.5 + index / 6),
    lastHour: 18,
    hasDay: isBusinessDay,
  },
  'currency-api': {
    hours: [5.5, 8.5, 11.5, 14.5, 17.5, 20.5, 23.5],
    lastHour: 23.5,
    hasDay: () => true,
  },
}

const at = (date: CalendarDate, hour: number) =>
  Math.round((startInColombo(date) + hour * HOUR_MS) / 60_000) * 60_000

export const isFinalAnswer = (feed: RateFeedName, date: CalendarDate, instant: Date): boolean =>
  instant.getTime() >= at(date, TIMETABLES[feed].lastHour)

export const isEvening = (feed: RateFeedName, now: Date): boolean =>
  isFinalAnswer(feed, dayInColombo(now), now)

export function newestDueDay(feed: RateFeedName, now: Date, holidays: HolidayDays): CalendarDate {
  const { hasDay } = TIMETABLES[feed]
  let day = dayInColombo(now)
  while (!hasDay(day, holidays) || !isFinalAnswer(feed, day, now)) day = addDays(day, -1)
  return day
}

export function newestExpectedDay(
  feed: RateFeedName,
  now: Date,
  holidays: HolidayDays,
): CalendarDate {
  const { hasDay, hours } = TIMETABLES[feed]
  let day = dayInColombo(now)
  while (!hasDay(day, holidays) || at(day, hours[0] ?? 0) > now.getTime()) day = addDays(day, -1)
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
  const { hours, lastHour, hasDay } = TIMETABLES[feed]
  const today = dayInColombo(now)
  // Banks never close for two weeks.
  const planned = daysFromTo(today, addDays(today, 14)).flatMap((day) => {
    if (!hasDay(day, holidays)) return []
    const isDone = day === today && isComplete && at(day, hours[0] ?? 0) <= now.getTime()
    const corrections = hours.includes(lastHour) ? [] : [lastHour]
    return [...(isDone ? [] : hours), ...corrections].map((hour) => at(day, hour))
  })
  const next = planned.find((each) => each > now.getTime()) ?? Infinity
  return new Date(isBehind ? Math.min(next, now.getTime() + RETRY_MS) : next)
}

/** Leaves most requests for the hours from 09:30. */
const NIGHT_REQUESTS = 20

export function requestLimit(feed: RateFeedName, now: Date, holidays: HolidayDays): number {
  const { hours, hasDay } = TIMETABLES[feed]
  const today = dayInColombo(now)
  const isEarly = hasDay(today, holidays) && now.getTime() < at(today, hours[0] ?? 0)
  return isEarly ? NIGHT_REQUESTS : MOST_REQUESTS
}

export function nextShare(feed: RateFeedName, now: Date, holidays: HolidayDays): Date {
  const today = dayInColombo(now)
  const isEarly = requestLimit(feed, now, holidays) < MOST_REQUESTS
  const first = at(today, TIMETABLES[feed].hours[0] ?? 0)
  return new Date(isEarly ? first : startInColombo(addDays(today, 1)))
}
