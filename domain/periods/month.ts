import { calendarDateOf, type CalendarDate } from '../calendar-date.ts'

declare const month: unique symbol
/**
 * A month as `YYYY-MM`, from 1901 to 2998, so that every period that holds one lies within the
 * calendar.
 */
export type Month = string & { readonly [month]: true }

export function isMonth(text: string): text is Month {
  const year = Number(text.slice(0, 4))
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && year > 1900 && year < 2999
}

/** The month of a day, held within those that there are. */
export function monthOf(date: CalendarDate): Month {
  return heldWithin(monthNumber(date))
}

/**
 * The month that lies so many after another (before it, where negative), held within those that
 * there are.
 */
export function addMonths(from: Month, months: number): Month {
  return heldWithin(monthNumber(from) + months)
}

/**
 * How many months there are from one to another, both counted; not above 0 where the second lies
 * before.
 */
export function monthsFromTo(from: Month, to: Month): number {
  return monthNumber(to) - monthNumber(from) + 1
}

function heldWithin(number: number): Month {
  const held = Math.min(Math.max(number, 1901 * 12), 2999 * 12 - 1)
  return firstDayOf(held).slice(0, 7) as Month
}

/** Months since January of the year 0. */
export function monthNumber(text: Month | CalendarDate): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1
}

/** The first day of a month by its `monthNumber`. */
export function firstDayOf(number: number): CalendarDate {
  const year = Math.floor(number / 12)
  const text = `${String(year).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`
  // As for days by number: within the calendar it is written as it should be.
  return year < 1900 || year > 2999 ? calendarDateOf(text) : (text as CalendarDate)
}
