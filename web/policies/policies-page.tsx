import { useState } from 'react'
import type { ListedPolicy } from '../../contract/policies.ts'
import { POLICY_NAMES } from '../../domain/policy.ts'
import { publisherName } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { queryOf, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TimeFact } from '../ui/colombo-time.tsx'
import { ListStates } from '../ui/list/list-states.tsx'
import { RowTable } from '../ui/list/row-table.tsx'
import { Cell } from '../ui/list/table.tsx'
import { useChanges } from '../ui/list/use-changes.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { EditPolicy } from './edit-policy.tsx'
import styles from './policies-page.module.css'

const policiesQuery = () => queryOf('policies', 'GET /api/rate-policy', {})

export const loader = () => [policiesQuery()]

/** Which rate counts for what. */
export function Component() {
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
            <RowTable className={styles['policies']} caption={t.policies.title} titles={titles()}>
              {policies.map((policy) => (
                <tr key={policy.policy} role="row">
                  <Cell heading role="rowheader">
                    {t.policies.names[policy.policy]}
                    <span className="second-line narrow">
                      {rateOf(policy)}, {t.policies.rules[policy.rule].toLowerCase()}
                    </span>
                    <span className="second-line">{changedBy(policy)}</span>
                  </Cell>
                  <Cell wide role="cell">
                    {rateOf(policy)}
                  </Cell>
                  <Cell wide role="cell">
                    {t.policies.rules[policy.rule]}
                  </Cell>
                  <Cell role="cell">
                    <div className="buttons">
                      <Button kind="link" onClick={() => setEdited(policy)}>
                        {t.policies.change}
                        <span className="visually-hidden"> {t.policies.names[policy.policy]}</span>
                      </Button>
                    </div>
                  </Cell>
                </tr>
              ))}
            </RowTable>
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

const titles = () =>
  t.policies.columns.map((title, index, { length }) =>
    index < length - 1 ? title : { title: <span className="visually-hidden">{title}</span> },
  )

/** Whose rate a policy takes, and of which kind. */
const rateOf = ({ publisher, kind }: ListedPolicy) =>
  t.policies.of({ bank: publisher ? publisherName(publisher) : null, kind })

/** When a policy was changed and by whom; nothing as long as it is as it came. */
const changedBy = ({ changed_at: at, changed_by: user }: ListedPolicy) =>
  at !== null && <TimeFact text={t.policies.changedBy} user={user} instant={at} />
