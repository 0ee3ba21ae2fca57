import { createContext, use, useCallback } from 'react'
import {
  navigate as setAddress,
  usePathname,
  useSearch as useBrowserSearch,
} from 'wouter/use-browser-location'
import { localAddress, screenPath } from './language/page-language.ts'
import { useToday } from './page-context.ts'
import { ScreenLoading, type Place } from './screen.ts'

/** Where a page is being rendered on the server, which has no address bar; null in the browser. */
export const ServerPlace = createContext<{ readonly path: string; readonly search: string } | null>(
  null,
)

export interface NavigateOptions {
  /** Instead of the current place in the history. */
  readonly replace?: boolean
  /** Kept with the place, for `useHistoryState`. */
  readonly state?: unknown
}

/**
 * How long a screen's code is waited for before the old screen gives way to a ring. Long enough for
 * a slow line's two rounds, because React shows a ring for 300 ms at least, however soon the code
 * comes.
 */
const TIMEOUT_MS = 700

/**
 * Counts navigations: an older one that still waits for its screen's code gives way to a newer one.
 */
let navigations = 0
if (typeof window !== 'undefined') addEventListener('popstate', () => navigations++)

/** Goes to an address of the product at once. */
export function navigate(
  given: string,
  { replace = false, state = null }: NavigateOptions = {},
): void {
  navigations++
  const to = localAddress(given)
  const samePath = location.pathname === to.split(/[?#]/)[0]
  // As browsers do: pressing the link of where one is makes no second step back.
  const same = to === location.pathname + location.search
  setAddress(to, { replace: replace || same, state })
  if (!samePath) scrollTo(0, 0)
}

/**
 * Goes to an address once the code of its screen is there, so that nothing flickers: in this very
 * frame where it is there already, after a moment in any case.
 */
export function go(to: string, loaded: Promise<unknown>, options?: NavigateOptions): void {
  const own = ++navigations
  const leave = () => {
    if (own === navigations) navigate(to, options)
  }
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
  // Where the code cannot be had, the screen itself says so, or loads the version that has it
  // (lazy-page.tsx).
  void Promise.race([loaded, timeout]).then(leave, leave)
}

/** The path of the address without its language, and how to go elsewhere. */
export function useLocation(): readonly [
  path: string,
  go: (to: string, options?: NavigateOptions) => void,
] {
  const place = use(ServerPlace)
  const { load } = use(ScreenLoading)
  const path = screenPath(usePathname(place ? { ssrPath: localAddress(place.path) } : {}))
  return [path, useCallback((to, options) => go(to, load(to), options), [load])]
}

/** The query of the address, without its question mark. */
export function useSearch(): string {
  const place = use(ServerPlace)
  return useBrowserSearch(place ? { ssrSearch: place.search } : {}).replace(/^\?/, '')
}

/** What decides which responses are shown: of the screen on show what a loader is given of any. */
export function usePlace(): Omit<Place, 'known'> {
  const [path] = useLocation()
  return { path, search: new URLSearchParams(useSearch()), today: useToday() }
}
