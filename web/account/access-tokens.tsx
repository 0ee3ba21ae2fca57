import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { revokeAccessToken } from '../../contract/access-token.ts'
import type { AccessToken } from '../../contract/schema/access-token.schema.ts'
import { call } from '../api.ts'
import { refresh, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { listHeading, useFocusAfter } from '../ui/focus-after.ts'
import { Item, ItemList } from '../ui/item-list.tsx'
import { ListError } from '../ui/list-error.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import { accessTokensQuery } from './user-data-queries.ts'
import { AccessTokenFacts, AccessTokenName } from './access-token-facts.tsx'
import { AccessTokenForm } from './access-token-form.tsx'
import { accessTokensText } from '../text/en/access-tokens.ts'
import { Sentence } from '../ui/sentence.tsx'
import styles from './access-tokens.module.css'

/** One's own personal access tokens: created, listed, revoked. */
export function AccessTokens() {
  const client = useQueryClient()
  const query = useResponse(accessTokensQuery())
  const { data, error, isFetching } = query
  const [revokedNext, setRevokedNext] = useState<AccessToken>()
  const [revoked, setRevoked] = useState<number>()
  const tokens = data?.data ?? []
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = useFocusAfter(
    tokens.map((token) => token.id),
    list,
  )
  const revoking = useAction(async (token: AccessToken) => {
    try {
      await call(revokeAccessToken, { params: { id: String(token.id) } })
      setRevoked(token.id)
      moveFocus(token.id)
      showToast({ text: accessTokensText.revoked })
    } finally {
      setRevokedNext(undefined)
      refresh(client, 'access-tokens')
    }
  })
  return (
    <div ref={list}>
      <Card title={<span {...listHeading}>{accessTokensText.title}</span>}>
        <p className={styles['about']}>
          <Sentence text={accessTokensText.about} api={<a href="/api/docs">{accessTokensText.api}</a>} />
        </p>
        <AccessTokenForm revoked={revoked} />
        {revoking.error && <Notice kind="error">{revoking.error.message}</Notice>}
        <ListError query={query} />
        {!data && isFetching ? (
          <Skeleton rows={2} />
        ) : tokens.length === 0 ? (
          !error && <p className="empty-list">{accessTokensText.none}</p>
        ) : (
          <TokenItems tokens={tokens} busy={isFetching} onRevoke={setRevokedNext} />
        )}
        {revokedNext && (
          <ConfirmDialog
            question={accessTokensText.revokeQuestion(revokedNext.name)}
            confirmText={accessTokensText.revoke}
            busy={revoking.busy}
            onConfirm={() => void revoking.run(revokedNext)}
            onCancel={() => setRevokedNext(undefined)}
          >
            <p>{accessTokensText.revokeConsequences}</p>
          </ConfirmDialog>
        )}
      </Card>
    </div>
  )
}

interface TokenItemsProps {
  readonly tokens: readonly AccessToken[]
  readonly busy: boolean
  readonly onRevoke: (token: AccessToken) => void
}

function TokenItems({ tokens, busy, onRevoke }: TokenItemsProps) {
  return (
    <ItemList busy={busy}>
      {tokens.map((token) => (
        <Item
          key={token.id}
          id={token.id}
          name={<AccessTokenName token={token} />}
          facts={<AccessTokenFacts token={token} />}
        >
          <Button kind="danger" onClick={() => onRevoke(token)}>
            {accessTokensText.revoke}
            <span className="visually-hidden"> {token.name}</span>
          </Button>
        </Item>
      ))}
    </ItemList>
  )
}
