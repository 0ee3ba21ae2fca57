/** What the browser keeps of a session (specification, sections 3 and 9). */
export interface StoredSession {
  readonly token: string
  /** Empty where only the token is stored. */
  readonly email: string
  /** The person's name, once the server has told it in this tab; else empty. It is not stored. */
  readonly name: string
  /** False once the server has told in this tab that the account is not approved yet. It is not stored. */
  readonly approved: boolean
}

const TOKEN_KEY = 'auth_token'
const EMAIL_KEY = 'auth_email'

const listeners = new Set<() => void>()
/** What this tab was told last. It stands in where the browser refuses storage: the session then ends with the tab. */
let kept: StoredSession | undefined
let current = read()

/** The session that this browser has, or undefined. The same object until it changes. */
export function storedSession(): StoredSession | undefined {
  return current
}

/** Keeps a session for this and every other tab. */
export function storeSession(session: StoredSession): void {
  kept = session
  try {
    localStorage.setItem(EMAIL_KEY, session.email)
    localStorage.setItem(TOKEN_KEY, session.token)
  } catch {
    // `kept` holds it.
  }
  refresh()
}

/** Forgets the session in every tab; given a token, only where it is still the stored one. */
export function endStoredSession(token?: string): void {
  if (token !== undefined && current?.token !== token) return
  kept = undefined
  try {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(EMAIL_KEY)
  } catch {
    // Nothing was stored.
  }
  refresh()
}

/** Calls back whenever the session changes, in this tab or another. Returns how to stop. */
export function onStoredSession(listener: () => void): () => void {
  if (listeners.size === 0 && typeof window !== 'undefined') window.addEventListener('storage', refresh)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', refresh)
  }
}

function refresh(): void {
  const next = read()
  const keys = ['token', 'email', 'name', 'approved'] as const
  if (keys.every((key) => next?.[key] === current?.[key])) return
  current = next
  for (const listener of listeners) listener()
}

function read(): StoredSession | undefined {
  if (typeof window === 'undefined') return kept
  try {
    const token = localStorage.getItem(TOKEN_KEY)
    if (!token) return undefined
    return {
      token,
      email: localStorage.getItem(EMAIL_KEY) ?? '',
      name: kept?.token === token ? kept.name : '',
      approved: kept?.token === token ? kept.approved : true,
    }
  } catch {
    return kept
  }
}
