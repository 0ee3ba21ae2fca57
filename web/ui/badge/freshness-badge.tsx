import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { RateSource } from '../../../domain/rate-precedence.ts'
import { freshnessOf } from '../../../domain/freshness.ts'
import { usePage, useToday } from '../../page-context.ts'
import { uiText } from '../../text/en/ui.ts'
import { classNames } from '../class-names.ts'
import styles from './freshness-badge.module.css'

interface FreshnessBadgeProps {
  readonly rate: { readonly date: CalendarDate; readonly source: RateSource } | undefined
}

/** Stands beside a rate that is old or of the sample, and says so; nothing beside a fresh one. */
export function FreshnessBadge({ rate }: FreshnessBadgeProps) {
  const today = useToday()
  const holidays = new Set(usePage().holidays)
  if (!rate) return null
  const { sample, daysOld } = freshnessOf(rate, today, holidays)
  const age = daysOld > 0 ? uiText.daysOld(daysOld) : undefined
  if (!sample && age === undefined) return null
  return (
    <span className={classNames(styles['badge'], 'tone-warning')}>
      {[sample ? uiText.sample : undefined, age].filter(Boolean).join(', ')}
    </span>
  )
}
