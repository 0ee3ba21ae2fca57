import { useState } from 'react'
import type { AccessToken } from '../../contract/access-token.ts'
import type { Session } from '../../contract/sign-in.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { now } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ListStates } from '../ui/list.tsx'
import { Item, useChanges } from '../ui/items.tsx'
import { Badge } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { ColomboMinute, Sentence, TimeFact } from '../ui/time.tsx'

export const sessionsQuery = () => createQuery('sessions', 'GET /api/auth/sessions', {})
export const accessTokensQuery = () =>
  createQuery('access-tokens', 'GET /api/auth/access-tokens', {})

export const isExpired = (token: AccessToken) => Date.parse(token.expires_at) <= now().getTime()

export function SessionList() {
  const query = useResponse(sessionsQuery())
  const tokens =
    useResponse(accessTokensQuery()).data?.data.filter((each) => !isExpired(each)) ?? []
  const [confirming, setConfirming] = useState(false)
  const sessions = query.data?.data ?? []
  const otherSessions = sessions.filter((session) => !session.current)
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
    <Card
      title={t.sessions.yourSessions}
      aside={
        otherSessions.length + tokens.length > 0 && (
          <Button kind="quiet" onClick={() => setConfirming(true)}>
            {t.sessions.endOthers}
          </Button>
        )
      }
    >
      <ListStates query={query} failure={changes.failure} rows={2}>
        <ul className="ruled" aria-busy={query.isFetching}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              busy={ending.busy}
              onEnd={() => void ending.run(session)}
            />
          ))}
        </ul>
      </ListStates>
      {confirming && (
        <ConfirmDialog
          question={t.sessions.endOthersQuestion}
          confirmText={t.sessions.endOthersConfirm}
          onConfirm={() => changes.make(endOthers)}
          onClose={() => setConfirming(false)}
        >
          <p>
            {t.sessions.endOthersConsequences({
              devices: otherSessions.length,
              tokens: tokens.length,
            })}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface SessionItemProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  const { id, device, ip_address: address, current, created_at, last_seen_at } = session
  return (
    <Item
      id={id}
      name={
        <>
          <strong>{device || t.sessions.unknownDevice}</strong>
          {current && <Badge tone="info">{t.sessions.thisDevice}</Badge>}
        </>
      }
      facts={
        <>
          <span>
            <Sentence
              text={t.sessions.lastUsed}
              time={<ColomboMinute instant={last_seen_at} />}
              address={address}
            />
          </span>
          <TimeFact text={t.sessions.signedIn} instant={created_at} />
        </>
      }
    >
      {!current && (
        <Button
          kind="link"
          busy={busy}
          aria-label={t.sessions.endThis({ device, address })}
          onClick={onEnd}
        >
          {t.sessions.end}
        </Button>
      )}
    </Item>
  )
}
