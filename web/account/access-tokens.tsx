import { useState } from 'react'
import type { AccessToken } from '../../contract/access-token.ts'
import { call } from '../api.ts'
import { useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { showToast } from '../ui/toast.tsx'
import { useChanges } from '../ui/list/use-changes.ts'
import { accessTokensQuery } from './user-data-queries.ts'
import { AccessTokenFacts, AccessTokenName } from './access-token-facts.tsx'
import { AccessTokenForm } from './access-token-form.tsx'
import { t } from '../../text/sentences.ts'
import { Sentence } from '../ui/sentence.tsx'

/** One's own personal access tokens: created, listed, revoked. */
export function AccessTokens() {
  const query = useResponse(accessTokensQuery())
  const [confirming, setConfirming] = useState<AccessToken>()
  const [revoked, setRevoked] = useState<number>()
  const tokens = query.data?.data ?? []
  const changes = useChanges(['access-tokens'])
  const revoke = async ({ id }: AccessToken) => {
    await call('DELETE /api/auth/access-tokens/:id', { params: { id: String(id) } })
    setRevoked(id)
    showToast({ text: t.accessTokens.revoked })
  }
  return (
    <ListCard
      title={t.accessTokens.title}
      lead={<Sentence text={t.accessTokens.about} api={<a href="/api/docs">{t.layout.api}</a>} />}
    >
      <AccessTokenForm revoked={revoked} />
      <ListStates
        query={query}
        failure={changes.failure}
        rows={2}
        empty={tokens.length === 0 && t.accessTokens.none}
      >
        <ItemList busy={query.isFetching}>
          {tokens.map((token) => (
            <Item
              key={token.id}
              id={token.id}
              name={<AccessTokenName token={token} />}
              facts={<AccessTokenFacts token={token} />}
            >
              <Button kind="link" onClick={() => setConfirming(token)}>
                {t.accessTokens.revoke}
                <span className="visually-hidden"> {token.name}</span>
              </Button>
            </Item>
          ))}
        </ItemList>
      </ListStates>
      {confirming && (
        <ConfirmDialog
          question={t.accessTokens.revokeQuestion({ name: confirming.name })}
          confirmText={t.accessTokens.revoke}
          onConfirm={() => changes.make(() => revoke(confirming))}
          onClose={() => setConfirming(undefined)}
        >
          <p>{t.accessTokens.revokeConsequences}</p>
        </ConfirmDialog>
      )}
    </ListCard>
  )
}
