import type { CalendarDate } from '../../domain/calendar-date.ts'
import { formatWeekdayAndDay } from '../../text/en/days.ts'
import { Link } from '../link.tsx'
import { useAuth } from '../session/stored-session.ts'
import { weekText } from '../text/en/rates.ts'
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
        {weekText.missing}
      </h3>
      <ul>
        {missing.map(({ date, reason }) => (
          <li key={date} className={styles['day']}>
            <time dateTime={date}>{formatWeekdayAndDay(date)}</time>
            <span className={styles['reason']}>{missingReason(date, reason)}</span>
          </li>
        ))}
      </ul>
      {ofCalendar && state === 'signed-in' && (
        <Link href={`/calendar?year=${ofCalendar.date.slice(0, 4)}`}>{weekText.bankHolidays}</Link>
      )}
    </section>
  )
}

/** Why a day has no rate of its own, for users; `reason` as a response has it. */
export function missingReason(date: CalendarDate, reason: string): string {
  const holiday = reason.startsWith('holiday: ') ? reason.slice('holiday: '.length) : undefined
  if (holiday !== undefined) return weekText.bankHoliday(holiday)
  if (reason === 'no holiday list') return weekText.noHolidayList(date.slice(0, 4))
  return isPlain(reason) ? weekText.reasons[reason] : reason
}

function isPlain(reason: string): reason is keyof typeof weekText.reasons {
  return Object.hasOwn(weekText.reasons, reason)
}
