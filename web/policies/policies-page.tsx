import { useState } from 'react'
import type { ListedPolicy } from '../../contract/policies.ts'
import { POLICY_NAMES } from '../../domain/policies/rate-policy.ts'
import { policyWords } from '../../text/policy-words.ts'
import { t } from '../../text/sentences.ts'
import { queryOf, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { ListCard } from '../ui/list/list-card.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { useChanges } from '../ui/list/use-changes.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { EditPolicy } from './edit-policy.tsx'

const policiesQuery = () => queryOf('policies', 'GET /api/rate-policy', {})

export const loader = () => [policiesQuery()]

/** Which rate counts for what. */
export default function PoliciesPage() {
  const query = useResponse(policiesQuery())
  const changes = useChanges(['policies'])
  const [edited, setEdited] = useState<ListedPolicy>()
  const policies = query.data?.data ?? []
  return (
    <>
      <PageTitle lead={t.policies.lead}>{t.screens.policies}</PageTitle>
      <ListCard title={t.policies.title}>
        <ListStates query={query} failure={changes.failure} rows={POLICY_NAMES.length}>
          {policies.length > 0 && (
            <ItemList busy={query.isFetching}>
              {policies.map((policy, index) => (
                <Item
                  key={policy.policy}
                  id={index}
                  name={t.policies.names[policy.policy]}
                  facts={<Facts policy={policy} />}
                >
                  <Button kind="quiet" onClick={() => setEdited(policy)}>
                    {t.policies.change}
                    <span className="visually-hidden"> {t.policies.names[policy.policy]}</span>
                  </Button>
                </Item>
              ))}
            </ItemList>
          )}
        </ListStates>
      </ListCard>
      {edited && (
        <EditPolicy policy={edited} changes={changes} onClose={() => setEdited(undefined)} />
      )}
      <ToastHost />
    </>
  )
}

function Facts({ policy }: { readonly policy: ListedPolicy }) {
  const { policy: name, changed_at: at, changed_by: user } = policy
  return (
    <>
      <span>{policyWords(policy)}</span>
      <code>{name}</code>
      {at !== null && (
        <>
          <span>{t.policies.changedBy({ user: user ?? '' })}</span>
          <ColomboTime instant={at} />
        </>
      )}
    </>
  )
}
