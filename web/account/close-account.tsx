import { navigate } from '../pages.tsx'
import { useState } from 'react'
import { closeBody } from '../../contract/sign-in.ts'
import { call } from '../api.ts'
import { announceSignOut, endStoredSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { t } from '../../text/sentences.ts'

import layout from '../ui/form/form.module.css'

/** Closes the account, after its email address was typed. */
export function CloseAccount({ email }: { readonly email: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card title={t.account.close} lead={t.account.aboutClosing}>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t.account.closeNext}
        </Button>
      </div>
      {asking && <CloseDialog email={email} onCancel={() => setAsking(false)} />}
    </Card>
  )
}

function CloseDialog({
  email,
  onCancel,
}: {
  readonly email: string
  readonly onCancel: () => void
}) {
  const { form, errors, busy, error } = useForm({
    check: (fields) => checkForm(closeBody, fields),
    send: async (body) => {
      await call('POST /api/auth/user/close', { body })
      // First: the guard leads to the login, unless its page is being left.
      void navigate('/', { replace: true, message: { accountClosed: true } })
      announceSignOut()
      endStoredSession()
    },
  })
  return (
    <Dialog title={t.account.closeQuestion} onClose={onCancel}>
      <p>{t.account.closeConsequences}</p>
      <form {...form} className="fields">
        <Field
          label={t.account.closeConfirm}
          name="email"
          hint={<span className="breakable">{email}</span>}
          errors={errors['email']}
        >
          {(control) => <input {...control} type="email" autoComplete="off" autoFocus required />}
        </Field>
        {error && !errors['email'] && <Notice kind="error">{error.message}</Notice>}
        <div className={layout['actions']}>
          <Button kind="quiet" onClick={onCancel}>
            {t.ui.cancel}
          </Button>
          <Button type="submit" kind="danger" busy={busy} busyText={t.account.closing}>
            {t.account.closeNow}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
