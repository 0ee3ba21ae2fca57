import { useSyncExternalStore } from 'react'
import { t } from '../../text/sentences.ts'
import { Notice } from '../ui/notice.tsx'
import { endOfSession, onStoredSession } from './stored-session.ts'

/** Says on a screen that everyone may see that the session has ended at the server. */
export function SessionEnded() {
  const how = useSyncExternalStore(onStoredSession, endOfSession, () => undefined)
  if (how !== 'at the server') return null
  return (
    <div className="below">
      <Notice kind="info">{t.session.ended}</Notice>
    </div>
  )
}
