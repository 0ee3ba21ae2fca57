import type { ReactNode } from 'react'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import styles from './changed.module.css'
import type { NewestChange } from './newest-change.ts'

interface ChangedProps {
  readonly by: NewestChange | undefined
  /** The day of what is shown. */
  readonly date: CalendarDate | undefined
  readonly children: ReactNode
}

/** Marks a day's rate that has just changed, for a moment; again for each further change. */
export function Changed({ by, date, children }: ChangedProps) {
  const isNew = by && by.date === date
  return (
    <span key={isNew ? by.version : 0} className={isNew ? styles['changed'] : undefined}>
      {children}
    </span>
  )
}
