import { isBusinessDay, type HolidayDays } from '../../domain/bank-holiday.ts'
import { addDays, dayInColombo, startInColombo, type CalendarDate } from '../../domain/calendar-date.ts'

/** The Central Bank fixes its indicative rates at 09:30 in Colombo on business days. */
const FIXING_MS = 9.5 * 3_600_000
const MINUTE_MS = 60_000
const LONGEST_PAUSE_MINUTES = 60

/** The instant of a day's fixing, in milliseconds since 1970. */
function fixingOf(date: CalendarDate): number {
  return startInColombo(date) + FIXING_MS
}

/** The newest day whose rates have been fixed by now. */
export function newestFixedDay(now: Date, holidays: HolidayDays): CalendarDate {
  let day = dayInColombo(now)
  while (!isBusinessDay(day, holidays) || fixingOf(day) > now.getTime()) day = addDays(day, -1)
  return day
}

/** The next instant after now that is so long after the beginning of a business day, in milliseconds since 1970. */
function nextOnBusinessDay(now: Date, sinceMidnightMs: number, holidays: HolidayDays): number {
  let day = dayInColombo(now)
  while (!isBusinessDay(day, holidays) || startInColombo(day) + sinceMidnightMs <= now.getTime())
    day = addDays(day, 1)
  return startInColombo(day) + sinceMidnightMs
}

/** The next fixing after now. */
export function nextFixing(now: Date, holidays: HolidayDays): Date {
  return new Date(nextOnBusinessDay(now, FIXING_MS, holidays))
}

/** The evening of a business day, when the publisher's corrections of the day are there. */
const EVENING_MS = 18 * 3_600_000
/** So long after a fixing its rates are waited for, minutes apart; a holiday that no list names brings none. */
const LONGEST_WAIT_MS = 3 * 3_600_000

/**
 * When to ask the feed again. After a try that brought the newest fixed day: at the next fixing. After one that failed:
 * 1, 2, 4, … minutes later. After one that was answered without that day: 5, 10, 20, … minutes later, for the feed
 * follows the fixing with a delay, and holidays that no list names exist. Never later than an hour, or than the next
 * fixing. With `evening`, each business day's evening counts like a fixing, and what has not come hours after a fixing is left to it.
 */
export function nextTry(
  now: Date,
  try_: { failed: boolean; complete: boolean; tries: number; evening?: boolean },
  holidays: HolidayDays,
): Date {
  const next = nextPublication(now, holidays, try_.evening)
  if (try_.complete && !try_.failed) return next
  const waited = now.getTime() - fixingOf(newestFixedDay(now, holidays))
  if (try_.evening && !try_.failed && waited >= LONGEST_WAIT_MS) return next
  const first = try_.failed ? 1 : 5
  const minutes = Math.min(first * 2 ** Math.min(try_.tries, 10), LONGEST_PAUSE_MINUTES)
  return new Date(Math.min(now.getTime() + minutes * MINUTE_MS, next.getTime()))
}

/** When the publisher has something new: the next fixing; with `evening`, the next evening where that comes first. */
export function nextPublication(now: Date, holidays: HolidayDays, evening = false): Date {
  const fixing = nextFixing(now, holidays)
  return evening ? new Date(Math.min(fixing.getTime(), nextOnBusinessDay(now, EVENING_MS, holidays))) : fixing
}
