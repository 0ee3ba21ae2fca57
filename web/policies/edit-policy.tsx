import type { ListedPolicy } from '../../contract/policies.ts'
import { DAY_RULES, type DayRule } from '../../domain/policy.ts'
import { RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import layout from '../ui/form/form.module.css'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Form, FormError, Select, SubmitButton } from '../ui/form/form.tsx'
import type { Changes } from '../ui/list/use-changes.ts'
import { Sentence } from '../ui/sentence.tsx'
import { showToast } from '../ui/toast.tsx'

interface EditPolicyProps {
  /** As it was when it was opened: what somebody else has made of it since is not overwritten. */
  readonly policy: ListedPolicy
  readonly changes: Changes
  readonly onClose: () => void
}

/** Changes a policy, and offers to take that back. */
export function EditPolicy({ policy, changes, onClose }: EditPolicyProps) {
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
  const nameInSentence = t.policies.names[policy.policy].toLowerCase()
  return (
    <Dialog title={t.policies.edit({ name: nameInSentence })} onClose={onClose}>
      <Form className="fields" onSend={save}>
        <PolicyFields policy={policy} />
        <p className="fine-print">
          {t.policies.effect}{' '}
          <Sentence text={t.policies.askedFor} name={<code>{policy.policy}</code>} />
        </p>
        <FormError />
        <div className={layout['actions']}>
          <Button kind="quiet" onClick={onClose}>
            {t.ui.cancel}
          </Button>
          <SubmitButton busyText={t.policies.saving}>{t.policies.save}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

/** Whose rate a policy takes, of which kind and of which day. */
function PolicyFields({ policy }: { readonly policy: ListedPolicy }) {
  return (
    <>
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
    </>
  )
}
