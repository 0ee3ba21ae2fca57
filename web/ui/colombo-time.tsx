import { dayInColombo, type CalendarDate } from '../../domain/calendar-date.ts'
import { formatDay } from '../../text/sentences.ts'
import type { Filled } from '../../text/message.ts'
import { Sentence } from './sentence.tsx'

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/**
 * An instant of the API (ISO 8601) in Colombo's time, whatever the zone of this device: `29 Sep
 * 2026, 14:05:09`.
 */
export function formatColomboTime(instant: string): string {
  const at = new Date(instant)
  return `${formatDay(dayInColombo(at))}, ${CLOCK.format(at)}`
}

/** The hour and minute of an instant: `14:05`. */
export const formatClock = (instant: string | number) => CLOCK.format(new Date(instant)).slice(0, 5)

/** An instant to the minute, whose day is said where it is not `today`: `29 Sep 2026, 14:05`. */
export function formatRecent(instant: string | number, today: CalendarDate): string {
  const day = dayInColombo(new Date(instant))
  return day === today ? formatClock(instant) : `${formatDay(day)}, ${formatClock(instant)}`
}

/** The same as an element. A screen that shows it says once that the times are Colombo's. */
export function ColomboTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatColomboTime(instant)}</time>
}

/** An instant to the minute, where no second is asked about. */
export function ColomboMinute({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatColomboTime(instant).slice(0, -3)}</time>
}

interface TimeFactProps {
  readonly text: Filled
  readonly instant: string
  readonly user?: string | null
}

/** A fact of an item: a sentence whose `{time}` is an instant, and its `{user}` somebody. */
export function TimeFact({ text, instant, user }: TimeFactProps) {
  return (
    <span>
      <Sentence text={text} user={user} time={<ColomboMinute instant={instant} />} />
    </span>
  )
}
