import type { QueryClient } from '@tanstack/react-query'
import { call, toApiError } from '../api.ts'
import { withRetries } from '../connection/connection.tsx'
import { createQuery } from '../queries.ts'
import {
  endStoredSession,
  storedSession,
  storeSession,
  type StoredSession,
} from './stored-session.ts'

export const userQuery = () => createQuery('user', 'GET /api/auth/user', {})

/** A screen is shown by a check this young, while the next one is under way. */
const CHECK_LIFE_MS = 60_000

let checked:
  | {
      readonly token: string
      readonly at: number
      readonly done: Promise<void>
      /** The server has not responded yet. */
      isUnderWay: boolean
      /** It has, to this check or to one within the minute before. */
      isKnown: boolean
    }
  | undefined

export function startSession(token: string, account: Omit<StoredSession, 'token'>): void {
  checked = {
    token,
    at: performance.now(),
    done: Promise.resolve(),
    isUnderWay: false,
    isKnown: true,
  }
  storeSession({ token, ...account })
}

/** The browser's session ends at once, the server's when it responds. */
export function signOut(): void {
  const token = storedSession()?.token
  if (token !== undefined)
    void withRetries(() =>
      call('POST /api/auth/logout', {}, { token }).catch((thrown: unknown) => {
        if (toApiError(thrown).mayPass) throw thrown
      }),
    )
  endStoredSession()
}

/**
 * Asks the server who is signed in, at start and at each entry into a guarded screen. Resolves at
 * once within a minute of the last check. A dead session is cleared; if the server cannot tell, a
 * stored email is enough to stay signed in (specification, section 4).
 */
export function checkSession(client: QueryClient): Promise<void> {
  const session = storedSession()
  if (!session) return Promise.resolve()
  const { token } = session
  const at = performance.now()
  const last = checked?.token === token && at - checked.at < CHECK_LIFE_MS ? checked : undefined
  if (last?.isUnderWay) return last.done
  const done = call('GET /api/auth/user', {})
    .then(
      (response) => {
        const before = storedSession()
        if (before?.token !== token) return
        const { user, approved, admin = false } = response.data
        storeSession({ ...before, email: user.email, name: user.name, approved, admin })
        client.setQueryData(userQuery().queryKey, response)
      },
      (thrown: unknown) => {
        checked = undefined
        if (toApiError(thrown).status !== 401 && storedSession()?.email === '')
          endStoredSession(token)
      },
    )
    .finally(() => Object.assign(check, { isUnderWay: false, isKnown: true }))
  const check = { token, at, done, isUnderWay: true, isKnown: last !== undefined }
  checked = check
  return last?.done ?? done
}

export const isSessionChecked = (): boolean =>
  checked?.isKnown === true &&
  checked.token === storedSession()?.token &&
  performance.now() - checked.at < CHECK_LIFE_MS
