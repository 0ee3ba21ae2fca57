declare const calendarDate: unique symbol

/** Proleptic Gregorian `YYYY-MM-DD`, years 1900 to 2999. */
export type CalendarDate = string & { readonly [calendarDate]: true }

export const FIRST_DAY = '1900-01-01' as CalendarDate

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** UTC+5:30 all year since 15 April 2006, 00:30 (IANA, Asia/Colombo). */
const COLOMBO_OFFSET_MS = 19_800_000
const SINCE_MS = Date.UTC(2006, 3, 14, 18, 30)
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string' || !/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(value)) return false
  // `Date` accepts 30 February as 2 March.
  return new Date(value).getUTCDate() === Number(value.slice(8))
}

/** Throws a RangeError. */
export function calendarDateOf(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`Not a calendar date: ${text}`)
  return text
}

/** The only function that turns an instant into a day. */
export function dayInColombo(instant: Date): CalendarDate {
  const ms = instant.getTime()
  return fromDayNumber(Math.floor((ms + colomboOffset(ms)) / DAY_MS))
}

export function timeInColombo(instant: Date): string {
  const ms = instant.getTime()
  return new Date(ms + colomboOffset(ms)).toISOString().slice(11, 16)
}

/** In milliseconds since 1970. */
export function startInColombo(date: CalendarDate): number {
  const utc = toDayNumber(date) * DAY_MS
  const start = utc - COLOMBO_OFFSET_MS
  if (start > SINCE_MS) return start
  // At a midnight that a clock change skipped, the earlier offset holds.
  const offsets = [start - 2 * HOUR_MS, start + 2 * HOUR_MS].map(colomboOffset)
  const starts = offsets.map((offset) => utc - offset).sort((one, other) => one - other)
  return starts.find((each) => dayInColombo(new Date(each)) === date) ?? start
}

/** Sri Lanka changed its clocks ten times from 1942 to 2006. */
function colomboOffset(ms: number): number {
  if (ms >= SINCE_MS || Number.isNaN(ms)) return COLOMBO_OFFSET_MS
  oldClock ??= new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Colombo',
    timeZoneName: 'longOffset',
  })
  const parts = /GMT\+(\d\d):(\d\d)(?::(\d\d))?/.exec(oldClock.format(ms)) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part || 0))
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
let oldClock: Intl.DateTimeFormat | undefined

const FIRST_NUMBER = -25_567
const LAST_NUMBER = 376_199

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(Math.min(Math.max(toDayNumber(date) + days, FIRST_NUMBER), LAST_NUMBER))
}

/** The last day of a shorter month. */
export function monthsBefore(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return fromDayNumber(Date.UTC(year, month - 1 - months, Math.min(day, lastDay)) / DAY_MS)
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(to) - toDayNumber(from)
}

export function daysFromTo(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const first = toDayNumber(from)
  const count = toDayNumber(to) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => fromDayNumber(first + index))
}

export function isWeekend(date: CalendarDate): boolean {
  const weekday = weekdayOf(date)
  return weekday === 0 || weekday === 6
}

export function weekdayName(date: CalendarDate): string {
  return WEEKDAYS[weekdayOf(date)] ?? ''
}

export function weekdayOf(date: CalendarDate): number {
  return (((toDayNumber(date) + 4) % 7) + 7) % 7
}

/** Cached: conversions dominated loops over years. */
const numbers = new Map<CalendarDate, number>()
const dates = new Map<number, CalendarDate>()

/** Days since 1970-01-01. */
export function toDayNumber(date: CalendarDate): number {
  const known = numbers.get(date)
  if (known !== undefined) return known
  const dayNumber = Date.parse(date) / DAY_MS
  numbers.set(date, dayNumber)
  return dayNumber
}

/** Throws a RangeError outside 1900 to 2999. */
export function fromDayNumber(dayNumber: number): CalendarDate {
  const known = dates.get(dayNumber)
  if (known !== undefined) return known
  const date = calendarDateOf(new Date(dayNumber * DAY_MS).toISOString().slice(0, 10))
  dates.set(dayNumber, date)
  return date
}
