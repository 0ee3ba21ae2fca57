import { renameBody } from '../../contract/sign-in.ts'
import { call } from '../api.ts'
import { t } from '../../text/sentences.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import layout from '../ui/form/form.module.css'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { storeSession, type StoredSession } from './stored-session.ts'

/**
 * Asks whoever has signed in first with an address for the name: somebody else may have given it.
 */
export default function ChooseName({ session }: { readonly session: StoredSession }) {
  return (
    <>
      <PageTitle lead={t.session.chooseName}>{t.session.yourName}</PageTitle>
      <NameForm
        name={session.name}
        onSaved={(name) => storeSession({ ...session, name, nameProposed: false })}
      />
    </>
  )
}

interface NameFormProps {
  readonly name: string | undefined
  readonly kind?: ButtonKind
  readonly onSaved: (name: string) => void
}

/** Changes the user's own name. */
export function NameForm({ name, kind = 'primary', onSaved }: NameFormProps) {
  const { form, errors, busy, error } = useForm({
    check: (fields) => checkForm(renameBody, fields),
    send: async (body) =>
      onSaved((await call('POST /api/auth/user/name', { body })).data.user.name),
  })
  return (
    <>
      <form {...form} className={layout['line']}>
        <Field label={t.account.name} name="name" errors={errors['name']}>
          {(control) => (
            <input {...control} defaultValue={name} maxLength={100} autoComplete="name" required />
          )}
        </Field>
        <Button type="submit" kind={kind} busy={busy} busyText={t.account.saving}>
          {t.account.saveName}
        </Button>
      </form>
      <div className={layout['outcome']}>
        {error && <Notice kind="error">{error.message}</Notice>}
      </div>
    </>
  )
}
