import { useState } from 'react'
import type { ListedPolicy } from '../../contract/policies.ts'
import { DAY_RULES, POLICY_NAMES, type DayRule } from '../../domain/policy.ts'
import { RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { kindName } from '../../text/names.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { SheetTabs } from '../work-tabs.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/form.tsx'
import { DialogActions, Form } from '../ui/form/send-form.tsx'
import { ListStates } from '../ui/list.tsx'
import { useChanges, type Changes } from '../ui/items.tsx'
import { showToast, ToastHost } from '../ui/toast.tsx'
import { Cell, Row, Table } from '../ui/table.tsx'
import { Sentence, TimeFact } from '../ui/time.tsx'

const policiesQuery = () => createQuery('policies', 'GET /api/rate-policy', {})

export const loader = () => [policiesQuery()]

export function Component() {
  const query = useResponse(policiesQuery())
  const changes = useChanges(['policies'])
  const [edited, setEdited] = useState<ListedPolicy>()
  const [usedFor, kind, day, change] = t.policies.columns
  return (
    <>
      <PageTitle lead={t.policies.lead}>{t.screens.check}</PageTitle>
      <SheetTabs />
      <Card title={t.policies.title} hideTitle>
        <ListStates query={query} failure={changes.failure} rows={POLICY_NAMES.length}>
          {query.data?.may_change === false && (
            <p className="mb">{t.policies.closed[query.data.changed_by]}</p>
          )}
          {query.data && (
            <Table
              stacks
              caption={t.policies.title}
              columns={[
                usedFor,
                kind,
                day,
                { title: <span className="visually-hidden">{change}</span>, numeric: true },
              ]}
            >
              {query.data.data.map((policy) => (
                <Row key={policy.policy}>
                  <Cell heading>
                    {t.policies.names[policy.policy]}
                    <span className="second-line">{changedBy(policy)}</span>
                  </Cell>
                  <Cell full>{rateOf(policy)}</Cell>
                  <Cell full className="muted">
                    {t.policies.rules[policy.rule]}
                  </Cell>
                  <Cell numeric>
                    {query.data?.may_change && (
                      <Button kind="link" onClick={() => setEdited(policy)}>
                        {t.policies.change}
                        <span className="visually-hidden"> {t.policies.names[policy.policy]}</span>
                      </Button>
                    )}
                  </Cell>
                </Row>
              ))}
            </Table>
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

const rateOf = ({ publisher, kind }: ListedPolicy) =>
  publisher || kind === 'customs'
    ? kindName({ kind, publisher })
    : `${t.banks.choice}: ${kindName({ kind })}`

const changedBy = ({ changed_at: at, changed_by: user }: ListedPolicy) =>
  at !== null && <TimeFact text={t.policies.changedBy} user={user} instant={at} />

interface EditPolicyProps {
  /** As it was when the dialog opened: the server refuses to overwrite a newer change. */
  readonly policy: ListedPolicy
  readonly changes: Changes
  readonly onClose: () => void
}

function EditPolicy({ policy, changes, onClose }: EditPolicyProps) {
  const undo = async (id: number) => {
    const params = { id: String(id) }
    const { message } = await call('POST /api/rate-policy/changes/:id/undo', { params })
    showToast({ text: message })
  }
  const save = async (fields: Readonly<Record<string, string>>) => {
    const body = {
      ...(fields['publisher'] && { publisher: fields['publisher'] }),
      kind: fields['kind'] as RateKind,
      rule: fields['rule'] as DayRule,
      version: policy.version,
    }
    try {
      const { message, data } = await call('POST /api/rate-policy/:policy', {
        params: { policy: policy.policy },
        body,
      })
      onClose()
      showToast({
        text: message,
        action: { label: t.policies.undo, run: () => void changes.make(() => undo(data.id)) },
      })
    } finally {
      await changes.make(() => Promise.resolve())
    }
  }
  const name = t.policies.names[policy.policy].toLowerCase()
  return (
    <Dialog title={t.policies.edit({ name })} onClose={onClose}>
      <Form className="fields" onSend={save}>
        <BankSelect defaultValue={policy.publisher ?? ''} />
        <Select
          label={t.policies.kind}
          name="kind"
          values={RATE_KINDS}
          textOf={(kind) => t.kindNames[kind]}
          defaultValue={policy.kind}
        />
        <Select
          label={t.policies.rule}
          name="rule"
          values={DAY_RULES}
          textOf={(rule) => t.policies.rules[rule]}
          defaultValue={policy.rule}
        />
        <p className="fine-print">
          {t.policies.effect}{' '}
          <Sentence text={t.policies.askedFor} name={<code>{policy.policy}</code>} />
        </p>
        <DialogActions onCancel={onClose} busyText={t.policies.saving}>
          {t.policies.save}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
