import { formatWeekday, type CalendarDate } from '../../domain/calendar-date.ts'
import styles from './missing-days.module.css'

interface MissingDaysProps {
  readonly missing: readonly { readonly date: CalendarDate; readonly reason: string }[]
}

/** The days of the week that have no rate of their own, each with why. */
export function MissingDays({ missing }: MissingDaysProps) {
  if (missing.length === 0) return null
  return (
    <section className={styles['missing']} aria-labelledby="missing-days">
      <h3 id="missing-days" className={styles['title']}>
        Days without a rate
      </h3>
      <ul>
        {missing.map(({ date, reason }) => (
          <li key={date} className={styles['day']}>
            <time dateTime={date}>{formatWeekday(date)}</time>
            <span className={styles['reason']}>{reasonText(date, reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function reasonText(date: CalendarDate, reason: string): string {
  const holiday = reason.startsWith('holiday: ') ? reason.slice('holiday: '.length) : undefined
  if (holiday !== undefined) return `Bank holiday: ${holiday}`
  if (reason === 'no holiday list')
    return `No rate; the bank holidays of ${date.slice(0, 4)} have not been entered`
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}
