import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { freshnessOf, type AnsweredRate } from '../../../domain/freshness.ts'
import { usePage, useToday } from '../../page-context.ts'
import { t } from '../../../text/sentences.ts'
import { Badge } from './badge.tsx'

interface FreshnessBadgeProps {
  /** As its response has it. */
  readonly rate: AnsweredRate | undefined
  /** The day that was asked for; undefined: today, whichever day that is by now. */
  readonly day: CalendarDate | undefined
}

/** Stands beside a rate that is old or of the sample, and says so; nothing beside a fresh one. */
export function FreshnessBadge({ rate, day }: FreshnessBadgeProps) {
  const today = useToday()
  const holidays = new Set(usePage().holidays)
  if (!rate) return null
  const { sample, daysOld } = freshnessOf(rate, day ?? today, holidays)
  const age = daysOld > 0 ? t.ui.daysOld({ days: daysOld }) : undefined
  if (!sample && age === undefined) return null
  return (
    <Badge tone="warning">
      {[sample ? t.ui.sample : undefined, age].filter(Boolean).join(', ')}
    </Badge>
  )
}
