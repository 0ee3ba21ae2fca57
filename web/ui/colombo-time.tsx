import { dayInColombo, timeInColombo } from '../../domain/calendar-date.ts'
import { formatDay } from '../../text/sentences.ts'
import type { Filled } from '../../text/message.ts'
import { Sentence } from './sentence.tsx'

/**
 * An instant of the API (ISO 8601) in Colombo's time, whatever the zone of this device: `29 Sep
 * 2026, 14:05:09`.
 */
export function formatColomboTime(instant: string): string {
  const at = new Date(instant)
  const seconds = at.toISOString().slice(16, 19)
  return `${formatDay(dayInColombo(at))}, ${timeInColombo(at)}${seconds}`
}

/** The hour and minute of an instant: `14:05`. */
export const formatClock = (instant: string) => timeInColombo(new Date(instant))

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
