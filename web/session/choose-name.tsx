import { renameBody } from '../../contract/account.ts'
import { call } from '../api.ts'
import { t } from '../../text/sentences.ts'
import { Button } from '../ui/button.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { storeSession, type StoredSession } from './stored-session.ts'

/**
 * Asks whoever has signed in first with an address for the name: somebody else may have given it.
 */
export default function ChooseName({ session }: { readonly session: StoredSession }) {
  const { form, errors, busy, error } = useForm({
    check: (fields) => checkForm(renameBody, fields),
    send: async (body) => {
      const { data } = await call('POST /api/auth/user/name', { body })
      storeSession({ ...session, name: data.user.name, nameProposed: false })
    },
  })
  return (
    <>
      <PageTitle lead={t.session.chooseName}>{t.session.yourName}</PageTitle>
      <form {...form} className="fields">
        <Field label={t.account.name} name="name" errors={errors['name']}>
          {(control) => (
            <input {...control} defaultValue={session.name} autoComplete="name" required />
          )}
        </Field>
        <Button type="submit" busy={busy} busyText={t.account.saving}>
          {t.account.saveName}
        </Button>
        {error && <Notice kind="error">{error.message}</Notice>}
      </form>
    </>
  )
}
