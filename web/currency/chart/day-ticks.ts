import { range } from 'd3-array'
import { calendarDateOf, fromDayNumber, toDayNumber } from '../../../domain/calendar-date.ts'
import { formatDay, formatDayAndMonth, monthName } from '../../../text/sentences.ts'

/** A labelled place on an axis: `at` is a day's number or a value. */
export interface Tick {
  readonly at: number
  readonly text: string
}

/** Labels that a phone has room for, of a day and a month, and of a month or a year alone. */
const MAX_DAYS = 5
const MAX_MONTHS = 7
const DAY_STEPS = [1, 2, 7, 14]
/** Beyond this many days the axis names months. */
const MAX_DAYS_NAMED = 62
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600]
const DAYS_OF_A_MONTH = 30.4
const DAYS_OF_A_YEAR = 366

/** The part of the axis that the name of its last day takes. */
const LAST_ROOM = 0.2

/**
 * The ticks of an axis between two days: days, Mondays, the first days of months, or of years, and
 * the last day.
 */
export function dayTicks(first: number, last: number): readonly Tick[] {
  const days = last - first
  const ticks = days <= MAX_DAYS_NAMED ? ticksOfDays(first, last) : ticksOfMonths(first, last)
  const format = days <= 2 * DAYS_OF_A_YEAR ? formatDayAndMonth : formatDay
  return [
    ...ticks.filter(({ at }) => last - at > 0 && last - at >= days * LAST_ROOM),
    { at: last, text: format(fromDayNumber(last)) },
  ]
}

function ticksOfDays(first: number, last: number): Tick[] {
  const step = stepFor(DAY_STEPS, (last - first + 1) / MAX_DAYS)
  // Day 4 was a Monday.
  const start = step < 7 ? first : first + ((((4 - first) % 7) + 7) % 7)
  return range(start, last + 1, step).map((at) => ({
    at,
    text: formatDayAndMonth(fromDayNumber(at)),
  }))
}

/** A year is named in place of its January. */
function ticksOfMonths(first: number, last: number): Tick[] {
  const step = stepFor(MONTH_STEPS, (last - first) / DAYS_OF_A_MONTH / MAX_MONTHS)
  const start = Math.ceil(monthNumber(first) / step) * step
  return range(start, monthNumber(last) + 1, step)
    .map((month) => {
      const year = Math.floor(month / 12)
      const firstDay = calendarDateOf(`${year}-${String((month % 12) + 1).padStart(2, '0')}-01`)
      const text = month % 12 === 0 ? String(year) : monthName(firstDay)
      return { at: toDayNumber(firstDay), text }
    })
    .filter(({ at }) => at >= first)
}

/** The first step that is large enough. */
function stepFor(steps: readonly number[], least: number): number {
  return steps.find((step) => step >= least) ?? (steps.at(-1) as number)
}

/** Months since January of the year 0. */
function monthNumber(dayNumber: number): number {
  const date = fromDayNumber(dayNumber)
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}
