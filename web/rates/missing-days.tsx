import type { CalendarDate } from '../../domain/calendar-date.ts'
import { listed } from '../../text/names.ts'
import { formatWeekday, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useAuth } from '../session/stored-session.ts'

interface MissingDaysProps {
  readonly missing: readonly { readonly date: CalendarDate; readonly reason: string }[]
}

/** The days of the week that have no rate of their own, those of one reason together. */
export function MissingDays({ missing }: MissingDaysProps) {
  const { state } = useAuth()
  const reasons = [...new Set(missing.map(({ reason }) => reason))]
  const ofCalendar = missing.find(({ reason }) => reason.includes('holiday'))
  return (
    <ul>
      {reasons.map((each) => (
        <li key={each}>
          {listed(
            missing.flatMap(({ date, reason }) => (reason === each ? formatWeekday(date) : [])),
          )}
          : {missingReason(each)}
        </li>
      ))}
      {ofCalendar && state === 'signed-in' && (
        <li>
          <Link href={`/calendar?year=${ofCalendar.date.slice(0, 4)}`}>{t.screens.calendar}</Link>
        </li>
      )}
    </ul>
  )
}

/** Why a day has no rate of its own, for users; `reason` as a response has it. */
export function missingReason(reason: string): string {
  const holiday = reason.startsWith('holiday: ') ? reason.slice('holiday: '.length) : undefined
  if (holiday !== undefined) return t.week.bankHoliday({ name: holiday })
  if (reason === 'no holiday list') return t.week.noHolidayList
  return isPlain(reason) ? t.week.reasons[reason] : reason
}

function isPlain(reason: string): reason is keyof typeof t.week.reasons {
  return Object.hasOwn(t.week.reasons, reason)
}
