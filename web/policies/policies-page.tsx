import { useState } from 'react'
import type { ListedPolicy } from '../../contract/policies.ts'
import { POLICY_NAMES } from '../../domain/policies/rate-policy.ts'
import { publisherName } from '../../domain/publisher.ts'
import { t } from '../../text/sentences.ts'
import { queryOf, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TimeFact } from '../ui/colombo-time.tsx'
import { Item, ItemList } from '../ui/list/item-list.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { useChanges } from '../ui/list/use-changes.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { Sentence } from '../ui/sentence.tsx'
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
      <Card title={t.policies.title} isTitleHeard>
        <ListStates query={query} failure={changes.failure} rows={POLICY_NAMES.length}>
          {policies.length > 0 && (
            <ItemList busy={query.isFetching}>
              {policies.map((policy, index) => (
                <Item
                  key={policy.policy}
                  id={index}
                  name={<Rule policy={policy} />}
                  facts={changedBy(policy)}
                >
                  <Button kind="link" onClick={() => setEdited(policy)}>
                    {t.policies.change}
                    <span className="visually-hidden"> {t.policies.names[policy.policy]}</span>
                  </Button>
                </Item>
              ))}
            </ItemList>
          )}
        </ListStates>
      </Card>
      {edited && (
        <EditPolicy policy={edited} changes={changes} onClose={() => setEdited(undefined)} />
      )}
      <ToastHost />
    </>
  )
}

/** What a policy says, as a sentence. */
function Rule({ policy: { policy, publisher, kind, rule } }: { readonly policy: ListedPolicy }) {
  const rate = t.policies.words[rule]({ kind })
  return (
    <Sentence
      text={t.policies.sentences[policy]}
      name={<strong>{t.policies.names[policy]}</strong>}
      whose={t.policies.whose({ bank: publisher ? publisherName(publisher) : null })}
      rate={`${rate.charAt(0).toLowerCase()}${rate.slice(1)}`}
    />
  )
}

/** When a policy was changed and by whom; nothing as long as it is as it came. */
const changedBy = ({ changed_at: at, changed_by: user }: ListedPolicy) =>
  at !== null && <TimeFact text={t.policies.changedBy} user={user} instant={at} />
