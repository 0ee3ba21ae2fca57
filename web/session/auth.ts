import { useSyncExternalStore } from 'react'
import { onStoredSession, storedSession, type StoredSession } from './stored-session.ts'

/** Who is signed in, as far as it matters to the screens. */
export interface SignedIn extends StoredSession {
  readonly state: 'signed-in'
}
/** `unknown`: the page was made by the server, which knows no session, and the browser has not looked yet. */
export type Auth = { readonly state: 'unknown' } | { readonly state: 'signed-out' } | SignedIn

const UNKNOWN: Auth = { state: 'unknown' }
const SIGNED_OUT: Auth = { state: 'signed-out' }

let seen: StoredSession | undefined
let shown: Auth = SIGNED_OUT

/** The session of this browser; renders again when it changes in this tab or in another. */
export function useAuth(): Auth {
  return useSyncExternalStore(onStoredSession, currentAuth, () => UNKNOWN)
}

function currentAuth(): Auth {
  const session = storedSession()
  if (session !== seen) {
    seen = session
    shown = session ? { state: 'signed-in', ...session } : SIGNED_OUT
  }
  return shown
}
