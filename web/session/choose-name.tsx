import { renameBody } from '../../contract/sign-in.ts'
import { call } from '../api.ts'
import { t } from '../../text/sentences.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import layout from '../ui/form/form.module.css'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'

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
