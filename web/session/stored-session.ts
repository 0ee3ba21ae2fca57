import { useSyncExternalStore } from 'react'
import { store, stored } from '../storage.ts'

/** What the browser keeps of a session (specification, sections 3 and 9). */
export interface StoredSession {
  readonly token: string
  /** Empty where only the token is stored. */
  readonly email: string
  /** The user's name, once the server has sent it in this tab; else empty. It is not stored. */
  readonly name: string
  /**
   * False once the server has said in this tab that the account is not approved yet. It is not
   * stored.
   */
  readonly approved: boolean
  /**
   * Whether the user is an administrator; undefined until the server has sent it in this tab. It is
   * not stored.
   */
  readonly admin: boolean | undefined
}

/**
 * How a session ended that its user did not end in this tab: by a logout in another tab, or at the
 * server.
 */
export type EndOfSession = 'elsewhere' | 'at the server'

const TOKEN_KEY = 'auth_token'
const EMAIL_KEY = 'auth_email'
/**
 * Written and removed at once: what other tabs learn is that somebody signed out, not that a
 * session died.
 */
const SIGN_OUT_KEY = 'auth_sign_out'

const listeners = new Set<() => void>()
/**
 * What this tab stored last. It stands in where the browser refuses storage: the session then
 * ends with the tab.
 */
let kept: StoredSession | undefined
let current = read()
let ended: EndOfSession | undefined

/** The session that this browser has, or undefined. The same object until it changes. */
export function storedSession(): StoredSession | undefined {
  return current
}

/** How the newest session of this tab ended; undefined where there was none, or here. */
export function endOfSession(): EndOfSession | undefined {
  return ended
}

/** Keeps a session for this and every other tab. */
export function storeSession(session: StoredSession): void {
  kept = session
  ended = undefined
  store('localStorage', EMAIL_KEY, session.email)
  store('localStorage', TOKEN_KEY, session.token)
  refresh()
}

/**
 * Forgets the session in every tab; given a token, which the server no longer takes, only where it
 * is still the stored one.
 */
export function endStoredSession(token?: string): void {
  if (token !== undefined && current?.token !== token) return
  if (token !== undefined) ended = 'at the server'
  kept = undefined
  store('localStorage', TOKEN_KEY, null)
  store('localStorage', EMAIL_KEY, null)
  refresh()
}

/** Tells the other tabs that the session which is about to end is ended by its user. */
export function announceSignOut(): void {
  store('localStorage', SIGN_OUT_KEY, '1')
  store('localStorage', SIGN_OUT_KEY, null)
}

/** Calls back whenever the session changes, in this tab or another. Returns how to stop. */
export function onStoredSession(listener: () => void): () => void {
  if (listeners.size === 0 && typeof window !== 'undefined')
    window.addEventListener('storage', takeOver)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', takeOver)
  }
}

/** Another tab has changed what is stored. */
function takeOver({ key, newValue }: StorageEvent): void {
  if (key === SIGN_OUT_KEY && newValue !== null) ended = 'elsewhere'
  else if (key === TOKEN_KEY) ended = newValue === null ? (ended ?? 'at the server') : undefined
  refresh()
}

function refresh(): void {
  const next = read()
  const keys = ['token', 'email', 'name', 'approved', 'admin'] as const
  if (keys.every((key) => next?.[key] === current?.[key])) return
  current = next
  for (const listener of listeners) listener()
}

function read(): StoredSession | undefined {
  const token = stored('localStorage', TOKEN_KEY)
  if (token === undefined) return kept
  if (!token) return undefined
  const { name = '', approved = true, admin } = kept?.token === token ? kept : {}
  const email = stored('localStorage', EMAIL_KEY) ?? ''
  return { token, email, name, approved, admin }
}

/**
 * Who is signed in, as far as it matters to the screens; `unknown` on a page that the server made
 * and no script has looked at yet.
 */
type Auth =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed-out' }
  | ({ readonly state: 'signed-in' } & StoredSession)

const UNKNOWN: Auth = { state: 'unknown' }
const SIGNED_OUT: Auth = { state: 'signed-out' }

/** The session of this browser; renders again when it changes in this tab or in another. */
export function useAuth(): Auth {
  const session = useSyncExternalStore(onStoredSession, storedSession, () => null)
  if (session === null) return UNKNOWN
  return session ? { state: 'signed-in', ...session } : SIGNED_OUT
}
