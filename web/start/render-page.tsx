import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { Language } from '../../contract/language.ts'
import type { PageRequest, RenderedPage } from '../../contract/page-data.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { isCurrency } from '../../domain/currency.ts'
import { setPublishers } from '../../domain/series.ts'
import { speak } from '../../text/sentences.ts'
import { fullTitle } from '../page-context.ts'
import { App, headingOf } from '../app.tsx'
import { loadSentences, sentenceFile } from '../language/load-language.ts'
import { createQueryClient } from '../queries.ts'
import type { Place, Screen } from '../screen.ts'
import { NOT_FOUND, placeOf, SCREENS, screenOf } from './find-screen.tsx'

export { setCurrencies } from '../../domain/currency.ts'

const GUARD = 'session/guard.tsx'
/** Not before the screens, whose queries it reads: they are chunks of their own. */
const pageHead = () => import('./page-head.ts')

/**
 * The part of a query that its screen reads, in one order: all addresses that differ in nothing
 * else are one page.
 */
export function queryOf(path: string, search: string): string {
  const given = new URLSearchParams(search)
  const known = new URLSearchParams()
  for (const name of screenOf(path).query ?? []) {
    const value = given.get(name)
    if (value !== null) known.set(name, value)
  }
  return known.toString()
}

/**
 * The path of the screen that is meant where one differs only in capitals: `/Rates/usd` is
 * `/rates/USD`; any other path is itself.
 */
export function canonicalPath(path: string): string {
  if (screenOf(path) !== NOT_FOUND) return path
  // Emails of before have it.
  if (path === '/sessions') return '/account'
  const lower = path.toLowerCase().split('/')
  const meant = lower.map((segment) =>
    isCurrency(segment.toUpperCase()) ? segment.toUpperCase() : segment,
  )
  return screenOf(meant.join('/')) === NOT_FOUND ? path : meant.join('/')
}

/**
 * Makes a page: finds the screen of its address, calls what the screen shows and renders it. A
 * response may lead to others, as a day without a rate of its own to the one that applies.
 */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const { language, path, search, page } = request
  setPublishers(page.publishers)
  const screen = screenOf(path)
  const [{ headOf }] = await Promise.all([
    pageHead(),
    screen.component.load(),
    ...partsOf(screen).map((part) => loadSentences(language, part)),
  ])
  const place = placeOf(`${path}?${search}`, calendarDateOf(page.today))
  const first = await callQueries(request, screen, place, [])
  const then = await callQueries(request, screen, place, first)
  const responses = [...first, ...then]
  // Nor is there what the first response led to in its place.
  const isMissing = screen.isOfResponse && isRefused(first[0]) && isRefused(then[0])
  const client = clientOf(language, responses)
  const route = {
    path: screen.path,
    status: screen === NOT_FOUND || isMissing ? 404 : 200,
    frameOnly: screen.access === 'signed-in',
    modules: modulesOf(screen, language),
    responses,
  }
  try {
    const app = <App page={{ ...page, responses: [] }} client={client} at={{ path, search }} />
    const html = renderToString(app)
    const head = headOf(screen, place, client)
    const title = fullTitle(head.title ?? headingOf(path), page.providerName)
    return { ...route, html, title, head }
  } catch (failure) {
    return { ...route, html: '', title: page.providerName, head: {}, failure }
  }
}

type Responses = RenderedPage['responses']

/** Calls what a screen shows besides what is known. */
async function callQueries(
  { language, call }: PageRequest,
  screen: Screen,
  place: Place,
  known: Responses,
): Promise<Responses> {
  const queries = await screen.loader?.({ ...place, known: clientOf(language, known) })
  const called = new Set(known.map(({ key: [, address] }) => address))
  return Promise.all(
    (queries ?? [])
      .filter(({ queryKey: [, address] }) => !called.has(address))
      .map(async ({ queryKey, call: [name, input] }) => ({
        key: queryKey,
        ...(await call(name, input)),
      })),
  )
}

/**
 * A query cache of responses, in a language. From here to the next `await` nothing else is
 * rendered: another page may be in another language.
 */
function clientOf(language: Language, responses: Responses): QueryClient {
  speak(language)
  return createQueryClient(
    responses
      .filter(({ json }) => json !== undefined)
      .map(({ key, status, body }) => [key, status, body] as const),
  )
}

const isRefused = (response: Responses[number] | undefined) =>
  response === undefined || (response.json !== undefined && response.status >= 400)

/**
 * Loads the code of every screen, so that a build which takes the files away later takes nothing
 * from this server.
 */
export async function loadScreens(): Promise<void> {
  await Promise.all([
    pageHead(),
    ...[...SCREENS, NOT_FOUND].map((screen) => screen.component.load()),
  ])
}

/**
 * Every screen by its path and who sees it, with its files: a missing chunk is found when the
 * server starts.
 */
export const SCREEN_LIST = [...SCREENS, NOT_FOUND].map((screen) => ({
  path: screen.path,
  access: screen.access,
  isWork: screen.isWork === true,
  modules: modulesOf(screen, 'en'),
}))

function partsOf({ isWork }: Screen) {
  return isWork ? (['public', 'work'] as const) : (['public'] as const)
}

/** The files that a screen loads; its own first. */
function modulesOf(screen: Screen, language: Language): readonly string[] {
  const { access, module } = screen
  return [
    module,
    ...(access === 'everyone' ? [] : [GUARD]),
    ...partsOf(screen).map((part) => sentenceFile(language, part)),
  ]
}
