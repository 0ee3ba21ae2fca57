import { isBusinessDay, type HolidayDays } from '../../domain/bank-holiday.ts'
import {
  addDays,
  dayInColombo,
  startInColombo,
  type CalendarDate,
} from '../../domain/calendar-date.ts'

/** The Central Bank fixes its indicative rates at 09:30 in Colombo on business days. */
const FIXING_MS = 9.5 * 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Between tries that fail at night: with those of the day, 60 requests are never exceeded. */
const LONGEST_PAUSE_MINUTES = 120

/** The instant of a day's fixing, in milliseconds since 1970. */
function fixingOf(date: CalendarDate): number {
  return startInColombo(date) + FIXING_MS
}

export function newestFixedDay(now: Date, holidays: HolidayDays): CalendarDate {
  let day = dayInColombo(now)
  while (!isBusinessDay(day, holidays) || fixingOf(day) > now.getTime()) day = addDays(day, -1)
  return day
}

/**
 * The next instant after now that is so long after the beginning of a business day, in milliseconds
 * since 1970.
 */
function nextOnBusinessDay(now: Date, sinceMidnightMs: number, holidays: HolidayDays): number {
  let day = dayInColombo(now)
  while (!isBusinessDay(day, holidays) || startInColombo(day) + sinceMidnightMs <= now.getTime())
    day = addDays(day, 1)
  return startInColombo(day) + sinceMidnightMs
}

export function nextFixing(now: Date, holidays: HolidayDays): Date {
  return new Date(nextOnBusinessDay(now, FIXING_MS, holidays))
}

/** The evening of a business day, when the publisher's corrections of the day are there. */
const EVENING_MS = 18 * 3_600_000
/**
 * When a missing day is asked for, in minutes of the day in Colombo: every ten from the fixing to
 * 14:00, then every thirty to 18:00; until 11:00 a failure is followed by a try five minutes later.
 * At most 46 tries.
 */
const [FIRST, RETRIES_END, RARER, LAST] = [9.5 * 60, 11 * 60, 14 * 60, 18 * 60]

function minutesOfTries(failed: boolean): number[] {
  const minutes: number[] = []
  for (let minute = FIRST; minute <= LAST;) {
    minutes.push(minute)
    minute += failed && minute < RETRIES_END ? 5 : minute < RARER ? 10 : 30
  }
  return minutes
}

/** When a day that has not come is asked for next, in milliseconds since 1970. */
function nextTryInDay(now: Date, failed: boolean, holidays: HolidayDays): number {
  const day = dayInColombo(now)
  const instants = isBusinessDay(day, holidays)
    ? minutesOfTries(failed).map((minute) => startInColombo(day) + minute * MINUTE_MS)
    : []
  return instants.find((each) => each > now.getTime()) ?? nextFixing(now, holidays).getTime()
}

/** How a try went. */
export interface Tried {
  readonly failed: boolean
  /** Whether everything of the newest fixed day is there. */
  readonly complete: boolean
  /** Tries in a row before it that failed or were not complete. */
  readonly tries: number
  /** Whether the publisher's corrections are taken up each evening. */
  readonly evening?: boolean
  /** Milliseconds for which the publisher asked to be left alone; a day at most is granted. */
  readonly retryAfterMs?: number
}

/**
 * When to ask the feed again: after the newest fixed day, at the next publication; without it, at
 * the next of the day's times; after a failure, 1, 2, 4, … 120 minutes later, and no later than the
 * others.
 */
export function nextTry(
  now: Date,
  { failed, complete, tries, evening, retryAfterMs = 0 }: Tried,
  holidays: HolidayDays,
): Date {
  const from = new Date(now.getTime() + Math.min(retryAfterMs, DAY_MS))
  if (complete && !failed) return nextPublication(from, holidays, evening)
  const inDay = nextTryInDay(from, failed, holidays)
  const minutes = Math.min(2 ** Math.min(tries, 10), LONGEST_PAUSE_MINUTES)
  return new Date(failed ? Math.min(from.getTime() + minutes * MINUTE_MS, inDay) : inDay)
}

/** Whether what was published in the day may have been corrected: at its evening, or at night. */
export function isEvening(now: Date): boolean {
  return now.getTime() - startInColombo(dayInColombo(now)) >= EVENING_MS
}

/** The next fixing; with `evening`, the next evening where that comes first. */
export function nextPublication(now: Date, holidays: HolidayDays, evening = false): Date {
  const fixing = nextFixing(now, holidays)
  return evening
    ? new Date(Math.min(fixing.getTime(), nextOnBusinessDay(now, EVENING_MS, holidays)))
    : fixing
}
