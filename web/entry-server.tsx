import { renderToString } from 'react-dom/server'
import type { PageData, PageResponses } from '../contract/page-data.ts'
import { calendarDateOf } from '../domain/calendar-date.ts'
import { isCurrency } from '../domain/currency.ts'
import { fullTitle } from './page-context.ts'
import { App, headingOf } from './app.tsx'
import { isTranslated } from './language/page-language.ts'
import { createQueryClient } from './queries.ts'
import type { Screen } from './screen.ts'
import { NOT_FOUND, placeOf, SCREENS, screenOf } from './screens.tsx'
import { descriptionsText } from './text/en/descriptions.ts'

const GUARD = 'session/guard.tsx'
const DESCRIPTIONS: Readonly<Partial<Record<string, string>>> = descriptionsText
/** Not before the screens, whose queries it reads: they are chunks of their own. */
const pageHead = () => import('./page-head.ts')

/** The part of a query that its screen reads, in one order: all addresses that differ in nothing else are one page. */
export function queryOf(path: string, search: string): string {
  const given = new URLSearchParams(search)
  const known = new URLSearchParams()
  for (const name of screenOf(path).query ?? []) {
    const value = given.get(name)
    if (value !== null) known.set(name, value)
  }
  return known.toString()
}

/** The path of the screen that is meant where one differs only in capitals: `/Rates/usd` is `/rates/USD`; any other path is itself. */
export function canonicalPath(path: string): string {
  if (screenOf(path) !== NOT_FOUND) return path
  const lower = path.toLowerCase().split('/')
  const meant = lower.map((segment) => (isCurrency(segment.toUpperCase()) ? segment.toUpperCase() : segment))
  return screenOf(meant.join('/')) === NOT_FOUND ? path : meant.join('/')
}

/** What the server must know of an address before it renders it; `responses` are those that it has already. */
export async function routeOf(path: string, search: string, today: string, responses: PageResponses = []) {
  const screen = screenOf(path)
  const place = placeOf(search ? `${path}?${search}` : path, calendarDateOf(today))
  const queries = (await screen.loader?.({ ...place, known: createQueryClient(responses) })) ?? []
  return {
    status: screen === NOT_FOUND ? 404 : 200,
    /** A screen for those who are signed in is made in the browser; the server gives its frame. */
    frameOnly: screen.access === 'signed-in',
    modules: modulesOf(screen),
    description: DESCRIPTIONS[screen.path] ?? '',
    isTranslated: isTranslated(screen.path),
    isOfResponse: screen.isOfResponse ?? false,
    queries: queries.map((each) => each.queryKey),
  } as const
}

/** The text of a page: what goes into `#root`, its title, and what else its head says. */
export async function render(path: string, search: string, page: PageData) {
  const screen = screenOf(path)
  await screen.component.load()
  const client = createQueryClient(page.responses)
  const html = renderToString(<App page={page} client={client} at={{ path, search }} />)
  const { headOf } = await pageHead()
  const head = headOf(screen, placeOf(`${path}?${search}`, calendarDateOf(page.today)), client)
  return { html, title: fullTitle(head.title ?? headingOf(path), page.providerName), head }
}

/** Loads the code of every screen, so that a build which takes the files away later takes nothing from this server. */
export async function loadScreens(): Promise<void> {
  await Promise.all([pageHead(), ...[...SCREENS, NOT_FOUND].map((screen) => screen.component.load())])
}

/** Every screen by its path and who sees it, with its files: a missing chunk is found when the server starts. */
export const SCREEN_LIST = [...SCREENS, NOT_FOUND].map((screen) => ({
  path: screen.path,
  access: screen.access,
  // A day's rate is found from its currency's page.
  isListed: screen.access === 'everyone' && screen.path in DESCRIPTIONS && !screen.path.includes(':date'),
  isTranslated: isTranslated(screen.path),
  modules: modulesOf(screen),
}))

/** The files that a screen loads; its own first. */
function modulesOf({ access, module }: Screen): readonly string[] {
  return access === 'everyone' ? [module] : [module, GUARD]
}
