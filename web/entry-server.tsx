import { renderToString } from 'react-dom/server'
import type { PageData } from '../contract/page-data.ts'
import { calendarDateOf } from '../domain/calendar-date.ts'
import { CURRENCIES, CURRENCY_NAMES, listed } from '../domain/currency.ts'
import { App, titleOf } from './app.tsx'
import { createQueryClient } from './queries.ts'
import { NOT_FOUND, placeOf, SCREENS, screenOf, type Screen } from './routes.tsx'

interface ForServer {
  /** The files that it loads, by which its chunks are found; the screen's own first. */
  readonly modules: readonly string[]
  /** What search engines say of it; a screen without is not for them. */
  readonly description?: string
  /** Names in the query that it reads when it is rendered. */
  readonly query?: readonly string[]
  /** Whether the first answer that it shows decides if there is such a page at all. */
  readonly isOfResponse?: true
}

const GUARD = 'sign-in/guard.tsx'

/** What only the server needs to know of each screen, by its path. It stands here because it would weigh on every page. */
const FOR_SERVER: Readonly<Record<string, ForServer>> = {
  '/': {
    modules: ['home/home-page.tsx'],
    description: `What one ${listed(Object.values(CURRENCY_NAMES))} are worth in Sri Lankan rupees today.`,
  },
  '/rates': {
    modules: ['rates/rates-page.tsx'],
    query: ['base', 'date'],
    description: `The rates of ${listed(CURRENCIES)} in Sri Lankan rupees on any day, with the week before it and the source of every rate.`,
  },
  '/rates/:currency': {
    modules: ['currency/currency-page.tsx'],
    query: ['amount', 'date', 'from', 'period'],
    description: 'Rate, history and converter of a currency in Sri Lankan rupees.',
    isOfResponse: true,
  },
  '/rates/:currency/:date': {
    modules: ['currency/cited-rate-page.tsx'],
    query: ['known_at', 'page'],
    description: 'The rate of one day in Sri Lankan rupees, with its source and how it came about.',
    isOfResponse: true,
  },
  '/login': {
    modules: ['sign-in/login-page.tsx', GUARD],
    description: 'Sign in with a code that is sent to your e-mail address.',
  },
  '/register': {
    modules: ['registration/register-page.tsx', GUARD],
    description: 'Create an account to enter and review exchange rates.',
  },
  '/secure-account': { modules: ['account/secure-account-page.tsx'] },
  '/dashboard': { modules: ['entries/dashboard-page.tsx', GUARD] },
  '/manage': { modules: ['entries/manage-page.tsx', GUARD] },
  '/auditlog': { modules: ['audit-log/audit-log-page.tsx', GUARD] },
  '/sessions': { modules: ['account/sessions-page.tsx', GUARD] },
  '/account': { modules: ['account/account-page.tsx', GUARD] },
  '*': { modules: ['home/not-found-page.tsx'] },
}

/** The part of a query that its screen reads, in one order: all addresses that differ in nothing else are one page. */
export function queryOf(path: string, search: string): string {
  const given = new URLSearchParams(search)
  const known = new URLSearchParams()
  for (const name of forServer(screenOf(path)).query ?? []) {
    const value = given.get(name)
    if (value !== null) known.set(name, value)
  }
  return known.toString()
}

/** What the server needs to know of an address before it renders it. */
export async function planOf(path: string, search: string, today: string) {
  const screen = screenOf(path)
  const place = placeOf(search ? `${path}?${search}` : path, calendarDateOf(today))
  const queries = (await screen.loader?.(place)) ?? []
  const { modules, description = '', isOfResponse = false } = forServer(screen)
  return {
    status: screen === NOT_FOUND ? 404 : 200,
    /** A screen for those who are signed in is made in the browser; the server gives its frame. */
    frameOnly: !screen.open,
    modules,
    description,
    isOfResponse,
    queries: queries.map((each) => each.queryKey),
  } as const
}

/** The text of a page: what goes into `#root`, and its title. */
export async function render(path: string, search: string, page: PageData) {
  const screen = screenOf(path)
  await screen.page.load()
  const html = renderToString(
    <App page={page} client={createQueryClient(page.responses)} at={{ path, search }} />,
  )
  return { html, title: titleOf(path, page.providerName) }
}

/** Loads the code of every screen, so that a build which takes the files away later takes nothing from this server. */
export async function loadScreens(): Promise<void> {
  await Promise.all([...SCREENS, NOT_FOUND].map((screen) => screen.page.load()))
}

/** The files of all screens, so that a missing chunk is found when the server starts. */
export const MODULES: readonly (readonly string[])[] = [...SCREENS, NOT_FOUND].map(
  (screen) => forServer(screen).modules,
)

function forServer(screen: Screen): ForServer {
  const found = FOR_SERVER[screen.path]
  if (!found) throw new Error(`The server knows nothing of the screen at ${screen.path}`)
  return found
}
