import { formatWeekday, type CalendarDate } from '../../domain/calendar-date.ts'
import { Link } from '../link.tsx'
import { useAuth } from '../session/auth.ts'
import styles from './missing-days.module.css'

interface MissingDaysProps {
  readonly missing: readonly { readonly date: CalendarDate; readonly reason: string }[]
}

/** The days of the week that have no rate of their own, each with why. */
export function MissingDays({ missing }: MissingDaysProps) {
  const { state } = useAuth()
  if (missing.length === 0) return null
  const ofCalendar = missing.find(({ reason }) => reason.includes('holiday'))
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
      {ofCalendar && state === 'signed-in' && (
        <Link href={`/calendar?year=${ofCalendar.date.slice(0, 4)}`}>Bank holidays</Link>
      )}
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
