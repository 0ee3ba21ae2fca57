import { useEffect, useSyncExternalStore } from 'react'
import { readUser, signOut as signOutEndpoint } from '../../contract/sign-in.ts'
import { call, faultOf } from '../api.ts'
import { endStoredSession, onStoredSession, storedSession, storeSession } from './stored-session.ts'

/** Who is signed in, as far as the screens need to know. `name` is empty until the server has told it. */
export interface SignedIn {
  readonly state: 'signed-in'
  readonly token: string
  readonly email: string
  readonly name: string
}
/** `unknown`: the page was made by the server, which knows no session, and the browser has not looked yet. */
export type Auth = { readonly state: 'unknown' } | { readonly state: 'signed-out' } | SignedIn

const UNKNOWN: Auth = { state: 'unknown' }
const SIGNED_OUT: Auth = { state: 'signed-out' }
/** A check is good for this long; after it, entering a guarded screen asks again. */
const CHECK_LIFE_MS = 60_000

const listeners = new Set<() => void>()
let auth: Auth | undefined
/** The check under way or done, for one token. */
let checked: { readonly token: string; readonly at: number; readonly done: Promise<void> } | undefined

/** The session of this browser; renders again when it changes in this tab or in another. */
export function useAuth(): Auth {
  return useSyncExternalStore(subscribe, currentAuth, () => UNKNOWN)
}

/** Keeps a session that the server has just opened. */
export function signIn(token: string, user: { readonly email: string; readonly name: string }): void {
  checked = { token, at: performance.now(), done: Promise.resolve() }
  auth = { state: 'signed-in', token, email: user.email, name: user.name }
  storeSession({ token, email: user.email })
  announce()
}

/** Ends the session here at once and at the server as soon as it can be reached. */
export function signOut(): void {
  // The call reads the stored token before its first pause, so the order of these two lines is the point.
  void call(signOutEndpoint, {}).catch(() => undefined)
  endStoredSession()
}

/** Clears what is stored without telling the server: a request for a code failed (specification, section 7). */
export function clearSession(): void {
  endStoredSession()
}

/**
 * Asks the server who is signed in, at start and before a guarded screen. A dead session is cleared; where the server
 * cannot tell, a stored e-mail is enough to stay signed in with (specification, section 4).
 */
export function checkSession(): Promise<void> {
  const session = storedSession()
  if (!session) return Promise.resolve()
  const { token } = session
  const at = performance.now()
  if (checked?.token === token && at - checked.at < CHECK_LIFE_MS) return checked.done
  const done = call(readUser, {}).then(
    ({ data: { user } }) => {
      if (storedSession()?.token !== token) return
      auth = { state: 'signed-in', token, email: user.email, name: user.name }
      storeSession({ token, email: user.email })
      announce()
    },
    (thrown: unknown) => {
      checked = undefined
      if (faultOf(thrown).status !== 401 && storedSession()?.email === '') endStoredSession(token)
    },
  )
  checked = { token, at, done }
  return done
}

/** Runs the start-up check once the page is alive. */
export function useSessionCheck(): void {
  useEffect(() => void checkSession(), [])
}

function currentAuth(): Auth {
  auth ??= fromStorage()
  return auth
}

function fromStorage(): Auth {
  const session = storedSession()
  return session ? { state: 'signed-in', ...session, name: '' } : SIGNED_OUT
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredSession(() => {
    const session = storedSession()
    const same = auth?.state === 'signed-in' && session?.token === auth.token && session.email === auth.email
    if (!same) auth = fromStorage()
    announce()
  })
  return () => {
    listeners.delete(listener)
    stop()
  }
}

function announce(): void {
  for (const listener of listeners) listener()
}
