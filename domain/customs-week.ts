import { addDays, daysBetween, weekdayOf, type CalendarDate } from './calendar-date.ts'
import type { Rate } from './money.ts'
import type { DayRate } from './rate-precedence.ts'
import type { RateWarning } from './rate-warnings.ts'

export interface CustomsWeek {
  readonly firstDay: CalendarDate
  readonly lastDay: CalendarDate
  readonly gazette: string
  readonly document: string | null
}

export const CUSTOMS_DAYS_AHEAD = 14
export const MAX_CUSTOMS_DAYS = 31
export const MAX_GAZETTE = 60
export const MAX_DOCUMENT = 500
const OVERDUE_AFTER_DAYS = 10

export function nextCustomsDay(
  lastDays: readonly CalendarDate[],
  today: CalendarDate,
): CalendarDate {
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  return [monday, ...lastDays.map((each) => addDays(each, 1))].sort().at(-1) ?? monday
}

interface CustomsEffect {
  readonly from: CalendarDate
  readonly to: CalendarDate | null
  readonly daysLeft: number | null
  readonly inEffect: boolean
  readonly overdue: boolean
}

/** Holds until its schedule ends or `next` begins; without either, for ten days. */
export function customsEffect(
  { from, lastDay, next }: { from: CalendarDate; lastDay?: CalendarDate; next?: CalendarDate },
  date: CalendarDate,
): CustomsEffect {
  const [to = null] = [lastDay, next && addDays(next, -1)]
    .filter((each) => each !== undefined)
    .sort()
  const overdueFrom = addDays(from, OVERDUE_AFTER_DAYS + 1)
  const inEffect = to === null ? date < overdueFrom : date <= to
  return {
    from,
    to,
    inEffect,
    daysLeft: to === null ? null : Math.max(daysBetween(date, to), 0),
    overdue: !inEffect && date >= overdueFrom,
  }
}

/** Customs rates are usually 99.5 % of the previous day's TT selling rate. */
const OF_SELLING = 995
const USUAL_DISTANCE = 15

export function expectedCustoms(selling: Rate): Rate {
  return ((selling * OF_SELLING) / 1000) as Rate
}

export function customsWarnings(rate: Rate, selling: DayRate): RateWarning[] {
  const expected = expectedCustoms(selling.rate)
  const distance = Math.abs(rate - expected)
  if (distance * 1000 <= expected * USUAL_DISTANCE) return []
  return [{ kind: 'far from TT selling', rate, selling }]
}
