import type { PeriodRate } from '../../contract/schema/periods.schema.ts'
import { missingReason } from '../rates/missing-days.tsx'
import { PERIODS_TEXT as TEXT } from '../text/en/periods.ts'
import styles from './periods-table.module.css'

/** How many days of a period have no rate of their own, and on opening it which they are and why; weekends are counted. */
export function MissingDays({ missing }: { missing: PeriodRate['missing'] }) {
  if (missing.length === 0) return null
  const named = missing.filter(({ reason }) => reason !== 'weekend')
  const weekends = missing.length - named.length
  return (
    <details className={styles['missing']}>
      <summary>{TEXT.missing(missing.length)}</summary>
      <ul>
        {weekends > 0 && <li>{TEXT.weekends(weekends)}</li>}
        {named.map(({ date, reason }) => (
          <li key={date}>{TEXT.missingDay(date, missingReason(date, reason))}</li>
        ))}
      </ul>
    </details>
  )
}
