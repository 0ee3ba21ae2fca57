import { useState } from 'react'
import type { Session } from '../../contract/sign-in.ts'
import { call } from '../api.ts'
import { useResponse } from '../queries.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { TimeFact } from '../ui/colombo-time.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { useChanges } from '../ui/list/use-changes.ts'
import { accessTokensQuery, sessionsQuery } from './user-data-queries.ts'
import { isExpired } from './access-token-facts.tsx'
import { t } from '../../text/sentences.ts'

/**
 * One's own live sessions. Each can be ended, and all but this one at once, access tokens included.
 */
export function SessionList() {
  const query = useResponse(sessionsQuery())
  const [confirming, setConfirming] = useState(false)
  const sessions = query.data?.data ?? []
  const others = sessions.filter((session) => !session.current)
  const tokens =
    useResponse(accessTokensQuery()).data?.data.filter((token) => !isExpired(token)) ?? []
  const changes = useChanges(['sessions', 'access-tokens'])
  const ending = useAction(({ id }: Session) =>
    changes.make(async () => {
      await call('DELETE /api/auth/sessions/:id', { params: { id: String(id) } })
      showToast({ text: t.sessions.ended })
    }),
  )
  const endOthers = async () => {
    const { ended, tokens_revoked } = (await call('POST /api/auth/sessions/revoke-others', {})).data
    showToast({ text: t.sessions.endedCounts({ sessions: ended, tokens: tokens_revoked }) })
  }
  return (
    <ListCard
      title={t.sessions.yourSessions}
      aside={
        others.length + tokens.length > 0 && (
          <Button kind="quiet" onClick={() => setConfirming(true)}>
            {t.sessions.endOthers}
          </Button>
        )
      }
    >
      <ListStates query={query} failure={changes.failure} rows={2}>
        <ItemList busy={query.isFetching}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              busy={ending.busy}
              onEnd={() => void ending.run(session)}
            />
          ))}
        </ItemList>
      </ListStates>
      {confirming && (
        <ConfirmDialog
          question={t.sessions.endOthersQuestion}
          confirmText={t.sessions.endOthersConfirm}
          onConfirm={() => changes.make(endOthers)}
          onClose={() => setConfirming(false)}
        >
          <p>
            {t.sessions.endOthersConsequences({ devices: others.length, tokens: tokens.length })}
          </p>
        </ConfirmDialog>
      )}
    </ListCard>
  )
}

interface SessionItemProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

/** One session: where and when, and how to end it. */
function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  return (
    <Item
      id={session.id}
      name={
        <>
          <strong>{session.device || t.sessions.unknownDevice}</strong>
          {session.current && <Badge tone="success">{t.sessions.thisDevice}</Badge>}
        </>
      }
      facts={
        <>
          <span>{session.ip_address}</span>
          <TimeFact text={t.sessions.lastSeen} instant={session.last_seen_at} />
          <TimeFact text={t.sessions.signedIn} instant={session.created_at} />
        </>
      }
    >
      {!session.current && (
        <Button kind="link" disabled={busy} onClick={onEnd}>
          {t.sessions.end}
          <span className="visually-hidden">
            {t.sessions.endWhich({ device: session.device, address: session.ip_address })}
          </span>
        </Button>
      )}
    </Item>
  )
}
