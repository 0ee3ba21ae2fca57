import { addDays, daysBetween, isWeekend, type CalendarDate } from './calendar-date.ts'

export const HOLIDAY_SCOPES = ['bank', 'special'] as const
type HolidayScope = (typeof HOLIDAY_SCOPES)[number]

export const MAX_HOLIDAY_NAME = 100

export interface BankHoliday {
  readonly date: CalendarDate
  readonly name: string
  readonly scope: HolidayScope
}

export interface HolidayDays {
  has(date: CalendarDate): boolean
}

export interface Calendar {
  readonly holidays: ReadonlyMap<CalendarDate, string>
  readonly listedYears: ReadonlySet<number>
}

/** Each full moon is a holiday (Poya Day), so a full list has at least 12. */
export const MIN_LISTED_HOLIDAYS = 12

export function calendarOf(holidays: readonly BankHoliday[]): Calendar {
  const counts = new Map<number, number>()
  for (const { date, scope } of holidays)
    if (scope === 'bank') counts.set(yearOf(date), (counts.get(yearOf(date)) ?? 0) + 1)
  const listed = [...counts].filter(([, count]) => count >= MIN_LISTED_HOLIDAYS)
  return {
    holidays: new Map(holidays.map(({ date, name }) => [date, name])),
    listedYears: new Set(listed.map(([year]) => year)),
  }
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4))
}

export function isBusinessDay(date: CalendarDate, holidays: HolidayDays): boolean {
  return !isWeekend(date) && !holidays.has(date)
}

export function businessDayBefore(date: CalendarDate, holidays: HolidayDays): CalendarDate {
  let day = addDays(date, -1)
  while (!isBusinessDay(day, holidays)) day = addDays(day, -1)
  return day
}

export function businessDaysAfter(
  from: CalendarDate,
  to: CalendarDate,
  { holidays }: Calendar,
): number {
  if (to <= from) return 0
  const closed = [...holidays.keys()].filter(
    (date) => date > from && date <= to && !isWeekend(date),
  )
  return weekdaysAfter(from, daysBetween(from, to)) - closed.length
}

function weekdaysAfter(from: CalendarDate, days: number): number {
  const weeks = Math.floor(days / 7)
  const rest = Array.from({ length: days % 7 }, (_, index) => addDays(from, weeks * 7 + index + 1))
  return weeks * 5 + rest.filter((date) => !isWeekend(date)).length
}

const LIST_DUE = '-11-01'

/** This year and, from 1 November, the next: the Central Bank publishes months ahead. */
export function yearsMissing(today: CalendarDate, { listedYears }: Calendar): number[] {
  const year = yearOf(today)
  const due = today >= `${year}${LIST_DUE}` ? [year, year + 1] : [year]
  return due.filter((each) => !listedYears.has(each))
}
