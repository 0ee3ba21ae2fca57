import { useQueryClient } from '@tanstack/react-query'
import { renameBody } from '../../contract/schema/account.schema.ts'
import { renameUser } from '../../contract/account.ts'
import type { User } from '../../contract/schema/sign-in.schema.ts'
import { call } from '../api.ts'
import { refresh } from '../queries.ts'
import { storedSession, storeSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { accountText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'
import layout from '../ui/form/form.module.css'

/** Shows the email address and changes the name. */
export function NameForm({ user }: { readonly user: User }) {
  const client = useQueryClient()
  const { form, errors, busy, error } = useForm({
    check: (fields) => checkForm(renameBody, fields),
    send: async (body) => {
      const { data } = await call(renameUser, { body })
      const session = storedSession()
      if (session) storeSession({ ...session, name: data.user.name })
      refresh(client, 'user')
      showToast({ text: accountText.nameChanged })
    },
  })
  return (
    <>
      <p className="above">
        <Sentence text={accountText.email} email={<strong className="breakable">{user.email}</strong>} />
      </p>
      <form {...form} className={layout['line']}>
        <Field label={accountText.name} name="name" errors={errors['name']}>
          {(control) => (
            <input {...control} defaultValue={user.name} maxLength={100} autoComplete="name" required />
          )}
        </Field>
        <Button type="submit" kind="quiet" busy={busy} busyText={accountText.saving}>
          {accountText.saveName}
        </Button>
      </form>
      {error && (
        <div className={layout['outcome']}>
          <Notice kind="error">{error.message}</Notice>
        </div>
      )}
    </>
  )
}
