import { useState } from 'react'
import type { InputOf } from '../../contract/all-endpoints.ts'
import { ALERT_CONDITIONS, type AlertCondition } from '../../domain/alerts/alert-rule.ts'
import { unitsOf, type Currency } from '../../domain/currency.ts'
import type { Board } from '../rates/rates.ts'
import { useAuth } from '../session/stored-session.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { alertErrorSentence, fieldErrors } from './alert-error.ts'
import { ConditionFields, numberIn } from './condition-fields.tsx'

type NewAlert = InputOf<'POST /api/alerts'>['body']

interface AlertFormProps {
  /** Whether the address is typed; else it is known already. */
  readonly withEmail?: boolean
  /** The currency that is chosen at first. */
  readonly currency?: string | null
  /** The newest rates, one of which is said beside the field of a rate. */
  readonly board?: Board | undefined
  readonly send: (alert: NewAlert) => Promise<void>
}

/**
 * An alert as it is chosen. What is wrong with it the server says: its check would bring more code
 * than the page has.
 */
export function AlertForm({ withEmail = false, currency = null, board, send }: AlertFormProps) {
  const [condition, setCondition] = useState<AlertCondition>('above')
  const { form, errors, busy, error } = useForm({
    check: (typed) => ({ input: alertIn(typed, condition) }),
    send,
  })
  const wrong = fieldErrors(errors)
  return (
    <form method="post" className="fields" {...form}>
      <ConditionFields condition={condition} currency={currency} board={board} errors={wrong}>
        <Select
          label={t.alerts.condition}
          name="condition"
          values={ALERT_CONDITIONS}
          textOf={(value) => t.alerts.conditions[value]}
          value={condition}
          onValue={setCondition}
        />
      </ConditionFields>
      {withEmail && <EmailField errors={wrong['email']} />}
      {(condition === 'above' || condition === 'below') && (
        <p className="fine-print">{t.alerts.rateHint}</p>
      )}
      {condition === 'stale' && <p>{t.alerts.staleHint}</p>}
      {error && Object.keys(errors).length === 0 && (
        <Notice kind="error">{alertErrorSentence(error)}</Notice>
      )}
      <div>
        <Button
          type="submit"
          busy={busy}
          busyText={withEmail ? t.alerts.requesting : t.alerts.adding}
        >
          {withEmail ? t.alerts.request : t.alerts.add}
        </Button>
      </div>
    </form>
  )
}

/** Holds the address of whoever is signed in. */
function EmailField({ errors }: { readonly errors: readonly string[] | undefined }) {
  const auth = useAuth()
  const own = auth.state === 'signed-in' ? auth.email : ''
  return (
    <Field label={t.alerts.email} name="email" hint={t.alerts.emailHint} errors={errors}>
      {(control) => (
        <input key={own} {...control} type="email" autoComplete="email" defaultValue={own} />
      )}
    </Field>
  )
}

/** What the fields hold, as a call takes it: figures as numbers, what is not there left out. */
function alertIn(typed: Readonly<Record<string, string>>, condition: AlertCondition): NewAlert {
  const text = (name: string) => typed[name]?.trim() ?? ''
  const number = (name: string) => (text(name) === '' ? '' : numberIn(text(name)))
  const units = text('rate') === '' ? 1 : unitsOf(text('currency') as Currency)
  const fields = {
    email: text('email'),
    condition,
    currency: text('currency'),
    kind: text('kind'),
    publisher: text('publisher'),
    rate: number('rate'),
    percent: number('percent'),
    hour: number('hour'),
    units: units === 1 ? '' : units,
  }
  // Whether it is one is what the server says.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== ''),
  ) as unknown as NewAlert
}
