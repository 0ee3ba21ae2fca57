import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { renameBody } from '../../contract/schema/account.schema.ts'
import { renameUser } from '../../contract/account.ts'
import type { User } from '../../contract/schema/sign-in.schema.ts'
import { call, errorOf } from '../api.ts'
import { refresh } from '../queries.ts'
import { storedSession, storeSession } from '../sign-in/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { checkForm, type FieldErrors } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { focusFirstWrong } from '../ui/form/focus-first-wrong.ts'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { useAction } from '../ui/use-action.ts'
import styles from './account.module.css'

/** Shows the email address and changes the name. */
export function NameForm({ user }: { readonly user: User }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useAction(async () => {
    if (!form.current) return
    const checked = checkForm(renameBody, Object.fromEntries(new FormData(form.current)))
    const { errors: wrong = {} } = checked
    setErrors(wrong)
    focusFirstWrong(form.current, wrong)
    if (checked.errors) return
    try {
      const { message, data } = await call(renameUser, { body: checked.input })
      const session = storedSession()
      if (session) storeSession({ ...session, name: data.user.name })
      refresh(client, 'user')
      showToast({ text: message })
    } catch (thrown) {
      setErrors(errorOf(thrown).fields)
      throw thrown
    }
  })
  return (
    <>
      <p className={styles['text']}>
        Email address: <strong className={styles['email']}>{user.email}</strong>
      </p>
      <form
        ref={form}
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void saving.run()
        }}
      >
        <Field label="Name" name="name" errors={errors['name']}>
          {(control) => (
            <input {...control} defaultValue={user.name} maxLength={100} autoComplete="name" required />
          )}
        </Field>
        <Button type="submit" kind="quiet" busy={saving.busy} busyText="Saving...">
          Save name
        </Button>
      </form>
      {saving.error && (
        <div className={styles['failure']}>
          <Notice kind="error">{saving.error.message}</Notice>
        </div>
      )}
    </>
  )
}
