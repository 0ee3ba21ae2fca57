import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { memo, use, useCallback, useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import type { PageData } from '../contract/page-data.ts'
import { language, t } from '../text/sentences.ts'
import type { ApiError } from './api.ts'
import { OfflineNotice, useOnline } from './connection/connection.tsx'
import { Layout } from './layout.tsx'
import {
  fullTitle,
  PageDataProvider,
  TodayProvider,
  useClock,
  usePage,
  useToday,
} from './page-context.ts'
import { knownIn, readPlace } from './load-page.ts'
import {
  LaterPendingContext,
  OpenPageContext,
  PendingContext,
  usePages,
  type OpenPage,
} from './pages.tsx'
import { readHeading, stripQuery } from './screens.ts'
import { ApprovedOnly, SessionEnded, SignedInOnly, SignedOutOnly } from './session/guard.tsx'
import { checkSession } from './session/session-state.ts'
import { Button } from './ui/button.tsx'
import { ErrorBoundary } from './ui/waiting.tsx'
import { Notice } from './ui/notice.tsx'
import { PageTitle } from './ui/card.tsx'

interface AppProps {
  readonly page: PageData
  readonly client: QueryClient
  readonly start: OpenPage
}

export function App({ page: data, client, start }: AppProps) {
  const { page, pending } = usePages(client, start)
  const later = useDeferredValue(pending)
  return (
    <PageDataProvider value={data}>
      <TodayProvider value={useClock(data.today)}>
        <QueryClientProvider client={client}>
          <OpenPageContext value={page}>
            <PendingContext value={pending}>
              <LaterPendingContext value={pending && later}>
                <Page page={page} client={client} />
              </LaterPendingContext>
            </PendingContext>
          </OpenPageContext>
        </QueryClientProvider>
      </TodayProvider>
    </PageDataProvider>
  )
}

interface PageProps {
  readonly page: OpenPage
  readonly client: QueryClient
}

/** Is not rendered again while the next page is loaded: a press shows in the next picture. */
const Page = memo(function Page({ page, client }: PageProps) {
  const { address, screen, module } = page
  const path = stripQuery(address)
  // Specification, section 4.
  useEffect(() => void checkSession(client), [client])
  useEffect(() => void (document.documentElement.dataset['hydrated'] = ''), [])
  useDocumentTitle(page, client)
  return (
    <Layout
      navbar={screen.navbar}
      lang={screen.parts.includes('work') && language() !== 'en' ? 'en' : undefined}
    >
      <ConnectionState />
      <ErrorBoundary key={path} fallback={() => <Broken title={readHeading(address)} />}>
        <Content screen={screen} module={module} />
      </ErrorBoundary>
    </Layout>
  )
})

function ConnectionState() {
  const pending = use(PendingContext)
  if (!pending?.error) return <OfflineNotice />
  return <NotOpened error={pending.error} retry={pending.retry} />
}

/** Renders only what reads the address if that alone changes. */
const Content = memo(function Content({ screen, module }: Pick<OpenPage, 'screen' | 'module'>) {
  const Guard = { everyone: Everyone, 'signed-in': SignedIn, 'signed-out': SignedOutOnly }[
    screen.access
  ]
  return (
    <Guard screen={screen}>
      <module.Component />
    </Guard>
  )
})

/** Updates of a query that bring a response; at a navigation most are of observers and requests. */
const TELLING = { success: true, error: true, setState: true }

/** Follows the responses: the title of a rate has its figure. */
function useDocumentTitle({ address, module }: OpenPage, client: QueryClient): void {
  const today = useToday()
  const { siteName } = usePage()
  const readTitle = () =>
    module.head?.(readPlace(address, today), knownIn(client)).title ?? readHeading(address)
  const subscribe = useCallback(
    (onChange: () => void) =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type in TELLING) onChange()
      }),
    [client],
  )
  const title = useSyncExternalStore(subscribe, readTitle, readTitle)
  useEffect(() => {
    document.title = fullTitle(title, siteName)
  }, [title, siteName])
}

type GuardProps = Pick<OpenPage, 'screen'> & { readonly children: React.ReactNode }

function Everyone({ children }: GuardProps) {
  return (
    <>
      <SessionEnded />
      {children}
    </>
  )
}

function SignedIn({ screen, children }: GuardProps) {
  const Guard = screen.ofOwnAccount ? SignedInOnly : ApprovedOnly
  return <Guard>{children}</Guard>
}

interface NotOpenedProps {
  readonly error: ApiError
  readonly retry: (() => void) | undefined
}

function NotOpened({ error: { message }, retry }: NotOpenedProps) {
  const online = useOnline()
  return (
    <div className="below mb">
      <Notice kind="error" isOutcome>
        <p>{online ? t.connection.notOpened({ message }) : t.connection.notOpenedOffline}</p>
        <Button onClick={retry}>{t.ui.retry}</Button>
      </Notice>
    </div>
  )
}

function Broken({ title }: { readonly title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Notice kind="error">
        <p>{t.connection.notShown}</p>
        <Button onClick={() => location.reload()}>{t.connection.reload}</Button>
      </Notice>
    </>
  )
}
