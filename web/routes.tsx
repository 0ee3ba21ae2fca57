import { dayInColombo, isCalendarDate, type CalendarDate } from '../domain/calendar-date.ts'
import { isCurrency } from '../domain/currency.ts'
import type { QueryClient } from '@tanstack/react-query'
import { boardQuery, ratesLoader } from './rates/rates-queries.ts'
import { lazyPage, type LazyPage, type ScreenModule } from './lazy-page.tsx'
import { now } from './page-data.ts'
import type { ResponseQuery } from './queries.ts'

/** What decides which responses a screen shows. */
export interface Place {
  readonly path: string
  readonly search: URLSearchParams
  readonly today: CalendarDate
}

/** The queries of a screen, to be prefetched. */
export type Loader = (
  place: Place,
) => readonly ResponseQuery<unknown>[] | Promise<readonly ResponseQuery<unknown>[]>

/** One route of the product. */
export interface Screen {
  /** `:currency` stands for a currency that is priced, `:date` for a day that exists. */
  readonly path: string
  /** Whether anyone may see it without a session. */
  readonly open: boolean
  /** Of a path, where it depends on one. */
  readonly title: string | ((path: string) => string)
  readonly page: LazyPage
  readonly navbar: boolean
  /** Of a screen that the server renders; any other says it itself (`ScreenModule`), so that it weighs on no page. */
  readonly loader?: Loader
}

const SIGNED_IN = { open: false, navbar: true } as const
const SIGNED_OUT = { open: true, navbar: false } as const
const PUBLIC = { open: true, navbar: true } as const

type Load = () => Promise<ScreenModule>

/** A screen that only some may see. Its guard comes beside its code and not after it. */
function guarded(guard: 'SignedInOnly' | 'SignedOutOnly', load: Load): LazyPage {
  return lazyPage(async () => {
    const [{ [guard]: Guard }, { default: Page, ...page }] = await Promise.all([
      import('./sign-in/guard.tsx'),
      load(),
    ])
    const Guarded = () => (
      <Guard>
        <Page />
      </Guard>
    )
    return { ...page, default: Guarded }
  })
}

const forSignedIn = (load: Load) => guarded('SignedInOnly', load)
const forSignedOut = (load: Load) => guarded('SignedOutOnly', load)

/** Comes with the screens that show them: what every page brings along is counted in bytes. */
const historyQueries = () => import('./currency/history-queries.ts')

/** Every screen. */
export const SCREENS: readonly Screen[] = [
  {
    ...PUBLIC,
    path: '/',
    title: 'Currency Exchange',
    page: lazyPage(() => import('./home/home-page.tsx')),
    loader: () => [boardQuery()],
  },
  {
    ...PUBLIC,
    path: '/rates',
    title: 'Currency Exchange Rates',
    page: lazyPage(() => import('./rates/rates-page.tsx')),
    loader: ratesLoader,
  },
  {
    ...PUBLIC,
    path: '/rates/:currency',
    title: (path) => `${path.slice(7)} in LKR`,
    page: lazyPage(() => import('./currency/currency-page.tsx')),
    loader: async (place) => (await historyQueries()).currencyLoader(place),
  },
  {
    ...PUBLIC,
    path: '/rates/:currency/:date',
    title: (path) => `${path.slice(7, 10)} in LKR on ${path.slice(11)}`,
    page: lazyPage(() => import('./currency/cited-rate-page.tsx')),
    loader: async (place) => (await historyQueries()).citedLoader(place),
  },
  {
    ...SIGNED_OUT,
    path: '/login',
    title: 'Login',
    page: forSignedOut(() => import('./sign-in/login-page.tsx')),
  },
  {
    ...SIGNED_OUT,
    path: '/register',
    title: 'Create Account',
    page: forSignedOut(() => import('./registration/register-page.tsx')),
  },
  {
    // For everyone: the link in an email must work whoever is signed in here.
    ...SIGNED_OUT,
    path: '/secure-account',
    title: 'Secure your account',
    page: lazyPage(() => import('./account/secure-account-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/dashboard',
    title: 'Dashboard',
    page: forSignedIn(() => import('./entries/dashboard-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/manage',
    title: 'Manage Exchange Rates',
    page: forSignedIn(() => import('./entries/manage-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/auditlog',
    title: 'Audit Trail',
    page: forSignedIn(() => import('./audit-log/audit-log-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/sessions',
    title: 'Sessions',
    page: forSignedIn(() => import('./account/sessions-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/account',
    title: 'Account',
    page: forSignedIn(() => import('./account/account-page.tsx')),
  },
]

export const NOT_FOUND: Screen = {
  ...PUBLIC,
  path: '*',
  title: 'Page not found',
  page: lazyPage(() => import('./home/not-found-page.tsx')),
}

/** The screen of an address, `NOT_FOUND` where there is none. */
export function screenOf(address: string): Screen {
  const path = address.split(/[?#]/)[0]?.split('/') ?? []
  return SCREENS.find((screen) => matches(screen.path.split('/'), path)) ?? NOT_FOUND
}

/** What decides which responses the screen of an address shows. */
export function placeOf(address: string, today: CalendarDate): Place {
  const [path = '/', search] = address.replace(/#.*/, '').split('?')
  return { path, search: new URLSearchParams(search), today }
}

/** Starts loading the code and the data of an address at once. A failure is met again, and shown, when it is opened. */
export function prefetch(address: string, client: QueryClient): void {
  const { page, loader } = screenOf(address)
  const ignore = () => undefined
  const fetchData = async (load?: Loader) => {
    const queries = (await load?.(placeOf(address, dayInColombo(now())))) ?? []
    for (const query of queries) client.query(query).catch(ignore)
  }
  page.load().then((module) => fetchData(module.loader), ignore)
  fetchData(loader).catch(ignore)
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((segment, at) => fits(segment, given[at]))
}

function fits(segment: string, given: string | undefined): boolean {
  if (segment === ':currency') return isCurrency(given)
  return segment === ':date' ? isCalendarDate(given) : segment === given
}
