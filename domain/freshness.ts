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

/**
 * How fresh a rate is on a day. A newer one is due once a whole business day has gone by since: on a Sunday or a Monday
 * morning, Friday's rate is the newest that there can be.
 */
export function freshnessOf(
  rate: { readonly date: CalendarDate; readonly source: RateSource },
  today: CalendarDate,
  holidays: HolidayDays,
): Freshness {
  let due = addDays(rate.date, 1)
  while (!isBusinessDay(due, holidays)) due = addDays(due, 1)
  return { sample: rate.source === 'sample', daysOld: due < today ? daysBetween(rate.date, today) : 0 }
}
