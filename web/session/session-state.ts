import type { QueryClient } from '@tanstack/react-query'
import { readUser, signOut as signOutEndpoint } from '../../contract/sign-in.ts'
import { call, errorOf } from '../api.ts'
import { queryOf } from '../queries.ts'
import {
  announceSignOut,
  endStoredSession,
  storedSession,
  storeSession,
  type StoredSession,
} from './stored-session.ts'

/** Who is signed in. */
export const userQuery = () => queryOf('user', readUser, {})

/** A check is good for this long; after it, entering a guarded screen checks once more. */
const CHECK_LIFE_MS = 60_000

/** The check under way or done, for one token. */
let checked: { readonly token: string; readonly at: number; readonly done: Promise<void> } | undefined

/** Keeps a session that the server has just opened. */
export function signIn(token: string, account: Omit<StoredSession, 'token'>): void {
  checked = { token, at: performance.now(), done: Promise.resolve() }
  storeSession({ token, ...account })
}

/** Ends the session here at once and at the server as soon as it can be reached. */
export function signOut(): void {
  // The call reads the stored token before its first pause, so it stands before the end of the session.
  void call(signOutEndpoint, {}).catch(() => undefined)
  announceSignOut()
  endStoredSession()
}

/**
 * Asks the server who is signed in, at start and before a guarded screen. A dead session is cleared; where the server
 * cannot tell, a stored email is enough to stay signed in with (specification, section 4). A screen that shows the user has the
 * response too.
 */
export function checkSession(client: QueryClient): Promise<void> {
  const session = storedSession()
  if (!session) return Promise.resolve()
  const { token } = session
  const at = performance.now()
  if (checked?.token === token && at - checked.at < CHECK_LIFE_MS) return checked.done
  const done = call(readUser, {}).then(
    (response) => {
      if (storedSession()?.token !== token) return
      const { user, approved, admin = false } = response.data
      storeSession({ token, email: user.email, name: user.name, approved, admin })
      client.setQueryData(userQuery().queryKey, response)
    },
    (thrown: unknown) => {
      checked = undefined
      if (errorOf(thrown).status !== 401 && storedSession()?.email === '') endStoredSession(token)
    },
  )
  checked = { token, at, done }
  return done
}
