import { useRef, useState } from 'react'
import { closeAccount } from '../../contract/account.ts'
import { closeBody } from '../../contract/schema/account.schema.ts'
import { call, errorOf } from '../api.ts'
import { navigate } from '../router.tsx'
import { announceSignOut, endStoredSession } from '../sign-in/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { checkForm, type FieldErrors } from '../ui/form/check-form.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/form/field.tsx'
import { focusFirstWrong } from '../ui/form/focus-first-wrong.ts'
import { Notice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
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
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (wrong: FieldErrors) => {
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
  }
  const closing = useAction(async () => {
    if (!form.current) return
    const checked = checkForm(closeBody, Object.fromEntries(new FormData(form.current)))
    show(checked.errors ?? {})
    if (checked.errors) return
    try {
      await call(closeAccount, { body: checked.input })
    } catch (thrown) {
      show(errorOf(thrown).fields)
      throw thrown
    }
    announceSignOut()
    endStoredSession()
    // At once, before the guard of this screen leads to the login.
    navigate('/', { replace: true, state: { accountClosed: true } })
  })
  return (
    <Dialog title="Close your account?" onClose={onCancel}>
      <p>This cannot be undone. You are signed out on every device.</p>
      <form
        ref={form}
        noValidate
        className={styles['closing']}
        onSubmit={(event) => {
          event.preventDefault()
          void closing.run()
        }}
      >
        <Field
          label="Type your email address to confirm"
          name="email"
          hint={<span className={styles['email']}>{email}</span>}
          errors={errors['email']}
        >
          {(control) => <input {...control} type="email" autoComplete="off" autoFocus required />}
        </Field>
        {closing.error && !errors['email'] && <Notice kind="error">{closing.error.message}</Notice>}
        <div className={styles['actions']}>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" busy={closing.busy} busyText="Closing...">
            Close account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
