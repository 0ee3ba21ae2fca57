import { dayInColombo } from '../../domain/calendar-date.ts'
import { formatDay, t } from '../../text/sentences.ts'
import { now } from '../page-context.ts'
import { Notice } from '../ui/notice.tsx'

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

interface StaleNoticeProps {
  /** When what is shown was received, in milliseconds since 1970. */
  readonly at: number
  /** Why it could not be refreshed; undefined: the browser is offline. */
  readonly reason: string | undefined
}

/** Says how old the figures are that are still shown, and that they refresh by themselves. */
export function StaleNotice({ at, reason }: StaleNoticeProps) {
  return (
    <div className="above" data-stale="">
      <Notice kind="warning">
        <p>
          {reason === undefined
            ? t.connection.offlineSince({ time: timeText(at) })
            : t.connection.notUpdatedSince({ time: timeText(at), reason })}
          {t.connection.updatesByItself}
        </p>
      </Notice>
    </div>
  )
}

/** An instant as the time of day in Colombo, with its day where that is not today. */
export function timeText(at: number): string {
  const day = dayInColombo(new Date(at))
  const time = TIME.format(at)
  return day === dayInColombo(now()) ? time : `${formatDay(day)}, ${time}`
}
