import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import type { PageData } from '../contract/page-data.ts'
import { enterEarlyInput } from './connection/early-input.ts'
import { BrokenScreen, ErrorBoundary } from './ui/error-boundary.tsx'
import { Layout } from './layout.tsx'
import { PageDataProvider, fullTitle, usePage } from './page-context.ts'
import { ServerPlace, useLocation } from './router.tsx'
import { ScreenLoading } from './screen.ts'
import { SCREEN_LOADER, screenOf } from './screens.tsx'
import { storedSession } from './session/stored-session.ts'
import { Waiting } from './ui/waiting.tsx'

interface AppProps {
  readonly page: PageData
  readonly client: QueryClient
  /** On the server, which has no address bar: path and search. */
  readonly at?: { readonly path: string; readonly search: string }
}

/** The whole product, in the browser and on the server alike. */
export function App({ page, client, at }: AppProps) {
  return (
    <PageDataProvider value={page}>
      <QueryClientProvider client={client}>
        <ServerPlace value={at ?? null}>
          <ScreenLoading value={SCREEN_LOADER}>
            <Screens />
          </ScreenLoading>
        </ServerPlace>
      </QueryClientProvider>
    </PageDataProvider>
  )
}

function Screens() {
  const [path] = useLocation()
  const screen = screenOf(path)
  const provider = usePage().providerName
  const client = useQueryClient()
  useEffect(() => {
    // The start-up check of the specification's section 4. Without a session its code is not loaded.
    if (storedSession())
      void import('./session/session-state.ts').then(({ checkSession }) => checkSession(client))
  }, [client])
  // Before the effects of the screen itself, which may say more (page-context.ts).
  useLayoutEffect(() => {
    document.title = fullTitle(headingOf(path), provider)
  }, [path, provider])
  return (
    <Layout navbar={screen.navbar} path={path}>
      <ErrorBoundary
        key={path}
        fallback={(thrown, reset) => (
          <BrokenScreen
            thrown={thrown}
            title={headingOf(path)}
            retry={() => screen.component.retry().then(reset)}
          />
        )}
      >
        <Suspense fallback={<Waiting />}>
          <screen.component.View />
          <MarkHydrated />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}

/** Says on `<html>` that the screen responds to clicks and keys: for tests and measurements, which must not guess it. */
function MarkHydrated() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    void enterEarlyInput()
  }, [])
  return null
}

/** What a screen is called. */
export function headingOf(path: string): string {
  const { title } = screenOf(path)
  return typeof title === 'string' ? title : title(path)
}
