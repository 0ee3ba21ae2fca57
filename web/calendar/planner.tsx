import { yearOf } from '../../domain/bank-holiday.ts'
import {
  addDays,
  calendarDateOf,
  daysBetween,
  daysFromTo,
  isWeekend,
  type CalendarDate,
} from '../../domain/calendar-date.ts'
import { holidayName } from '../../text/names.ts'
import { monthName, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { Card } from '../ui/card.tsx'
import { DaySign, holidaySign } from '../ui/day-mark.tsx'
import styles from './calendar.module.css'

interface PlannerProps {
  readonly year: number
  readonly holidays: readonly { readonly date: CalendarDate; readonly name: string }[]
}

const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, index) => index + 1)

/** The year at a glance: a row for each month, a column for each day of the month. */
export function Planner({ year, holidays }: PlannerProps) {
  const today = useToday()
  const next = yearOf(today) === year ? holidays.find(({ date }) => date >= today) : undefined
  const signs = new Map(holidays.map(({ date, name }) => [date, holidaySign(name)]))
  const poya = [...signs.values()].filter((sign) => sign === 'poya').length
  return (
    <Card title={t.holidays.yearTitle({ year })} hideTitle>
      <div className="spread mb">
        {next && (
          <div className={styles['next']}>
            <p className="fine-print">{t.holidays.next}</p>
            <p className="title">
              <DaySign sign={holidaySign(next.name)} />{' '}
              {t.holidays.nextDay({ date: next.date, days: daysBetween(today, next.date) })}
            </p>
            <p>{holidayName(next.name)}</p>
          </div>
        )}
        <ul className="wrap legend fine-print" aria-hidden="true">
          <li>
            <DaySign sign="poya" /> {t.strip.signs.poya}
          </li>
          <li>
            <DaySign sign="holiday" /> {t.holidays.otherHoliday}
          </li>
          {yearOf(today) === year && (
            <li>
              <span className={styles['key']} /> {t.holidays.today}
            </li>
          )}
        </ul>
      </div>
      <div
        role="img"
        aria-label={t.holidays.planner({ year, poya, others: signs.size - poya })}
        className={styles['planner']}
      >
        <div>
          <span />
          {DAYS_OF_MONTH.map((day) => (
            <span key={day}>{day === 1 || day % 5 === 0 ? day : ''}</span>
          ))}
        </div>
        {monthsOf(year).map((days) => (
          <div key={days[0]}>
            <span>{days[0] && monthName(days[0])}</span>
            {days.map((day) => (
              <span key={day} className={day === today ? styles['today'] : undefined}>
                {signs.has(day) ? (
                  <DaySign sign={signs.get(day)} />
                ) : (
                  !isWeekend(day) && <i className={styles['dot']} />
                )}
              </span>
            ))}
          </div>
        ))}
      </div>
    </Card>
  )
}

function monthsOf(year: number): readonly (readonly CalendarDate[])[] {
  const first = calendarDateOf(`${year}-01-01`)
  const days = daysFromTo(first, addDays(calendarDateOf(`${year}-12-01`), 30))
  return [...Map.groupBy(days, (day) => day.slice(0, 7)).values()]
}
