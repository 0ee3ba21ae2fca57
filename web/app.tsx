import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import type { PageData } from '../contract/page-data.ts'
import { enterEarlyInput } from './start/early-input.ts'
import { reloadIfServed, ScreenNotLoaded } from './start/lazy-page.tsx'
import { BrokenScreen } from './start/broken-screen.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Layout } from './layout.tsx'
import { PageDataProvider, fullTitle, usePage } from './page-context.ts'
import { ServerPlace, useLocation } from './router.tsx'
import { ScreenLoading } from './screen.ts'
import { NOT_FOUND, SCREEN_LOADER, screenOf } from './start/find-screen.tsx'
import { language, t } from '../text/sentences.ts'
import { SessionEnded } from './session/session-ended.tsx'
import { storedSession } from './session/stored-session.ts'
import { Waiting } from './ui/waiting.tsx'

interface AppProps {
  readonly page: PageData
  readonly client: QueryClient
  /** The path of the page that the service worker had none of; it is what the address bar shows. */
  readonly missing?: string | undefined
  /** On the server, which has no address bar: path and search. */
  readonly at?: { readonly path: string; readonly search: string }
}

/** The whole product, in the browser and on the server alike. */
export function App({ page, client, missing, at }: AppProps) {
  return (
    <PageDataProvider value={page}>
      <QueryClientProvider client={client}>
        <ServerPlace value={at ?? null}>
          <ScreenLoading value={SCREEN_LOADER}>
            <Screens missing={missing} />
          </ScreenLoading>
        </ServerPlace>
      </QueryClientProvider>
    </PageDataProvider>
  )
}

function Screens(given: Pick<AppProps, 'missing'>) {
  const [path] = useLocation()
  const [missing, setMissing] = useState(given.missing)
  // Once it is left, it is requested like any other.
  if (missing !== undefined && path !== missing) setMissing(undefined)
  const screen = screenOf(path)
  const provider = usePage().providerName
  const client = useQueryClient()
  useEffect(() => {
    // The start-up check of the specification's section 4. Without a session its code is not
    // loaded.
    if (storedSession())
      import('./session/session-state.ts').then(
        ({ checkSession }) => checkSession(client),
        () => undefined,
      )
  }, [client])
  // Before the effects of the screen itself, which may say more (page-context.ts).
  useLayoutEffect(() => {
    document.title = fullTitle(headingOf(path), provider)
  }, [path, provider])
  return (
    <Layout
      navbar={screen.navbar}
      path={path}
      lang={screen.isWork && language() !== 'en' ? 'en' : undefined}
    >
      {screen.access === 'everyone' && <SessionEnded />}
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
          {path === missing ? <MissingPage path={path} /> : <screen.component.View />}
          <MarkHydrated />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}

/** Stands for a page that there is no network for, until there is. */
function MissingPage({ path }: { readonly path: string }) {
  // Of an address outside the product, such as the API's documentation, only that is known.
  const title = screenOf(path) === NOT_FOUND ? t.screens.offline : headingOf(path)
  return <BrokenScreen thrown={NOT_LOADED} title={title} retry={reloadIfServed} />
}

const NOT_LOADED = new ScreenNotLoaded('There is no network')

/**
 * Says on `<html>` that the screen responds to clicks and keys: for tests and measurements, which
 * must not guess it.
 */
function MarkHydrated() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    void enterEarlyInput()
  }, [])
  return null
}

/** What a screen is called. */
export function headingOf(path: string): string {
  return screenOf(path).title(path)
}
