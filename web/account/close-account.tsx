import { useState } from 'react'
import { closeAccount } from '../../contract/account.ts'
import { closeBody } from '../../contract/schema/account.schema.ts'
import { call } from '../api.ts'
import { navigate } from '../router.tsx'
import { announceSignOut, endStoredSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/form/field.tsx'
import { useCheckedForm } from '../ui/form/use-checked-form.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './account.module.css'

/** Closes the account, after its email address was typed. */
export function CloseAccount({ email }: { readonly email: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Close your account">
      <p className={styles['text']}>
        Your name, email address, sessions, access tokens and the personal details in the audit trail are
        erased. The rates you entered stay, without your name.
      </p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Close account…
      </Button>
      {asking && <CloseDialog email={email} onCancel={() => setAsking(false)} />}
    </Card>
  )
}

function CloseDialog({ email, onCancel }: { readonly email: string; readonly onCancel: () => void }) {
  const { form, errors, busy, error } = useCheckedForm({
    schema: closeBody,
    send: async (body) => {
      await call(closeAccount, { body })
      announceSignOut()
      endStoredSession()
      // At once, before the guard of this screen leads to the login.
      navigate('/', { replace: true, state: { accountClosed: true } })
    },
  })
  return (
    <Dialog title="Close your account?" onClose={onCancel}>
      <p>This cannot be undone. You are signed out on every device.</p>
      <form {...form} className={styles['closing']}>
        <Field
          label="Type your email address to confirm"
          name="email"
          hint={<span className={styles['email']}>{email}</span>}
          errors={errors['email']}
        >
          {(control) => <input {...control} type="email" autoComplete="off" autoFocus required />}
        </Field>
        {error && !errors['email'] && <Notice kind="error">{error.message}</Notice>}
        <div className={styles['actions']}>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" busy={busy} busyText="Closing...">
            Close account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
