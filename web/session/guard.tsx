import { useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { Redirect, useHistoryState } from '../redirect.tsx'
import { useLocation, useSearch } from '../router.tsx'
import { READING_MS, ScreenLoading } from '../screen.ts'
import { withRetries } from '../connection/retry.ts'
import { t } from '../../text/sentences.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { checkSession } from './session-state.ts'
import { endOfSession, storedSession, useAuth, type EndOfSession } from './stored-session.ts'

const ChooseName = lazy(() => withRetries(() => import('./choose-name.tsx')))

/** What a redirect to `/login` remembers: where someone wanted to go, and why they could not. */
type Wanted = { readonly from?: string; readonly ended?: EndOfSession | undefined } | null

/**
 * Shows a screen to those who are signed in, after asking the server; everyone else goes to
 * `/login`.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const [path] = useLocation()
  const { load } = use(ScreenLoading)
  const client = useQueryClient()
  const search = useSearch()
  const [checkedNow, setCheckedNow] = useState(false)
  useEffect(() => {
    let left = false
    void checkSession(client).then(() => {
      if (left) return
      setCheckedNow(true)
      // A logout leads to the login at any moment, with the server down too, so its code must be
      // here before; the screen itself comes first.
      setTimeout(() => load('/login').catch(() => undefined), READING_MS)
    })
    return () => {
      left = true
    }
  }, [load, client])
  if (auth.state === 'signed-out') {
    const from = search ? `${path}?${search}` : path
    const wanted: Wanted = { from, ended: endOfSession() }
    return <Redirect to="/login" state={wanted} />
  }
  if (auth.state === 'unknown' || !checkedNow) return <Waiting />
  if (auth.nameProposed)
    return (
      <Suspense fallback={<Waiting />}>
        <ChooseName session={auth} />
      </Suspense>
    )
  // Another user's sign-in in another tab starts the screen again: nothing typed or opened passes
  // from one to the next.
  return <Fragment key={storedSession()?.token}>{children}</Fragment>
}

/** Shows a screen to those who are signed in and approved; others read that their account waits. */
export function ApprovedOnly({ children }: { children: ReactNode }) {
  return (
    <SignedInOnly>
      <Approved>{children}</Approved>
    </SignedInOnly>
  )
}

function Approved({ children }: { children: ReactNode }) {
  const auth = useAuth()
  if (auth.state !== 'signed-in' || auth.approved) return children
  return (
    <>
      <PageTitle>{t.session.waits}</PageTitle>
      <Notice kind="warning" quiet>
        {t.session.awaitsApproval}
      </Notice>
    </>
  )
}

/**
 * Shows a screen to those who are not signed in; everyone else goes on to where they wanted, or to
 * `/dashboard`.
 */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const wanted = useHistoryState<Wanted>()?.from
  return auth.state === 'signed-in' ? <Redirect to={wanted ?? '/dashboard'} /> : children
}
