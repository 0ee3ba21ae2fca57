import type { ListedPolicy } from '../../contract/policies.ts'
import { DAY_RULES, type DayRule } from '../../domain/policies/rate-policy.ts'
import { RATE_KINDS, type RateKind } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { FieldErrors } from '../ui/form/check-form.ts'
import layout from '../ui/form/form.module.css'
import { BankSelect } from '../ui/form/bank-select.tsx'
import { Select } from '../ui/form/select.tsx'
import { useForm } from '../ui/form/use-form.ts'
import type { Changes } from '../ui/list/use-changes.ts'
import { Notice } from '../ui/notice.tsx'
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
  const { form, errors, busy, error } = useForm({
    check: ({ publisher, kind, rule }) => ({
      input: {
        ...(publisher && { publisher }),
        kind: kind as RateKind,
        rule: rule as DayRule,
      },
    }),
    send: async (chosen) => {
      const { policy: name, version } = policy
      const body = { ...chosen, version }
      try {
        const { message, data } = await call('POST /api/rate-policy/:policy', {
          params: { policy: name },
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
    },
  })
  const nameInSentence = t.policies.names[policy.policy].toLowerCase()
  return (
    <Dialog title={t.policies.edit({ name: nameInSentence })} onClose={onClose}>
      <form {...form} className="fields">
        <PolicyFields policy={policy} errors={errors} />
        <p className="fine-print">
          {t.policies.effect}{' '}
          <Sentence text={t.policies.askedFor} name={<code>{policy.policy}</code>} />
        </p>
        {error && <Notice kind="error">{error.message}</Notice>}
        <div className={layout['actions']}>
          <Button kind="quiet" onClick={onClose}>
            {t.ui.cancel}
          </Button>
          <Button type="submit" busy={busy} busyText={t.policies.saving}>
            {t.policies.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whose rate a policy takes, of which kind and of which day. */
function PolicyFields({
  policy,
  errors,
}: {
  readonly policy: ListedPolicy
  readonly errors: FieldErrors
}) {
  return (
    <>
      <BankSelect defaultValue={policy.publisher ?? ''} errors={errors['publisher']} />
      <Select
        label={t.policies.kind}
        name="kind"
        values={RATE_KINDS}
        textOf={(kind) => t.kindNames[kind]}
        defaultValue={policy.kind}
        errors={errors['kind']}
      />
      <Select
        label={t.policies.rule}
        name="rule"
        values={DAY_RULES}
        textOf={(rule) => t.policies.rules[rule]}
        defaultValue={policy.rule}
        errors={errors['rule']}
      />
    </>
  )
}
