import { useSyncExternalStore } from 'react'
import type { Screen } from '../screens.ts'
import { store, stored } from '../storage.ts'

/** Specification, sections 3 and 9. */
export interface StoredSession {
  readonly token: string
  /** Empty if only the token is stored. */
  readonly email: string
  /** Empty until the server has sent it in this tab. */
  readonly name: string
  /** False if the server has said in this tab that the account is not approved. */
  readonly approved: boolean
  readonly admin: boolean | undefined
}

export type EndOfSession = 'elsewhere' | 'at the server'

const TOKEN_KEY = 'auth_token'
const EMAIL_KEY = 'auth_email'

const listeners = new Set<() => void>()
/** Stands in if the browser blocks storage: the session then ends with the tab. */
let kept: StoredSession | undefined
let current = read()
let ended: EndOfSession | undefined

/** The same object until the session changes. */
export const storedSession = (): StoredSession | undefined => current

export function maySee({ access, ofOwnAccount }: Screen): boolean {
  if (access !== 'signed-in') return true
  return current !== undefined && (current.approved || ofOwnAccount === true)
}

/** False if the browser blocks storage and the session would end with the document. */
export const survivesLoads = (): boolean =>
  current === undefined || stored('localStorage', TOKEN_KEY) === current.token

export const endOfSession = (): EndOfSession | undefined => ended

export function storeSession(session: StoredSession): void {
  kept = session
  ended = undefined
  store('localStorage', EMAIL_KEY, session.email)
  store('localStorage', TOKEN_KEY, session.token)
  refresh()
}

/** Forgets the session in every tab, with `refused` only if it has that token. */
export function endStoredSession(refused?: string): void {
  if (refused !== undefined && current?.token !== refused) return
  ended = refused === undefined ? undefined : 'at the server'
  kept = undefined
  store('localStorage', TOKEN_KEY, null)
  store('localStorage', EMAIL_KEY, null)
  refresh()
}

export function onStoredSession(listener: () => void): () => void {
  if (listeners.size === 0 && typeof window !== 'undefined')
    window.addEventListener('storage', followOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key === TOKEN_KEY) ended = newValue === null ? 'elsewhere' : undefined
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
  return { token, email: stored('localStorage', EMAIL_KEY) ?? '', name, approved, admin }
}

/** `unknown` until the scripts have read what is stored. */
type Auth =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed-out' }
  | ({ readonly state: 'signed-in' } & StoredSession)

const UNKNOWN: Auth = { state: 'unknown' }
const SIGNED_OUT: Auth = { state: 'signed-out' }

export function useAuth(): Auth {
  const session = useSyncExternalStore(onStoredSession, storedSession, () => null)
  if (session === null) return UNKNOWN
  return session ? { state: 'signed-in', ...session } : SIGNED_OUT
}
