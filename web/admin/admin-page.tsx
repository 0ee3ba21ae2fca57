import { useResponse } from '../queries.ts'
import { useAuth } from '../session/auth.ts'
import { adminText } from '../text/en/work/admin.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { installationQuery } from './admin-queries.ts'
import { EmailsCard } from './emails-card.tsx'
import { FeedCard } from './feed-card.tsx'
import { AuditTrailCard, InstallationCard } from './installation-card.tsx'
import { Registrations } from './registrations.tsx'
import { UserList } from './user-list.tsx'

export { adminLoader as loader } from './admin-queries.ts'

/** Users, registrations and the state of the installation, for the addresses in `ADMINS`. */
export default function AdminPage() {
  const auth = useAuth()
  const isAdmin = auth.state === 'signed-in' && auth.admin
  return (
    <>
      <PageTitle lead={isAdmin ? adminText.lead : undefined}>{adminText.title}</PageTitle>
      {isAdmin ? (
        <Administration />
      ) : (
        <Notice kind="info" quiet>
          {adminText.onlyAdmins}
        </Notice>
      )}
      <ToastHost />
    </>
  )
}

function Administration() {
  const { data, error, isFetching, refetch } = useResponse(installationQuery())
  const state = data?.data
  return (
    <div className="stack">
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {state ? (
        <>
          {Object.entries(state.warnings).map(([subject, sentence]) => (
            <Notice key={subject} kind="warning" quiet>
              {sentence}
            </Notice>
          ))}
          <Registrations registration={state.registration} />
          <UserList />
          <FeedCard state={state} refetch={refetch} />
          <EmailsCard emails={state.emails} />
          <AuditTrailCard audit={state.audit} />
          <InstallationCard state={state} />
        </>
      ) : (
        isFetching && <Skeleton rows={6} />
      )}
    </div>
  )
}
