import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse, refresh } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost, showToast } from '../ui/toast.tsx'
import { CloseAccount } from './close-account.tsx'
import { accountText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'
import { screensText } from '../text/en/screens.ts'
import { useQueryClient } from '@tanstack/react-query'
import { renameBody } from '../../contract/schema/account.schema.ts'
import { renameUser, exportAccount } from '../../contract/account.ts'
import type { User } from '../../contract/schema/sign-in.schema.ts'
import { call } from '../api.ts'
import { userQuery } from '../session/session-state.ts'
import { storedSession, storeSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { checkForm } from '../ui/form/check-form.ts'
import { Field } from '../ui/form/field.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Notice } from '../ui/notice.tsx'
import layout from '../ui/form/form.module.css'
import styles from './account-page.module.css'
import { download } from '../connection/download.ts'
import { useAction } from '../ui/use-action.ts'

/** One's own account: the name, what is stored, and closing it. */
export default function AccountPage() {
  const query = useResponse(userQuery())
  const user = query.data?.data.user
  return (
    <>
      <PageTitle
        lead={
          <Sentence text={accountText.lead} sessions={<Link href="/sessions">{screensText.sessions}</Link>} />
        }
      >
        {screensText.account}
      </PageTitle>
      <div className="stack">
        <Card title={accountText.profile}>
          <ConnectionNotice queries={[query]} />
          {!user && query.isFetching && (
            <div className={styles['waiting']}>
              <Skeleton rows={2} />
            </div>
          )}
          {user && <NameForm key={user.id} user={user} />}
        </Card>
        <DownloadData />
        {user && <CloseAccount email={user.email} />}
      </div>
      <ToastHost />
    </>
  )
}

/** Shows the email address and changes the name. */
function NameForm({ user }: { readonly user: User }) {
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

/** Downloads everything that is stored about the user. */
function DownloadData() {
  const fetching = useAction(() => download(exportAccount, {}, 'my-data.json'))
  return (
    <Card title={accountText.data}>
      <p className="above">{accountText.aboutData}</p>
      <Button
        kind="quiet"
        busy={fetching.busy}
        busyText={accountText.preparing}
        onClick={() => void fetching.run()}
      >
        {accountText.download}
      </Button>
      {fetching.error && (
        <div className={layout['outcome']}>
          <Notice kind="error">{fetching.error.message}</Notice>
        </div>
      )}
    </Card>
  )
}
