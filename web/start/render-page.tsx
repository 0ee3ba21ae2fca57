import type { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '../../contract/language.ts'
import type { EmbeddedCard, PageRequest, RenderedPage } from '../../contract/page-data.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { isCurrency, TARGET_CURRENCY } from '../../domain/currency.ts'
import { setPublishers } from '../../domain/series.ts'
import { speak } from '../../text/sentences.ts'
import { App } from '../app.tsx'
import { plainAmount } from '../converter/conversion.ts'
import { readTyped } from '../converter/typed-amount.ts'
import { EmbedCard } from '../embed/embed-card.tsx'
import { loadSentences, sentenceFile } from '../language.ts'
import { fullTitle } from '../page-context.ts'
import {
  knownIn,
  loadModule,
  readLast,
  readPlace,
  runLoader,
  type PageModule,
  type Place,
} from '../load-page.ts'
import { addResponse, createQueryClient, type ResponseQuery } from '../queries.ts'
import { findScreen, NOT_FOUND, readHeading, SCREENS, type Screen } from '../screens.ts'

export { setCurrencies } from '../../domain/currency.ts'

/** Returns the query parameters that the page reads, in one order: the key of the page cache. */
export function readKnownQuery(path: string, search: string): string {
  const parameters = readLast(search)
  const known = new URLSearchParams()
  for (const name of findScreen(path).query ?? []) {
    const value = parameters.get(name)
    if (value !== null) known.set(name, value)
  }
  return known.toString()
}

/** The kinds of rate by the names that addresses had before: what an importer or exporter pays. */
const KINDS_OF_SIDES: Readonly<Record<string, string>> = {
  import: 'tt-selling',
  export: 'tt-buying',
}

export function canonicalQuery(path: string, search: string): string {
  const query = new URLSearchParams(search)
  const kind = KINDS_OF_SIDES[query.get('side') ?? '']
  const hasKind = kind !== undefined && findScreen(path).query?.includes('kind')
  if (hasKind) {
    query.delete('side')
    query.set('kind', kind)
  }
  return writePlainAmount(path, query) || hasKind ? query.toString() : search
}

/**
 * Writes a typed amount as the page of a cited rate reads it: `Rs. 12,500` is `12500` from rupees.
 * Returns true if it has changed something.
 */
function writePlainAmount(path: string, query: URLSearchParams): boolean {
  const typed = query.getAll('amount').at(-1)
  const [, currency] = /^\/rates\/(\w+)\/[^/]+$/.exec(path) ?? []
  if (typed === undefined || !isCurrency(currency)) return false
  const fromRupees = query.getAll('from').at(-1) === TARGET_CURRENCY
  const read = readTyped({ typed, currency, fromRupees })
  if (read.error !== undefined || read.currency !== currency) return false
  const plain = plainAmount(read.amount)
  if (plain === typed && read.fromRupees === fromRupees) return false
  query.set('amount', plain)
  if (read.fromRupees) query.set('from', TARGET_CURRENCY)
  else query.delete('from')
  return true
}

/** Returns the path of a page that differs only in capitals: `/Rates/usd` is `/rates/USD`. */
export function canonicalPath(path: string): string {
  if (findScreen(path) !== NOT_FOUND) return path
  const segments = path
    .toLowerCase()
    .split('/')
    .map((each) => (isCurrency(each.toUpperCase()) ? each.toUpperCase() : each))
    .join('/')
  return findScreen(segments) === NOT_FOUND ? path : segments
}

export async function render(request: PageRequest): Promise<RenderedPage> {
  const { language, path, search, page } = request
  setPublishers(page.publishers)
  const screen = findScreen(path)
  const address = path + (search && `?${search}`)
  const [module] = await Promise.all([
    loadModule(screen),
    ...screen.parts.map((part) => loadSentences(language, part)),
  ])
  const place = readPlace(address, calendarDateOf(page.today))
  // Only the frame of a signed-in screen is rendered: its reads need a session.
  const frameOnly = screen.access === 'signed-in'
  const client = createQueryClient()
  const rounds = frameOnly ? [] : await loadRounds(request, module, place, client)
  const responses = rounds.flat()
  // A page whose first response is refused may have another to show in its place.
  const isMissing = screen.notFoundIfRefused && rounds.every(([first]) => isRefused(first))
  const route = {
    path: screen.path,
    status: screen === NOT_FOUND || isMissing ? 404 : 200,
    frameOnly,
    modules: modulesOf(screen, language),
    responses,
  }
  // Nothing else is rendered before the next `await`: another page may be in another language.
  speak(language)
  try {
    const start = { address, screen, module, index: 0 }
    const app = <App page={{ ...page, responses: [] }} client={client} start={start} />
    const html = renderToString(app)
    const head = module.head?.(place, knownIn(client)) ?? {}
    const title = fullTitle(head.title ?? readHeading(path), page.siteName)
    return { ...route, html, title, head }
  } catch (failure) {
    return { ...route, html: '', title: page.siteName, head: {}, failure }
  }
}

export async function renderCard(language: Language, card: EmbeddedCard): Promise<string> {
  await loadSentences(language, 'public')
  speak(language)
  return renderToStaticMarkup(<EmbedCard {...card} />)
}

type Responses = RenderedPage['responses']

async function loadRounds(
  { language, call }: PageRequest,
  { loader }: PageModule,
  place: Place,
  client: QueryClient,
): Promise<readonly Responses[]> {
  const responses = new Map<ResponseQuery<unknown>, Responses[number]>()
  const load = async (query: ResponseQuery<unknown>) => {
    const [name, input] = query.call
    const response = await call(name, input)
    const { status, body, json } = response
    responses.set(query, { key: query.queryKey, ...response })
    speak(language)
    if (json !== undefined) addResponse(client, [query.queryKey, status, body])
  }
  const readKnown = () => {
    speak(language)
    return knownIn(client)
  }
  const rounds = await runLoader(loader, place, readKnown, load)
  return rounds.map((queries) => queries.flatMap((query) => responses.get(query) ?? []))
}

const isRefused = (response: Responses[number] | undefined) =>
  response === undefined || (response.json !== undefined && response.status >= 400)

/** So that a later build may replace the files. */
export async function loadScreens(): Promise<void> {
  await Promise.all([...SCREENS, NOT_FOUND].map((screen) => loadModule(screen)))
}

/** Every screen with its files: a missing chunk is found when the server starts. */
export const SCREEN_LIST = [...SCREENS, NOT_FOUND].map((screen) => ({
  path: screen.path,
  access: screen.access,
  isWork: screen.parts.includes('work'),
  modules: modulesOf(screen, 'en'),
}))

function modulesOf({ file, parts }: Screen, language: Language): readonly string[] {
  return [file, ...parts.map((part) => sentenceFile(language, part))]
}
