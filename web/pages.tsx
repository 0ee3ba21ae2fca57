import type { QueryClient } from '@tanstack/react-query'
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
} from 'react'
import { splitLanguage } from '../contract/language.ts'
import type { PageHead } from '../contract/page-data.ts'
import { dayInColombo, type CalendarDate } from '../domain/calendar-date.ts'
import { language, t } from '../text/sentences.ts'
import { ApiError, serverResponds, toApiError } from './api.ts'
import { loadSentences, localAddress } from './language.ts'
import { now, useToday } from './page-context.ts'
import type { ResponseQuery } from './queries.ts'
import { findScreen, stripQuery, type Screen } from './screens.ts'
import { checkSession } from './session/session-state.ts'
import { maySee } from './session/stored-session.ts'

export interface Place {
  readonly path: string
  readonly search: URLSearchParams
  readonly today: CalendarDate
}

/** Returns the response to a query: undefined if it is not loaded, null if it was refused. */
export type Known = <T>(query: ResponseQuery<T>) => T | null | undefined

export interface PageModule {
  readonly Component: ComponentType
  /**
   * A navigation waits for these queries. Called again with the responses until it names no new
   * query.
   */
  readonly loader?: (place: Place, known: Known) => readonly ResponseQuery<unknown>[]
  readonly head?: (place: Place, known: Known) => PageHead
}

export interface OpenPage {
  /** Path and query, without the language. */
  readonly address: string
  readonly screen: Screen
  readonly module: PageModule
  readonly index: number
  /** Kept in the history entry: survives a reload. */
  readonly state?: unknown
  /** Gone after a reload and when the page is left. */
  readonly message?: unknown
  /** Undefined if the address bar shows the address already. */
  readonly change?: 'pushState' | 'replaceState' | undefined
}

const FILES = import.meta.glob<PageModule>('./**/*-page.tsx')

export function readPlace(address: string, today: CalendarDate): Place {
  const [path = '/', search] = address.replace(/#.*/, '').split('?')
  return { path, search: new URLSearchParams(search), today }
}

export const knownIn =
  (client: QueryClient): Known =>
  <T,>({ queryKey }: ResponseQuery<T>) => {
    const state = client.getQueryState<T>(queryKey)
    return state?.error ? null : state?.data
  }

export async function loadModule({ file, part }: Screen): Promise<PageModule> {
  const load = FILES[`./${file}`]
  if (!load) throw new Error(`There is no page ${file}`)
  return (await Promise.all([load(), part && loadSentences(language(), part)]))[0]
}

/**
 * Rejects if a response is missing that may come later; a refusal, such as 404, is for the page to
 * show. Returns the queries that were cached.
 */
async function loadData({ loader }: PageModule, address: string, client: QueryClient) {
  const place = readPlace(address, dayInColombo(now()))
  const cached = new Set<ResponseQuery<unknown>>()
  const loadOne = async (query: ResponseQuery<unknown>) => {
    const state = client.getQueryState(query.queryKey)
    if (state?.data !== undefined) cached.add(query)
    else if (state?.error?.mayPass !== false)
      await client.query({ ...query, staleTime: 'static' }).catch((thrown: unknown) => {
        if (toApiError(thrown).mayPass) throw thrown
      })
  }
  const loaded = new Set<string>()
  for (let round = 1; loader && round <= MAX_ROUNDS; round++) {
    const queries = loader(place, knownIn(client)).filter(({ queryKey: [, at] }) => !loaded.has(at))
    if (queries.length === 0) break
    for (const { queryKey } of queries) loaded.add(queryKey[1])
    await Promise.all(queries.map(loadOne))
  }
  return cached
}

/** A loader that depends on a response, which depends on another, has three rounds. */
export const MAX_ROUNDS = 4

/** Undefined on the server and in tests of single components. */
let mounted:
  | {
      readonly client: QueryClient
      readonly open: (page: OpenPage) => void
      readonly setPending: (pending: Pending | undefined) => void
      page: OpenPage
      /** The navigation that waits for its data. */
      opening?: Pick<OpenPage, 'change'> | undefined
    }
  | undefined

export interface Pending {
  readonly address: string
  readonly error?: ApiError
  readonly retry?: () => void
}

/** The newest wins. */
let navigations = 0
const scrolled = new Map<number, number>()

async function openPage(
  address: string,
  how: Pick<OpenPage, 'index' | 'state' | 'message' | 'change'>,
): Promise<void> {
  const app = mounted
  if (!app) return
  const own = ++navigations
  const screen = findScreen(address)
  app.setPending({ address })
  app.opening = how
  try {
    const [module] = await Promise.all([
      loadModule(screen).catch(() => leaveFor(address)),
      screen.access === 'signed-in' && checkSession(app.client),
    ])
    const cached = maySee(screen) ? await loadData(module, address, app.client) : []
    if (own !== navigations) return
    for (const query of cached)
      if (query.isAlwaysRequested) void app.client.invalidateQueries({ queryKey: query.queryKey })
    scrolled.set(app.page.index, scrollY)
    startTransition(() => {
      app.open({ address, screen, module, ...how })
      app.setPending(undefined)
    })
  } catch (thrown) {
    if (own !== navigations) return
    app.opening = undefined
    const steps = how.change ? 0 : how.index - app.page.index
    if (steps) history.go(-steps)
    const retry = () => (steps ? history.go(steps) : void openPage(address, how))
    app.setPending({ address, error: toApiError(thrown), retry })
  }
}

/**
 * After an upgrade the files of the old version are gone, so the address opens as a new document.
 * Rejects if the server does not respond.
 */
async function leaveFor(address: string): Promise<never> {
  if (!(await serverResponds(localAddress(address)))) throw new ApiError(0, t.call.network)
  location.assign(localAddress(address))
  return new Promise(() => undefined)
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

export function prefetch(address: string): void {
  const { client } = mounted ?? {}
  const screen = findScreen(address)
  if (!client || !maySee(screen)) return
  loadModule(screen)
    .then((module) => loadData(module, address, client))
    .catch(() => undefined)
}

interface EntryState {
  readonly index?: number
  readonly state?: unknown
}

export function currentEntry(): Pick<OpenPage, 'address' | 'index' | 'state'> {
  const { path } = splitLanguage(location.pathname)
  const { index = 0, state } = (history.state ?? {}) as EntryState
  return { address: path + location.search, index, state }
}

export function usePages(client: QueryClient, start: OpenPage) {
  const [page, open] = useState(start)
  const [pending, setPending] = useState<Pending>()
  const last = useRef(start)
  useLayoutEffect(() => {
    mounted = { client, open, setPending, page }
    const { address, change, index, state } = page
    const isSamePath = stripQuery(address) === stripQuery(last.current.address)
    if (page === last.current) return
    last.current = page
    if (change) history[change]({ index, state }, '', localAddress(address))
    if (!change) scrollTo(0, scrolled.get(index) ?? 0)
    else if (!isSamePath) scrollTo(0, 0)
  }, [client, page])
  useEffect(() => {
    const left = new AbortController()
    const onTravel = () => {
      const entry = currentEntry()
      if (entry.address !== mounted?.page.address) void openPage(entry.address, entry)
      // Back and forward again, before the earlier page was loaded. A hash is the skip link's.
      else if (mounted.opening && !location.hash) {
        navigations++
        mounted.opening = undefined
        mounted.setPending(undefined)
      }
    }
    // After a reload the browser itself restores the position.
    const setRestoration = (mode: ScrollRestoration) => (history.scrollRestoration = mode)
    setRestoration('manual')
    addEventListener('popstate', onTravel, { signal: left.signal })
    addEventListener('pagehide', () => setRestoration('auto'), { signal: left.signal })
    addEventListener('pageshow', () => setRestoration('manual'), { signal: left.signal })
    return () => {
      left.abort()
      mounted = undefined
    }
  }, [])
  return { page, pending }
}

export const OpenPageContext = createContext<OpenPage | null>(null)
export const PendingContext = createContext<Pending | undefined>(undefined)

const useOpenPage = () => use(OpenPageContext) ?? currentEntry()

export function usePlace(): Place {
  return readPlace(useOpenPage().address, useToday())
}

/** The address that is being opened, otherwise the one that is shown: for menus of pages. */
export function useDestination(): Place {
  const shown = useOpenPage().address
  const pending = use(PendingContext)
  const isOpening = useIsOpening()
  return readPlace(isOpening && pending ? pending.address : shown, useToday())
}

/** The shown page with the choices that are being opened: they show at once, and the next keeps them. */
export function useNextPlace(): Place {
  const [shown, next] = [usePlace(), useDestination()]
  return findScreen(next.path) === findScreen(shown.path) ? next : shown
}

export function useIsOpening(): boolean {
  const pending = use(PendingContext)
  return pending !== undefined && !pending.error
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
