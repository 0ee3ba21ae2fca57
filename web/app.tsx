import { Suspense, useEffect } from 'react'
import { Router, useLocation } from 'wouter'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { PageDataProvider, useProviderName, type PageData } from './page-data.ts'
import { Cache, type AnswerCache } from './query.ts'
import { screenOf, type Screen } from './routes.ts'
import { useSessionCheck } from './sign-in/auth.ts'
import { SignedInOnly, SignedOutOnly } from './sign-in/guard.tsx'
import { Waiting } from './ui/waiting.tsx'

interface AppProps {
  readonly page: PageData
  readonly cache: AnswerCache
  /** On the server, which has no address bar: path and search. */
  readonly at?: { readonly path: string; readonly search: string }
}

/** The whole product, in the browser and on the server alike. */
export function App({ page, cache, at }: AppProps) {
  const router = at ? { ssrPath: at.path, ssrSearch: at.search } : { aroundNav: whenLoaded }
  return (
    <PageDataProvider value={page}>
      <Cache value={cache}>
        <Router {...router}>
          <Screens />
        </Router>
      </Cache>
    </PageDataProvider>
  )
}

function Screens() {
  const [path] = useLocation()
  const screen = screenOf(path)
  const provider = useProviderName()
  useSessionCheck()
  useEffect(() => {
    document.title = titleOf(screen, provider)
  }, [screen, provider])
  return (
    <Layout navbar={screen.navbar} path={path}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Waiting />}>
          <Guarded screen={screen} />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}

function Guarded({ screen }: { screen: Screen }) {
  const { View } = screen.page
  if (screen.access === 'signed-in')
    return (
      <SignedInOnly>
        <View />
      </SignedInOnly>
    )
  return screen.access === 'signed-out' ? (
    <SignedOutOnly>
      <View />
    </SignedOutOnly>
  ) : (
    <View />
  )
}

/** What the browser's tab says. */
export function titleOf(screen: Screen, providerName: string): string {
  return `${screen.title} · ${providerName}`
}

type Navigate = (to: string, options?: object) => void

/** Leaves the old screen only when the new one's code is there, but never later than after a moment. */
function whenLoaded(navigate: Navigate, to: string, options?: object): void {
  const [path = '/'] = to.split(/[?#]/)
  const { page } = screenOf(path)
  const go = () => {
    const samePath = path === location.pathname
    navigate(to, options)
    if (!samePath) scrollTo(0, 0)
  }
  if (page.isLoaded()) {
    go()
    return
  }
  const moment = new Promise((resolve) => setTimeout(resolve, 400))
  void Promise.race([page.load(), moment]).then(go, go)
}
