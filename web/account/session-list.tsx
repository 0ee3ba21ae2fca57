import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endOtherSessions, endSession } from '../../contract/sign-in.ts'
import type { Session } from '../../contract/schema/sign-in.schema.ts'
import { call } from '../api.ts'
import { refresh, useResponse } from '../queries.ts'
import { Badge } from '../ui/badge/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { listHeading, useFocusAfter } from '../ui/focus-after.ts'
import { Item, ItemList } from '../ui/item-list.tsx'
import { ListError } from '../ui/list-error.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { accessTokensQuery, sessionsQuery } from './user-data-queries.ts'
import { isExpired } from './access-token-facts.tsx'
import { sessionsText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'

/** One's own live sessions. Each can be ended, and all but this one at once, access tokens included. */
export function SessionList() {
  const query = useResponse(sessionsQuery())
  const { data, isFetching } = query
  const [confirming, setConfirming] = useState(false)
  const sessions = data?.data ?? []
  const others = sessions.filter((session) => !session.current)
  const tokens = useResponse(accessTokensQuery()).data?.data.filter((token) => !isExpired(token)) ?? []
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = useFocusAfter(
    others.map((session) => session.id),
    list,
  )
  const { ending, endingOthers } = useEnding(others, moveFocus, () => setConfirming(false))
  const failure = ending.error ?? endingOthers.error
  return (
    <div ref={list}>
      <Card
        title={<span {...listHeading}>{sessionsText.yourSessions}</span>}
        aside={
          others.length + tokens.length > 0 && (
            <Button kind="danger" onClick={() => setConfirming(true)}>
              {sessionsText.endOthers}
            </Button>
          )
        }
      >
        {failure && <Notice kind="error">{failure.message}</Notice>}
        <ListError query={query} />
        {!data && isFetching ? (
          <Skeleton rows={2} />
        ) : (
          <ItemList busy={isFetching}>
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                busy={ending.busy}
                onEnd={() => void ending.run(session)}
              />
            ))}
          </ItemList>
        )}
        {confirming && (
          <ConfirmDialog
            question={sessionsText.endOthersQuestion}
            confirmText={sessionsText.endOthersConfirm}
            busy={endingOthers.busy}
            onConfirm={() => void endingOthers.run()}
            onCancel={() => setConfirming(false)}
          >
            <p>{sessionsText.endOthersConsequences(others.length, tokens.length)}</p>
          </ConfirmDialog>
        )}
      </Card>
    </div>
  )
}

/** Ends one session, or all `others` with every access token; `onOthersEnded` follows whether that succeeds or fails. */
function useEnding(others: readonly Session[], moveFocus: (id: number) => void, onOthersEnded: () => void) {
  const client = useQueryClient()
  const ending = useAction(async (session: Session) => {
    await call(endSession, { params: { id: String(session.id) } })
    moveFocus(session.id)
    showToast({ text: sessionsText.ended })
    refresh(client, 'sessions')
  })
  const endingOthers = useAction(async () => {
    try {
      const { ended, tokens_revoked: tokens } = (await call(endOtherSessions, {})).data
      for (const session of others) moveFocus(session.id)
      showToast({ text: sessionsText.endedCounts(ended, tokens) })
    } finally {
      onOthersEnded()
      refresh(client, 'sessions', 'access-tokens')
    }
  })
  return { ending, endingOthers }
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
          <strong>{session.device || sessionsText.unknownDevice}</strong>
          {session.current && <Badge tone="success">{sessionsText.thisDevice}</Badge>}
        </>
      }
      facts={
        <>
          <span>{session.ip_address}</span>
          <span>
            <Sentence text={sessionsText.lastSeen} time={<ColomboTime instant={session.last_seen_at} />} />
          </span>
          <span>
            <Sentence text={sessionsText.signedIn} time={<ColomboTime instant={session.created_at} />} />
          </span>
        </>
      }
    >
      {!session.current && (
        <Button kind="quiet" disabled={busy} onClick={onEnd}>
          {sessionsText.end}
          <span className="visually-hidden">{sessionsText.endWhich(session.device, session.ip_address)}</span>
        </Button>
      )}
    </Item>
  )
}
