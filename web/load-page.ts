import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageData, PageHead } from '../contract/page-data.ts'
import type { CalendarDate } from '../domain/calendar-date.ts'
import { language, t } from '../text/sentences.ts'
import { ApiError, serverResponds, TIMEOUT_MS, toApiError } from './api.ts'
import { loadSentences, localAddress } from './language.ts'
import { addResponse, type ResponseQuery } from './queries.ts'
import type { Screen } from './screens.ts'

export interface Place {
  readonly path: string
  readonly search: URLSearchParams
  readonly today: CalendarDate
}

export function readPlace(address: string, today: CalendarDate): Place {
  const [path = '/', search] = address.replace(/#.*/, '').split('?')
  return { path, search: readLast(search), today }
}

/** Keeps the last value of each parameter: without scripts a button's follows that of its field. */
export const readLast = (search: string | undefined) =>
  new URLSearchParams(Object.fromEntries(new URLSearchParams(search)))

/** Returns the response to a query: undefined if it is not loaded, null if it was refused. */
export type Known = <T>(query: ResponseQuery<T>) => T | null | undefined

export const knownIn =
  (client: QueryClient): Known =>
  <T>({ queryKey }: ResponseQuery<T>) => {
    const state = client.getQueryState<T>(queryKey)
    return state?.error?.mayPass === false ? null : state?.data
  }

type Loader = (place: Place, known: Known) => readonly ResponseQuery<unknown>[]

export interface PageModule {
  readonly Component: ComponentType
  /** A page is shown when its code and the responses to these queries are loaded. */
  readonly loader?: Loader
  readonly head?: (place: Place, known: Known) => PageHead
}

const FILES = import.meta.glob<PageModule>(['./**/*-page.tsx', '!./start/*'])
const loadedModules = new Map<Screen, PageModule>()

/** The bundler never requests a style sheet again that has failed: pages would have no styles. */
let hasFailed = false

/** Rejects after a failure, until another document begins. */
export async function loadModule(screen: Screen): Promise<PageModule> {
  const { file, parts } = screen
  const load = FILES[`./${file}`]
  if (!load) throw new Error(`There is no page ${file}`)
  const loaded = loadedModules.get(screen)
  if (loaded) return loaded
  if (hasFailed) throw new Error('The code of a page was not loaded')
  try {
    const sentences = parts.map((part) => loadSentences(language(), part))
    const [module] = await Promise.all([load(), ...sentences])
    loadedModules.set(screen, module)
    return module
  } catch (thrown) {
    hasFailed = true
    throw thrown
  }
}

/**
 * After an upgrade the files of the old version are gone, so the address opens as a new document.
 * Rejects if the server does not respond.
 */
export async function leaveFor(address: string): Promise<never> {
  if (!(await serverResponds(localAddress(address)))) throw new ApiError(0, t.call.network)
  location.assign(localAddress(address))
  return new Promise(() => undefined)
}

/** A loader that depends on a response, which depends on another, has three rounds. */
const MAX_ROUNDS = 4

/**
 * Calls a loader until it names no new query, because later queries follow from responses. Returns
 * the queries of each round.
 */
export async function runLoader(
  loader: Loader | undefined,
  place: Place,
  readKnown: () => Known,
  load: (query: ResponseQuery<unknown>) => Promise<void>,
): Promise<readonly (readonly ResponseQuery<unknown>[])[]> {
  const rounds: ResponseQuery<unknown>[][] = []
  const loaded = new Set<string>()
  while (loader && rounds.length < MAX_ROUNDS) {
    const queries = loader(place, readKnown()).filter(
      ({ queryKey: [, address] }) => !loaded.has(address) && loaded.add(address),
    )
    if (queries.length === 0) break
    await Promise.all(queries.map(load))
    rounds.push(queries)
  }
  return rounds
}

export interface LoadedPage {
  readonly module: PageModule
  /** The queries that were loaded before. */
  readonly cached: Iterable<ResponseQuery<unknown>>
}

/** Returns the page if it can be rendered without a request. */
export function findLoaded(
  screen: Screen,
  address: string,
  today: CalendarDate,
  client: QueryClient,
): LoadedPage | undefined {
  const known = knownIn(client)
  const module = loadedModules.get(screen)
  if (!module) return undefined
  const cached = module.loader?.(readPlace(address, today), known) ?? []
  return cached.every((query) => known(query) !== undefined) ? { module, cached } : undefined
}

/**
 * Rejects if a response is missing that may come later; a refusal, such as 404, is for the page to
 * show. Returns the queries that were cached.
 */
export async function loadResponses(
  { loader }: PageModule,
  screen: Screen,
  address: string,
  today: CalendarDate,
  client: QueryClient,
): Promise<ReadonlySet<ResponseQuery<unknown>>> {
  const place = readPlace(address, today)
  const cached = new Set<ResponseQuery<unknown>>()
  const isMissing = (query: ResponseQuery<unknown>) => {
    const state = client.getQueryState(query.queryKey)
    return state?.data === undefined && state?.error?.mayPass !== false
  }
  const missing = loader?.(place, knownIn(client)).filter(isMissing) ?? []
  const isOfPage = screen.access === 'everyone' && missing.length > 1
  if (isOfPage && !missing.some((query) => query.isAlwaysRequested))
    await loadFromPage(address, client)
  await runLoader(
    loader,
    place,
    () => knownIn(client),
    async (query) => {
      if (client.getQueryState(query.queryKey)?.data !== undefined) cached.add(query)
      else if (isMissing(query))
        await client.query({ ...query, staleTime: 'static' }).catch((thrown: unknown) => {
          if (toApiError(thrown).mayPass) throw thrown
        })
    },
  )
  return cached
}

/**
 * Takes all responses from the server's page, for which the server has run the loader: one round
 * trip instead of one for each round. What is missing afterwards is requested by itself.
 */
async function loadFromPage(address: string, client: QueryClient): Promise<void> {
  const query = {
    // A change of rates cancels it, like every query of rates.
    queryKey: ['rates', address],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const page = await fetch(localAddress(address), {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      // The server escapes `<` in it.
      const [, json = '{}'] = /id="page-data">([^<]+)/.exec(await page.text()) ?? []
      const { responses = [] } = JSON.parse(json) as Partial<PageData>
      for (const response of responses) addResponse(client, response)
      return null
    },
    gcTime: 0,
  }
  await client.query(query).catch(() => undefined)
}
