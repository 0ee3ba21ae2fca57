import { dayInColombo } from '../../domain/calendar-date.ts'
import { formatDay } from '../../text/en/days.ts'
import { Sentence } from './sentence.tsx'

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** An instant of the API (ISO 8601) in Colombo's time, whatever the zone of this device: `29 Sep 2026, 14:05:09`. */
export function formatColomboTime(instant: string): string {
  const at = new Date(instant)
  return `${formatDay(dayInColombo(at))}, ${CLOCK.format(at)}`
}

/** The same as an element. A screen that shows it says once that the times are Colombo's. */
export function ColomboTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatColomboTime(instant)}</time>
}

/** A fact of an item: a sentence whose `{time}` is an instant. */
export function TimeFact({ text, instant }: { text: string; instant: string }) {
  return (
    <span>
      <Sentence text={text} time={<ColomboTime instant={instant} />} />
    </span>
  )
}
