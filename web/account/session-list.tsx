import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endOtherSessions, endSession } from '../../contract/sign-in.ts'
import type { Session } from '../../contract/schema/sign-in.schema.ts'
import { call } from '../api.ts'
import { refresh, useResponse } from '../queries.ts'
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
import styles from './sessions.module.css'

/** One's own live sessions. Each can be ended, and all but this one at once, access tokens included. */
export function SessionList() {
  const client = useQueryClient()
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
  const ending = useAction(async (session: Session) => {
    const { message } = await call(endSession, { params: { id: String(session.id) } })
    moveFocus(session.id)
    showToast({ text: message })
    refresh(client, 'sessions')
  })
  const endingOthers = useAction(async () => {
    try {
      const { message } = await call(endOtherSessions, {})
      for (const session of others) moveFocus(session.id)
      showToast({ text: message })
    } finally {
      setConfirming(false)
      refresh(client, 'sessions', 'access-tokens')
    }
  })
  const failure = ending.error ?? endingOthers.error
  return (
    <div ref={list}>
      <Card
        title={<span {...listHeading}>Your sessions</span>}
        aside={
          others.length + tokens.length > 0 && (
            <Button kind="danger" onClick={() => setConfirming(true)}>
              End all others
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
              <Item
                key={session.id}
                id={session.id}
                name={
                  <>
                    <strong>{session.device || 'Unknown device'}</strong>
                    {session.current && <span className={styles['here']}>this device</span>}
                  </>
                }
                facts={
                  <>
                    <span>{session.ip_address}</span>
                    <span>
                      Last seen <ColomboTime instant={session.last_seen_at} />
                    </span>
                    <span>
                      Signed in <ColomboTime instant={session.created_at} />
                    </span>
                  </>
                }
              >
                {!session.current && (
                  <Button kind="quiet" disabled={ending.busy} onClick={() => void ending.run(session)}>
                    End session
                    <span className="visually-hidden">
                      {' '}
                      of {session.device}, {session.ip_address}
                    </span>
                  </Button>
                )}
              </Item>
            ))}
          </ItemList>
        )}
        {confirming && (
          <ConfirmDialog
            question="End all other sessions and tokens?"
            confirmText="End them"
            busy={endingOthers.busy}
            onConfirm={() => void endingOthers.run()}
            onCancel={() => setConfirming(false)}
          >
            <p>{consequences(others.length, tokens.length)} You stay signed in here.</p>
          </ConfirmDialog>
        )}
      </Card>
    </div>
  )
}

/** What ending so many other sessions and access tokens means. */
function consequences(devices: number, tokens: number): string {
  const device = `${devices} other ${devices === 1 ? 'device' : 'devices'} will have to sign in again.`
  const token = `${tokens} access ${tokens === 1 ? 'token' : 'tokens'} will stop working.`
  return [devices > 0 && device, tokens > 0 && token].filter(Boolean).join(' ')
}
