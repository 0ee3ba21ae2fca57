import type { Query } from '@tanstack/react-query'
import type { InstallationState } from '../../contract/admin.ts'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import { t } from '../../text/sentences.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { Link } from '../link.tsx'
import type { Place } from '../load-page.ts'
import { usePage } from '../page-context.ts'
import { usePlace } from '../pages.tsx'
import { pauseAfter, createQuery, useResponse } from '../queries.ts'
import { storedSession, useAuth } from '../session/stored-session.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { ColomboMinute, Sentence } from '../ui/time.tsx'
import { Skeleton } from '../ui/waiting.tsx'
import { missingRatesQuery, useAttention } from './attention.tsx'
import { Registrations } from './registrations.tsx'
import { SystemTab } from './system-tab.tsx'
import { UserList, usersQuery } from './user-list.tsx'

const POLL_MS = 2000

const installationQuery = () => ({
  ...createQuery('admin', 'GET /api/admin/state', {}),
  refetchInterval: (query: Query<ResponseOf<'GET /api/admin/state'>>) =>
    query.state.data?.data.feed?.due && !query.state.error ? POLL_MS : pauseAfter(query),
})

const isSystemTab = (search: URLSearchParams) => search.get('tab') === 'system'

/** The server refuses other users. */
export const loader = ({ search, today }: Place) =>
  storedSession()?.admin
    ? [
        installationQuery(),
        missingRatesQuery(today),
        ...(isSystemTab(search) ? [] : [usersQuery(search)]),
      ]
    : []

export function Component() {
  const auth = useAuth()
  // If the session could not be read, the response to the page's own query decides.
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
    <PageTitle
      lead={usePage().privacy.hasAdministrators ? t.admin.askForAccess : t.admin.noAdministrators}
    >
      {t.admin.refused}
    </PageTitle>
    <Link href="/dashboard" className={buttonClass()}>
      {t.admin.toDashboard}
    </Link>
  </>
)

function Administration() {
  const query = useResponse(installationQuery())
  const { data, error, isFetching, dataUpdatedAt } = query
  const isSystem = isSystemTab(usePlace().search)
  if (error?.mayPass === false) return <OnlyAdmins />
  return (
    <>
      {isSystem && data ? (
        <SystemTitle state={data.data} at={new Date(dataUpdatedAt).toISOString()} />
      ) : (
        <PageTitle lead={t.admin.lead}>{isSystem ? t.admin.system : t.admin.users}</PageTitle>
      )}
      <div className={isSystem ? 'stack' : 'stack settings'}>
        <ConnectionNotice queries={[query]} />
        {!data && isFetching && <Skeleton rows={6} />}
        {data && isSystem && <SystemTab state={data.data} />}
        {data && !isSystem && (
          <>
            <Warnings state={data.data} />
            <UserList />
            <Registrations registration={data.data.registration} />
          </>
        )}
      </div>
    </>
  )
}

interface SystemTitleProps extends WarningsProps {
  readonly at: string
}

function SystemTitle({ state, at }: SystemTitleProps) {
  const { query, things } = useAttention(state)
  const isUnknown = !query.data && query.error?.mayPass !== false
  const lead = <Sentence text={t.admin.asOf} time={<ColomboMinute instant={at} />} />
  return (
    <PageTitle lead={lead}>
      {isUnknown ? t.admin.system : t.admin.attention({ count: things.length })}
    </PageTitle>
  )
}

interface WarningsProps {
  readonly state: InstallationState
}

function Warnings({ state }: WarningsProps) {
  const { query, things } = useAttention(state)
  const { waiting } = state.registration
  const others = things.length - (waiting > 0 ? 1 : 0)
  const isKnown = query.data ?? query.error
  const lines = [
    ...(waiting > 0
      ? [[t.admin.waiting({ count: waiting }), '/admin?state=waiting', t.admin.approve] as const]
      : []),
    ...(isKnown && others > 0
      ? [
          [
            t.admin.attention({ count: things.length }),
            '/admin?tab=system',
            t.admin.toSystem,
          ] as const,
        ]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <Notice kind="warning" quiet>
      {lines.map(([sentence, href, text]) => (
        <p key={href}>
          {`${sentence}. `}
          <Link href={href}>{text}</Link>
        </p>
      ))}
    </Notice>
  )
}
