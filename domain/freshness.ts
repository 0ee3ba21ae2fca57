import { isBusinessDay, type HolidayDays } from './bank-holiday.ts'
import { addDays, daysBetween, type CalendarDate } from './calendar-date.ts'
import type { RateSource } from './rate-precedence.ts'

/** What a reader must know of a rate besides its day. */
export interface Freshness {
  /** Whether it is of the bundled sample. */
  readonly sample: boolean
  /** Days since its own day; 0 as long as no newer one was due. */
  readonly daysOld: number
}

/** A rate with the day that it was the answer for, as responses have it. */
export interface AnsweredRate {
  readonly date: CalendarDate
  readonly source: RateSource
  readonly requested_date: CalendarDate
  /** The business days after its own day, up to the requested one. */
  readonly age_business_days: number
}

/**
 * How fresh a rate is on `asked`, which is later than `requested` where an old response is shown. A
 * newer one is due after a whole business day: on a Sunday, Friday's is the newest there can be.
 */
export function freshnessOf(
  { date, source, requested_date: requested, age_business_days: age }: AnsweredRate,
  day: CalendarDate,
  holidays: HolidayDays,
): Freshness {
  let missed = age
  if (day <= requested) missed -= isBusinessDay(requested, holidays) ? 1 : 0
  else
    for (let each = addDays(requested, 1); each < day; each = addDays(each, 1))
      missed += isBusinessDay(each, holidays) ? 1 : 0
  return { sample: source === 'sample', daysOld: missed > 0 ? daysBetween(date, day) : 0 }
}
