import { createContext, use, useSyncExternalStore } from 'react'
import { screenOf } from './routes.tsx'

/** Where a page is being rendered on the server, which has no address bar; null in the browser. */
export const ServerPlace = createContext<{ readonly path: string; readonly search: string } | null>(null)

export interface NavigateOptions {
  /** Instead of the current place in the history. */
  readonly replace?: boolean
  /** Kept with the place, for `useHistoryState`. */
  readonly state?: unknown
}

/**
 * How long a screen's code is waited for before the old screen gives way to a ring. Long enough for a slow line's two
 * rounds, because React shows a ring for 300 ms at least, however soon the code comes.
 */
const TIMEOUT_MS = 700

const listeners = new Set<() => void>()
/** Counts decisions to go somewhere: an older one that still waits for its screen's code gives way to a newer one. */
let decisions = 0

/** Goes to an address of the product at once. */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  decisions++
  const samePath = location.pathname === to.split(/[?#]/)[0]
  // As browsers do: pressing the link of where one is makes no second step back.
  const same = to === location.pathname + location.search
  history[replace || same ? 'replaceState' : 'pushState'](state, '', to)
  if (!samePath) scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/**
 * Goes to an address once the code of its screen is there, so that nothing flickers: in this very frame where it is there
 * already, after a moment in any case.
 */
export function go(to: string, options?: NavigateOptions): void {
  const own = ++decisions
  const leave = () => {
    if (own === decisions) navigate(to, options)
  }
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
  // Where the code cannot be had, the screen itself says so, or loads the version that has it (lazy-page.tsx).
  void Promise.race([screenOf(to).page.load(), timeout]).then(leave, leave)
}

/** The path of the address, and how to go elsewhere. */
export function useLocation(): readonly [path: string, go: (to: string, options?: NavigateOptions) => void] {
  return [usePlace('path', () => location.pathname), go]
}

/** The query of the address, without its question mark. */
export function useSearch(): string {
  return usePlace('search', () => location.search.slice(1))
}

function usePlace(part: 'path' | 'search', read: () => string): string {
  const place = use(ServerPlace)
  return useSyncExternalStore(onPlace, read, () => place?.[part] ?? read())
}

/** Calls back whenever the address changes. */
export function onPlace(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', popped)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', popped)
  }
}

function popped(): void {
  decisions++
  for (const listener of listeners) listener()
}
