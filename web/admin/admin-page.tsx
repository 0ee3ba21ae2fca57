import { type Place, usePlace } from '../pages.tsx'
import type { InstallationState } from '../../contract/admin.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { useResponse, type ResponseState } from '../queries.ts'
import { Link } from '../link.tsx'
import { storedSession, useAuth } from '../session/stored-session.ts'
import { t } from '../../text/sentences.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { installationQuery, readUserView, usersQuery } from './admin-queries.ts'
import { Registrations, RegistrationWarnings } from './registrations.tsx'
import { SystemCard } from './system-card.tsx'
import { UserList } from './user-list.tsx'

/** Everybody else gets no data. */
export const loader = ({ search }: Place) =>
  storedSession()?.admin ? [installationQuery(), usersQuery(readUserView(search))] : []

/** Users, registrations and the state of the installation, for the addresses in `ADMINS`. */
export function Component() {
  const auth = useAuth()
  // Where the session could not be read, the response to the screen's own query says who may see
  // it.
  const isRefused = auth.state !== 'signed-in' || auth.admin === false
  return (
    <>
      {isRefused ? <OnlyAdmins /> : <Administration />}
      <ToastHost />
    </>
  )
}

const OnlyAdmins = () => (
  <>
    <PageTitle lead={t.admin.askForAccess}>{t.admin.refused}</PageTitle>
    <Link href="/dashboard" className={buttonClass()}>
      {t.admin.toDashboard}
    </Link>
  </>
)

function Administration() {
  const query = useResponse(installationQuery())
  const { data, error, isFetching } = query
  if (error?.mayPass === false) return <OnlyAdmins />
  return (
    <>
      <PageTitle lead={t.admin.lead}>{t.screens.admin}</PageTitle>
      <div className="stack settings">
        {data ? (
          <Installation state={data.data} query={query} />
        ) : (
          <>
            <ConnectionNotice queries={[query]} />
            {isFetching && <Skeleton rows={6} />}
          </>
        )}
      </div>
    </>
  )
}

interface InstallationProps {
  readonly state: InstallationState
  readonly query: ResponseState<unknown>
}

function Installation({ state, query }: InstallationProps) {
  const view = readUserView(usePlace().search)
  const users = useResponse(usersQuery(view))
  return (
    <>
      {/* Where no users could be had, their list says so. */}
      <ConnectionNotice queries={users.data ? [query, users] : [query]} />
      {Object.entries(state.warnings).map(([subject, sentence]) => (
        <Notice key={subject} kind="warning" quiet>
          {sentence}
        </Notice>
      ))}
      <RegistrationWarnings registration={state.registration} />
      <UserList view={view} query={users} />
      <Registrations registration={state.registration} />
      <SystemCard state={state} />
    </>
  )
}
