import { ConnectionNotice } from '../connection/connection.tsx'
import { useResponse, refresh } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost, showToast } from '../ui/toast.tsx'
import { AccessTokens } from './access-tokens.tsx'
import { CloseAccount } from './close-account.tsx'
import { SessionList } from './session-list.tsx'
import { accessTokensQuery, sessionsQuery } from './user-data-queries.ts'
import { t } from '../../text/sentences.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../contract/sign-in.ts'
import { NameForm } from '../session/choose-name.tsx'
import { userQuery } from '../session/session-state.ts'
import { storedSession, storeSession } from '../session/stored-session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import layout from '../ui/form/form.module.css'
import styles from './account.module.css'
import { download } from '../api.ts'
import { useAction } from '../ui/use-action.ts'

export const loader = () => [sessionsQuery(), accessTokensQuery()]

/** One's own account: the name, sessions and access tokens, what is stored, and closing it. */
export function Component() {
  const query = useResponse(userQuery())
  const user = query.data?.data.user
  return (
    <>
      <PageTitle lead={t.account.lead}>{t.screens.account}</PageTitle>
      <div className="stack settings">
        <Card title={t.account.profile}>
          <ConnectionNotice queries={[query]} />
          {!user && query.isFetching && (
            <div className={styles['waiting']}>
              <Skeleton rows={2} />
            </div>
          )}
          {user && <Profile key={user.id} user={user} />}
        </Card>
        <SessionList />
        <AccessTokens />
        <DownloadData />
        {user && <CloseAccount email={user.email} />}
      </div>
      <ToastHost />
    </>
  )
}

/** Shows the email address and changes the name. */
function Profile({ user }: { readonly user: User }) {
  const client = useQueryClient()
  return (
    <>
      <dl className="above">
        <dt className="fine-print">{t.account.email}</dt>
        <dd className="breakable">{user.email}</dd>
      </dl>
      <NameForm
        name={user.name}
        kind="quiet"
        onSaved={(name) => {
          const session = storedSession()
          if (session) storeSession({ ...session, name })
          refresh(client, 'user')
          showToast({ text: t.account.nameChanged })
        }}
      />
    </>
  )
}

/** Downloads everything that is stored about the user. */
function DownloadData() {
  const fetching = useAction(() => download('GET /api/auth/user/export', {}, 'my-data.json'))
  return (
    <Card title={t.account.data} lead={t.account.aboutData}>
      <div>
        <Button
          kind="quiet"
          busy={fetching.busy}
          busyText={t.account.preparing}
          onClick={() => void fetching.run()}
        >
          {t.account.download}
        </Button>
      </div>
      {fetching.error && (
        <div className={layout['outcome']}>
          <Notice kind="error">{fetching.error.message}</Notice>
        </div>
      )}
    </Card>
  )
}
