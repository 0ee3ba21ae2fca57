import { calendarDateOf } from '../../domain/calendar-date.ts'
import { formatDay } from '../../text/en/days.ts'
import { auditTrailText } from '../text/en/work/audit-log.ts'
import type { AuditView } from './audit-queries.ts'

/** What is filtered, as a line for print, where the form is not: `Rate's day from: 20 Nov 2026. User: nimal@example.lk.` */
export function chosenText({ from, to, rate_from, rate_to, ...filter }: AuditView): string {
  const day = (value: string) => (value === '' ? '' : formatDay(calendarDateOf(value)))
  const parts = [
    [auditTrailText.entry, filter.entry],
    [auditTrailText.action, filter.action],
    [auditTrailText.search, filter.search],
    [auditTrailText.from, day(from)],
    [auditTrailText.to, day(to)],
    [auditTrailText.rateFrom, day(rate_from)],
    [auditTrailText.rateTo, day(rate_to)],
    [auditTrailText.user, filter.user],
    [auditTrailText.currency, filter.currency],
  ] as const
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}.`])).join(' ')
}
