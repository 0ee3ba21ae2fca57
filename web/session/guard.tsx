import { useQueryClient } from '@tanstack/react-query'
import {
  Fragment,
  lazy,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { t } from '../../text/sentences.ts'
import { Redirect } from '../link.tsx'
import { useHistoryState, useIsOpening, usePlace } from '../pages.tsx'
import { Notice } from '../ui/notice.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { checkSession, isSessionChecked } from './session-state.ts'
import { endOfSession, onStoredSession, storedSession, useAuth } from './stored-session.ts'

export function SignedInOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const { path, search } = usePlace()
  const client = useQueryClient()
  const [checkedNow, setCheckedNow] = useState(isSessionChecked)
  useEffect(() => {
    // The navigation to this screen has asked.
    if (isSessionChecked()) return
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
  // Another user's sign-in in another tab starts the screen anew, so that nothing typed or opened
  // passes from one user to the next.
  return <Fragment key={storedSession()?.token}>{children}</Fragment>
}

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
    <Suspense fallback={<Waiting />}>
      <WaitingForApproval />
    </Suspense>
  )
}

/** Loaded only by those who wait. */
const WaitingForApproval = lazy(() => import('./waiting-for-approval.tsx'))

export function SignedOutOnly({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const wanted = useHistoryState<{ from?: string }>()?.from
  return auth.state === 'signed-in' ? <Redirect to={wanted ?? '/dashboard'} /> : children
}

/** Says on a public screen that the session has ended at the server. */
export function SessionEnded() {
  const ended = useSyncExternalStore(onStoredSession, endOfSession, () => undefined)
  if (ended !== 'at the server') return null
  return (
    <div className="below">
      <Notice kind="info">{t.session.ended}</Notice>
    </div>
  )
}
