import type { PeriodRate } from '../../contract/periods.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'

/**
 * Weekdays in a row that may all be holidays of a year whose list is not known: Sri Lanka's banks
 * are never closed for longer.
 */
const MAX_UNLISTED = 3

/** The days that a period's figures are really of; undefined where that is as far as it goes. */
export interface Covered {
  readonly first: CalendarDate | undefined
  readonly last: CalendarDate | undefined
}

/**
 * Where a period has business days without rates before its first rate, or after its last: the day
 * of that rate. Of today no rate is expected yet.
 */
export function coveredDays(
  { from, to, missing }: Pick<PeriodRate, 'from' | 'to' | 'missing'>,
  today: CalendarDate,
): Covered {
  const reasons = new Map(missing.map(({ date, reason }) => [date, reason]))
  const end = to < today ? to : addDays(today, -1)
  return { first: firstCovered(reasons, from, 1, end), last: firstCovered(reasons, end, -1, from) }
}

function firstCovered(
  reasons: ReadonlyMap<CalendarDate, string>,
  from: CalendarDate,
  step: 1 | -1,
  end: CalendarDate,
): CalendarDate | undefined {
  let unlisted = 0
  let isMissed = false
  let day = from
  for (; day !== end && reasons.has(day); day = addDays(day, step)) {
    isMissed ||= reasons.get(day) === 'not published'
    if (reasons.get(day) === 'no holiday list') unlisted++
  }
  return isMissed || unlisted > MAX_UNLISTED ? day : undefined
}
