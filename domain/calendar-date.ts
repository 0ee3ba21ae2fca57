declare const calendarDate: unique symbol

/** A day in the proleptic Gregorian calendar as `YYYY-MM-DD`, years 1900 to 2999; it has no time and no zone. */
export type CalendarDate = string & { readonly [calendarDate]: true }

const DAY_MS = 86_400_000
/** Sri Lanka Standard Time is UTC+5:30 all year since 2006-04-15 (IANA zone Asia/Colombo). */
const COLOMBO_OFFSET_MS = 19_800_000
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Whether a value is a day that exists, written `YYYY-MM-DD`: `2026-02-30` and `26-2-3` are not. */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string') return false
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1900 || year > 2999 || month < 1 || month > 12) return false
  return day >= 1 && day <= daysInMonth(year, month)
}

/** The day that a text names. Throws a RangeError for anything else: for constants and for what the database holds. */
export function calendarDateOf(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`Not a calendar date: ${text}`)
  return text
}

/** The day in Colombo at an instant. The one place where a day is made out of an instant. */
export function dayInColombo(instant: Date): CalendarDate {
  return fromDayNumber(Math.floor((instant.getTime() + COLOMBO_OFFSET_MS) / DAY_MS))
}

/** The time of day in Colombo at an instant: `14:05`. */
export function timeInColombo(instant: Date): string {
  return new Date(instant.getTime() + COLOMBO_OFFSET_MS).toISOString().slice(11, 16)
}

/** The instant at which a day begins in Colombo (18:30 UTC of the day before), in milliseconds since 1970. */
export function startInColombo(date: CalendarDate): number {
  return toDayNumber(date) * DAY_MS - COLOMBO_OFFSET_MS
}

/** The ends of the calendar here, as day numbers: 1 January 1900 and 31 December 2999. */
const FIRST_NUMBER = -25_567
const LAST_NUMBER = 376_199

/** The day `days` after (or, when negative, before) another, held within the years 1900 to 2999. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(Math.min(Math.max(toDayNumber(date) + days, FIRST_NUMBER), LAST_NUMBER))
}

/** How many days `to` lies after `from`; negative when it lies before. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(to) - toDayNumber(from)
}

/** Every day from `from` to `to`, both included, ascending; empty when `to` lies before. */
export function daysFromTo(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const count = daysBetween(from, to) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** Whether a day is a Saturday or a Sunday, on which Sri Lanka's banks do not trade. */
export function isWeekend(date: CalendarDate): boolean {
  const weekday = weekdayOf(date)
  return weekday === 0 || weekday === 6
}

/** Short weekday, month, day: `Mon, Sep 28`, as the specification's table of seven days has it; nothing else does. */
export function formatWeekday(date: CalendarDate): string {
  const { month, day } = fieldsOf(date)
  return `${weekdayName(date)}, ${monthName(month)} ${day}`
}

/** Day, month, year: `29 Sep 2026`, which no reader takes for another day. */
export function formatDay(date: CalendarDate): string {
  const { year, month, day } = fieldsOf(date)
  return `${day} ${monthName(month)} ${year}`
}

/** The same with its weekday: `Tue, 29 Sep 2026`. */
export function formatWeekdayAndDay(date: CalendarDate): string {
  return `${weekdayName(date)}, ${formatDay(date)}`
}

/** Short English name of the weekday: `Mon`. */
export function weekdayName(date: CalendarDate): string {
  return WEEKDAYS[weekdayOf(date)] ?? ''
}

function monthName(month: number): string {
  return MONTHS[month - 1] ?? ''
}

/** The weekday as a number: 0 is Sunday, 6 Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return (((toDayNumber(date) + 4) % 7) + 7) % 7
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function fieldsOf(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: twoAt(date, 0) * 100 + twoAt(date, 2), month: twoAt(date, 5), day: twoAt(date, 8) }
}

/** The number that two digits say; slicing texts would be most of the cost of a walk over years. */
function twoAt(date: CalendarDate, at: number): number {
  return date.charCodeAt(at) * 10 + date.charCodeAt(at + 1) - 528
}

/**
 * Days since 1970-01-01. Integer arithmetic only, after Howard Hinnant's `days_from_civil`
 * (https://howardhinnant.github.io/date_algorithms.html): March starts the year, so that a leap day ends it.
 */
export function toDayNumber(date: CalendarDate): number {
  const { year: civilYear, month, day } = fieldsOf(date)
  const year = month <= 2 ? civilYear - 1 : civilYear
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The days that were written so far: walks over years write the same ones each time, and writing was most of their cost. */
const written = new Map<number, CalendarDate>()

/** The inverse of `toDayNumber`. */
export function fromDayNumber(dayNumber: number): CalendarDate {
  const known = written.get(dayNumber)
  if (known !== undefined) return known
  const date = writeDay(dayNumber)
  written.set(dayNumber, date)
  return date
}

/** Hinnant's `civil_from_days`. */
function writeDay(dayNumber: number): CalendarDate {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  // A day within the calendar is written as it should be; checking the text takes three times as long as making it.
  const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  return dayNumber < FIRST_NUMBER || dayNumber > LAST_NUMBER ? calendarDateOf(text) : (text as CalendarDate)
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}
