import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { Link } from '../link.tsx'
import { useResponse } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { userQuery } from './user-data-queries.ts'
import { CloseAccount } from './close-account.tsx'
import { DownloadData } from './download-data.tsx'
import { NameForm } from './name-form.tsx'
import { accountText } from '../text/en/account.ts'
import { Sentence } from '../ui/sentence.tsx'
import { screensText } from '../text/en/screens.ts'

export const loader = () => [userQuery()]

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
          {!user && query.isFetching && <Skeleton rows={2} />}
          {user && <NameForm key={user.id} user={user} />}
        </Card>
        <DownloadData />
        {user && <CloseAccount email={user.email} />}
      </div>
      <ToastHost />
    </>
  )
}
