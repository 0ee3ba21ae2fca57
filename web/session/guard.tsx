import { Redirect, useHistoryState, useIsOpening, usePlace } from '../pages.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { t } from '../../text/sentences.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { checkSession, isSessionChecked } from './session-state.ts'
import { endOfSession, storedSession, useAuth } from './stored-session.ts'


/**
 * Shows a screen to those who are signed in, after asking the server; everyone else goes to
 * `/login`.
 */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const { path, search } = usePlace()
  const client = useQueryClient()
  const [checkedNow, setCheckedNow] = useState(isSessionChecked)
  useEffect(() => {
    let left = false
    void checkSession(client).then(() => left || setCheckedNow(true))
    return () => {
      left = true
    }
  }, [client])
  const isLeaving = useIsOpening()
  if (auth.state === 'signed-out') {
    if (isLeaving) return <Waiting />
    const from = search.size > 0 ? `${path}?${search}` : path
    return <Redirect to="/login" state={{ from }} message={{ ended: endOfSession() }} />
  }
  if (auth.state === 'unknown' || !checkedNow) return <Waiting />
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
  const wanted = useHistoryState<{ from?: string }>()?.from
  return auth.state === 'signed-in' ? <Redirect to={wanted ?? '/dashboard'} /> : children
}
