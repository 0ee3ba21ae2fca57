import { formatRecent, t } from '../../text/sentences.ts'
import { useToday } from '../page-context.ts'
import { Notice } from '../ui/notice.tsx'

interface StaleNoticeProps {
  /** When what is shown was received, in milliseconds since 1970. */
  readonly at: number
  /** Why it could not be refreshed; undefined: the browser is offline. */
  readonly reason: string | undefined
}

/** Says how old the figures are that are still shown, and that they refresh by themselves. */
export function StaleNotice({ at, reason }: StaleNoticeProps) {
  const time = formatRecent(at, useToday())
  return (
    <div className="above" data-stale="">
      <Notice kind="warning">
        <p>
          {reason === undefined
            ? t.connection.offlineSince({ time })
            : t.connection.notUpdatedSince({ time, reason })}
          {t.connection.updatesByItself}
        </p>
      </Notice>
    </div>
  )
}
