import type { QueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { splitLanguage } from '../contract/language.ts'
import { dayInColombo } from '../domain/calendar-date.ts'
import { toApiError, type ApiError } from './api.ts'
import { localAddress } from './language.ts'
import {
  findLoaded,
  leaveFor,
  loadModule,
  loadResponses,
  readPlace,
  type LoadedPage,
  type PageModule,
  type Place,
} from './load-page.ts'
import { now, useToday } from './page-context.ts'
import { findScreen, stripQuery, type Screen } from './screens.ts'
import { checkSession, isSessionChecked } from './session/session-state.ts'
import { maySee, survivesLoads } from './session/stored-session.ts'
import { keepPosition, restorePosition } from './storage.ts'

interface HistoryEntry {
  /** One more than that of the entry before. */
  readonly index: number
  /** Survives a reload. */
  readonly state?: unknown
}

interface Travel extends HistoryEntry {
  /** Gone after a reload and when the page is left. */
  readonly message?: unknown
  /** Undefined if the address bar shows the address already. */
  readonly change?: 'pushState' | 'replaceState' | undefined
}

export interface OpenPage extends Travel {
  /** Path and query, without the language. */
  readonly address: string
  readonly screen: Screen
  readonly module: PageModule
}

/** Undefined on the server and in tests of single components. */
let mounted:
  | {
      readonly client: QueryClient
      readonly open: (page: OpenPage) => void
      readonly setPending: (pending: Pending | undefined) => void
      page: OpenPage
      /** The newest navigation, until its page is shown. */
      opening?: { readonly change?: Travel['change']; page?: OpenPage } | undefined
      /** The browser is loading another document. */
      isLeaving?: boolean
    }
  | undefined

export interface Pending {
  readonly address: string
  readonly error?: ApiError
  readonly retry?: () => void
}

async function openPage(address: string, travel: Travel): Promise<void> {
  const app = mounted
  if (!app) return
  if (app.isLeaving) stop()
  app.isLeaving = false
  const screen = findScreen(address)
  const opening: typeof app.opening = { change: travel.change }
  app.opening = opening
  const today = dayInColombo(now())
  const isGuarded = screen.access === 'signed-in'
  const show = ({ module, cached }: LoadedPage) => {
    for (const query of cached)
      if (query.isAlwaysRequested) void app.client.invalidateQueries({ queryKey: query.queryKey })
    keepPosition(app.page.index)
    opening.page = { ...travel, address, screen, module }
    app.open(opening.page)
    app.setPending(undefined)
  }
  const loaded = findLoaded(screen, address, today, app.client)
  // Within the press: the next frame shows it.
  if (loaded && maySee(screen) && (!isGuarded || isSessionChecked())) {
    if (isGuarded) void checkSession(app.client)
    show(loaded)
    return
  }
  app.setPending({ address })
  try {
    const [module] = await Promise.all([
      loadModule(screen).catch(() => leaveFor(address)),
      isGuarded && checkSession(app.client),
    ])
    const cached = maySee(screen)
      ? await loadResponses(module, screen, address, today, app.client)
      : []
    if (app.opening === opening) show({ module, cached })
  } catch (thrown) {
    if (app.opening !== opening) return
    app.opening = undefined
    const steps = travel.change ? 0 : travel.index - app.page.index
    if (steps) history.go(-steps)
    const retry = () => (steps ? history.go(steps) : void openPage(address, travel))
    app.setPending({ address, error: toApiError(thrown), retry })
  }
}

export interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
  /** Read once, by `useMessage`. */
  readonly message?: unknown
}

/** `to` has no language. Address and page change together, once code and data are loaded. */
export function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
  const { replace = false, state, message } = options
  if (!mounted) {
    history[replace ? 'replaceState' : 'pushState']({ state }, '', localAddress(to))
    return Promise.resolve()
  }
  const { page, opening } = mounted
  // The entry that a choice would replace may not have been made yet.
  const isReplaced = (replace && opening?.change !== 'pushState') || to === page.address
  return openPage(to, {
    index: isReplaced ? page.index : page.index + 1,
    state,
    message,
    change: isReplaced ? 'replaceState' : 'pushState',
  })
}

/**
 * False if the browser should load the address as a document: the server's page is one round trip,
 * while a public page whose code or data are not here yet is several.
 */
export function opensHere(address: string): boolean {
  if (!mounted) return true
  const { client, page } = mounted
  const screen = findScreen(address)
  if (screen.access === 'signed-in' || screen === page.screen) return true
  const hasDocuments = survivesLoads()
  // Undefined unless the page is a secure context.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const isReachable = navigator.onLine || workers?.controller
  if (!hasDocuments || !isReachable) return true
  return findLoaded(screen, address, dayInColombo(now()), client) !== undefined
}

/** The browser follows a link. A later choice on this page stops it. */
export function leaveDocument(): void {
  if (!mounted) return
  mounted.isLeaving = true
  mounted.opening = undefined
  mounted.setPending(undefined)
}

export function prefetch(address: string): void {
  const { client } = mounted ?? {}
  const screen = findScreen(address)
  if (!client || !maySee(screen)) return
  loadModule(screen)
    .then((module) => loadResponses(module, screen, address, dayInColombo(now()), client))
    .catch(() => undefined)
}

export function currentEntry(): Pick<OpenPage, 'address' | 'index' | 'state'> {
  const { path } = splitLanguage(location.pathname)
  // No other document of this tab has the same index: positions are kept by it.
  const { index = Date.now(), state } = (history.state ?? {}) as Partial<HistoryEntry>
  return { address: path + location.search, index, state }
}

/** Applies the history change of a page when it is shown. */
function showEntry({ address, change, index, state }: OpenPage, before: OpenPage): void {
  if (change) history[change]({ index, state }, '', localAddress(address))
  if (!change) restorePosition(index)
  else if (stripQuery(address) !== stripQuery(before.address)) scrollTo(0, 0)
}

export function usePages(client: QueryClient, start: OpenPage) {
  const [page, open] = useState(start)
  const [pending, setPending] = useState<Pending>()
  const last = useRef(start)
  useLayoutEffect(() => {
    mounted ??= { client, open, setPending, page }
    mounted.page = page
    if (mounted.opening?.page === page) mounted.opening = undefined
    if (page !== last.current) showEntry(page, last.current)
    last.current = page
  }, [client, page])
  useEffect(() => {
    const { index, state } = last.current
    history.replaceState({ index, state }, '')
    // The browser does not restore an entry that was left within a document.
    if (history.scrollRestoration === 'manual') restorePosition(index)
    const left = new AbortController()
    const onTravel = () => {
      const entry = currentEntry()
      if (entry.address !== mounted?.page.address) void openPage(entry.address, entry)
      // Back and forward again, before the earlier page was loaded. A hash is the skip link's.
      else if (mounted.opening && !location.hash) {
        mounted.opening = undefined
        mounted.setPending(undefined)
      }
    }
    const setRestoration = (mode: ScrollRestoration) => (history.scrollRestoration = mode)
    const onReturn = () => {
      setRestoration('manual')
      if (mounted) mounted.isLeaving = false
    }
    setRestoration('manual')
    addEventListener('popstate', onTravel, { signal: left.signal })
    // After a reload or in another document the browser itself restores the position.
    addEventListener('pagehide', () => setRestoration('auto'), { signal: left.signal })
    addEventListener('pageshow', onReturn, { signal: left.signal })
    return () => {
      left.abort()
      mounted = undefined
    }
  }, [])
  return { page, pending }
}

export const OpenPageContext = createContext<OpenPage | null>(null)
export const PendingContext = createContext<Pending | undefined>(undefined)
/** Follows the other one picture later: for all that was not pressed. */
export const LaterPendingContext = createContext<Pending | undefined>(undefined)

const useOpenPage = () => use(OpenPageContext) ?? currentEntry()

export function usePlace(): Place {
  return readPlace(useOpenPage().address, useToday())
}

/** The address that is being opened, otherwise the one that is shown: for menus of pages. */
export const useDestination = () => useDestinationIn(PendingContext)

function useDestinationIn(context: typeof PendingContext): Place {
  const shown = useOpenPage().address
  const pending = use(context)
  return readPlace(isOpening(pending) ? pending.address : shown, useToday())
}

/** The shown page with the choices that are being opened: they show at once, and the next keeps them. */
export function useNextPlace(context = PendingContext): Place {
  const [shown, next] = [usePlace(), useDestinationIn(context)]
  return findScreen(next.path) === findScreen(shown.path) ? next : shown
}

export const useLaterPlace = () => useNextPlace(LaterPendingContext)

const isOpening = (pending: Pending | undefined): pending is Pending =>
  pending !== undefined && !pending.error

export const useIsOpening = () => isOpening(use(PendingContext))

/**
 * Draws what is below the fold or closed after the rest of a new page; at a load and back in the
 * history it is part of the page, whose scroll position is restored.
 */
export function useLater<T>(value: T): T | undefined {
  const isNew = use(OpenPageContext)?.change !== undefined
  return useDeferredValue(value, isNew ? undefined : value)
}

/** Undefined while the server's page hydrates, because the server does not have the state. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function useHistoryState<T>(): T | undefined {
  const { state } = useOpenPage()
  return useSyncExternalStore(
    subscribeToNothing,
    () => state as T | undefined,
    () => undefined,
  )
}

export const subscribeToNothing = () => () => undefined

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function useMessage<T>(): T | undefined {
  return use(OpenPageContext)?.message as T | undefined
}
