import { type Calendar, isBusinessDay } from './bank-holiday.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateOf,
  fromDayNumber,
  toDayNumber,
} from './calendar-date.ts'
import { mean, percentChange, type Rate } from './money.ts'
import { missingReason, type MissingReason } from './rate-precedence.ts'

declare const month: unique symbol
/** `YYYY-MM`, 1901 to 2998, so that its tax year lies within the calendar. */
export type Month = string & { readonly [month]: true }

export function isMonth(text: string): text is Month {
  const year = Number(text.slice(0, 4))
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && year > 1900 && year < 2999
}

export function monthOf(date: CalendarDate): Month {
  return heldWithin(monthNumber(date))
}

export function addMonths(from: Month, months: number): Month {
  return heldWithin(monthNumber(from) + months)
}

export function monthsFromTo(from: Month, to: Month): number {
  return monthNumber(to) - monthNumber(from) + 1
}

function heldWithin(number: number): Month {
  const held = Math.min(Math.max(number, 1901 * 12), 2999 * 12 - 1)
  return firstDayOf(held).slice(0, 7) as Month
}

export function monthNumber(text: Month | CalendarDate): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1
}

function firstDayOf(number: number): CalendarDate {
  const year = Math.floor(number / 12)
  const text = `${String(year).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`
  return year < 1900 || year > 2999 ? calendarDateOf(text) : (text as CalendarDate)
}

/** A tax year is 1 April to 31 March. */
export const PERIOD_UNITS = ['month', 'quarter', 'year', 'tax-year'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

export const MAX_PERIOD_MONTHS = 480
/** Business days for corrections before a period is sealed. */
const DAYS_BEFORE_SEAL = 3
/** In per cent; above it an average is a poor approximation. */
const STEADY_PERCENT = 5

const SHAPES: Readonly<Record<PeriodUnit, { readonly months: number; readonly begins: number }>> = {
  month: { months: 1, begins: 0 },
  quarter: { months: 3, begins: 0 },
  year: { months: 12, begins: 0 },
  'tax-year': { months: 12, begins: 3 },
}

export interface Period {
  readonly unit: PeriodUnit
  /** `2025-08`, `2025-Q3`, `2025`, `2025/26`. */
  readonly name: string
  readonly from: CalendarDate
  readonly to: CalendarDate
}

export interface SeriesRates {
  readonly on: (day: number) => Rate | undefined
  readonly newestUpTo: (day: number) => number | undefined
  readonly oldest: number | undefined
  readonly isAnswered: (date: CalendarDate, today: CalendarDate) => boolean
}

export interface DatedRate {
  readonly rate: Rate
  readonly date: CalendarDate
}

export interface AverageRate {
  readonly rate: Rate
  readonly days: number
}

export interface PeriodFigures {
  /** The newest rate before the period. */
  readonly opening: DatedRate | null
  readonly closing: DatedRate
  readonly averagePublished: AverageRate
  /** Each calendar day since the first rate counts with the newest rate. */
  readonly averageCalendar: AverageRate
  readonly min: DatedRate
  readonly max: DatedRate
}

export interface PeriodResult {
  readonly period: Period
  readonly figures: PeriodFigures | null
  readonly reason: 'future' | 'no rate' | null
  readonly missing: readonly { readonly date: CalendarDate; readonly reason: MissingReason }[]
  readonly complete: boolean
}

export function monthsOf(unit: PeriodUnit): number {
  return SHAPES[unit].months
}

export function periodsFromTo(unit: PeriodUnit, from: Month, to: Month): Period[] {
  const { months, begins } = SHAPES[unit]
  const last = monthNumber(to)
  const number = monthNumber(from)
  const first = number - ((((number - begins) % months) + months) % months)
  const count = last < number ? 0 : Math.floor((last - first) / months) + 1
  return Array.from({ length: count }, (_, index) => periodFrom(unit, first + index * months))
}

export interface AsOf {
  readonly today: CalendarDate
  readonly calendar: Calendar
}

export function periodResult(
  period: Period,
  rates: SeriesRates,
  { today, calendar }: AsOf,
): PeriodResult {
  if (period.from > today)
    return { period, figures: null, reason: 'future', missing: [], complete: false }
  const last = period.to < today ? period.to : today
  const { figures, missing } = walk(toDayNumber(period.from), toDayNumber(last), rates, {
    today,
    calendar,
  })
  const known =
    rates.oldest !== undefined &&
    fromDayNumber(rates.oldest) <= businessDayFrom(period.from, 1, calendar)
  const complete = period.to < today && figures !== null && known
  return { period, figures, reason: figures ? null : 'no rate', missing, complete }
}

export function sealDay({ to }: Period, calendar: Calendar): CalendarDate {
  return addDays(businessDayFrom(addDays(to, 1), DAYS_BEFORE_SEAL, calendar), 1)
}

/** (max − min) / min in hundredths of a per cent. */
export function movedHundredths({ min, max }: Pick<PeriodFigures, 'min' | 'max'>): number {
  return percentChange(min.rate, max.rate)
}

export function movedFar({ min, max }: Pick<PeriodFigures, 'min' | 'max'>): boolean {
  return (BigInt(max.rate) - BigInt(min.rate)) * 100n > BigInt(min.rate) * BigInt(STEADY_PERCENT)
}

export function sameFigures(one: PeriodFigures, other: PeriodFigures): boolean {
  const names = ['opening', 'closing', 'averagePublished', 'averageCalendar', 'min', 'max'] as const
  return names.every((name) => {
    const [a, b] = [one[name], other[name]]
    return (
      a === b ||
      (a !== null && b !== null && Object.entries(a).every(([k, v]) => b[k as never] === v))
    )
  })
}

/** Exact: no rate exceeds 10^12, so a sum of 366 rates is a safe integer. */
function walk(
  first: number,
  last: number,
  rates: SeriesRates,
  { today, calendar }: AsOf,
): Pick<PeriodResult, 'figures' | 'missing'> {
  const isAnswered = (date: CalendarDate) => rates.isAnswered(date, today)
  const before = rates.newestUpTo(first - 1)
  const dated = (day: number) => ({ rate: rates.on(day) ?? (0 as Rate), date: fromDayNumber(day) })
  const opening = before === undefined ? null : dated(before)
  const missing: PeriodResult['missing'][number][] = []
  const published = { total: 0, days: 0 }
  const everyDay = { total: 0, days: 0 }
  let inEffect = opening?.rate
  let [closing, min, max] = [first, first, first]
  let [low, high] = [Infinity, 0]
  for (let day = first; day <= last; day++) {
    const rate = rates.on(day)
    if (rate === undefined) {
      const date = fromDayNumber(day)
      missing.push({ date, reason: missingReason(date, { today, calendar, isAnswered }) })
    } else {
      if (rate < low) [low, min] = [rate, day]
      if (rate > high) [high, max] = [rate, day]
      published.total += rate
      published.days++
      closing = day
      inEffect = rate
    }
    if (inEffect === undefined) continue
    everyDay.total += inEffect
    everyDay.days++
  }
  if (published.days === 0) return { figures: null, missing }
  const figures = {
    opening,
    closing: dated(closing),
    averagePublished: { rate: mean(published.total, published.days), days: published.days },
    averageCalendar: { rate: mean(everyDay.total, everyDay.days), days: everyDay.days },
    min: dated(min),
    max: dated(max),
  }
  return { figures, missing }
}

function businessDayFrom(date: CalendarDate, count: number, { holidays }: Calendar): CalendarDate {
  let day = date
  for (let left = count; ; day = addDays(day, 1)) {
    if (isBusinessDay(day, holidays) && --left === 0) return day
  }
}

function periodFrom(unit: PeriodUnit, first: number): Period {
  const from = firstDayOf(first)
  const to = addDays(firstDayOf(first + SHAPES[unit].months), -1)
  return { unit, name: formatPeriodName(unit, from, to), from, to }
}

function formatPeriodName(unit: PeriodUnit, from: CalendarDate, to: CalendarDate): string {
  const year = from.slice(0, 4)
  if (unit === 'month') return from.slice(0, 7)
  if (unit === 'quarter') return `${year}-Q${Math.ceil(Number(to.slice(5, 7)) / 3)}`
  return unit === 'year' ? year : `${year}/${to.slice(2, 4)}`
}
