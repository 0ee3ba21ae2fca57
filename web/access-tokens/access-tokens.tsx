import { use, useRef, useState } from 'react'
import { listAccessTokens, revokeAccessToken, type AccessToken } from '../../contract/access-token.ts'
import { call } from '../api.ts'
import { Cache, useAnswer } from '../query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { listHeading, useFocusAfter } from '../ui/focus-after.ts'
import { Item, ItemList } from '../ui/item-list.tsx'
import { ListFault } from '../ui/list-fault.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAct } from '../ui/use-act.ts'
import { AccessTokenFacts, AccessTokenName } from './access-token-facts.tsx'
import { AccessTokenForm } from './access-token-form.tsx'
import styles from './access-tokens.module.css'

/** One's own personal access tokens: created, listed, revoked. */
export function AccessTokens() {
  const cache = use(Cache)
  const query = useAnswer(listAccessTokens, {})
  const { data, fault, waiting } = query
  const [asked, setAsked] = useState<AccessToken>()
  const [revoked, setRevoked] = useState<number>()
  const tokens = data?.data ?? []
  const list = useRef<HTMLDivElement>(null)
  const goOn = useFocusAfter(
    tokens.map((token) => token.id),
    list,
  )
  const revoking = useAct(async (token: AccessToken) => {
    try {
      const { message } = await call(revokeAccessToken, { params: { id: String(token.id) } })
      setRevoked(token.id)
      goOn(token.id)
      showToast({ text: message })
    } finally {
      setAsked(undefined)
      cache.invalidate('/api/auth/access-tokens')
    }
  })
  return (
    <div ref={list}>
      <Card title={<span {...listHeading}>Personal access tokens</span>}>
        <p className={styles['about']}>
          With a token, a script or a spreadsheet can call the <a href="/api/docs">API</a> in your name. You
          get an email for each new token.
        </p>
        <AccessTokenForm revoked={revoked} />
        {revoking.fault && <Notice kind="error">{revoking.fault.message}</Notice>}
        <ListFault query={query} />
        {!data && waiting ? (
          <Skeleton rows={2} />
        ) : tokens.length === 0 ? (
          !fault && <p className={styles['empty']}>You have no tokens.</p>
        ) : (
          <ItemList busy={waiting}>
            {tokens.map((token) => (
              <Item
                key={token.id}
                id={token.id}
                name={<AccessTokenName token={token} />}
                facts={<AccessTokenFacts token={token} />}
              >
                <Button kind="danger" onClick={() => setAsked(token)}>
                  Revoke<span className="visually-hidden"> {token.name}</span>
                </Button>
              </Item>
            ))}
          </ItemList>
        )}
        {asked && (
          <ConfirmDialog
            question={`Revoke “${asked.name}”?`}
            confirmText="Revoke"
            busy={revoking.busy}
            onConfirm={() => void revoking.run(asked)}
            onCancel={() => setAsked(undefined)}
          >
            <p>Scripts that use this token stop working at once. This cannot be undone.</p>
          </ConfirmDialog>
        )}
      </Card>
    </div>
  )
}
