import { dayInColombo, isCalendarDate, type CalendarDate } from '../domain/calendar-date.ts'
import { isCurrency } from '../domain/currency.ts'
import type { QueryClient } from '@tanstack/react-query'
import { lazyPage } from './connection/lazy-page.tsx'
import { now } from './page-context.ts'
import { ratesLoader } from './rates/rates-queries.ts'
import { SIGNED_IN, type LazyPage, type Loader, type Place, type Screen } from './screen.ts'
import type { DeclaredScreen, ScreenLoader, ScreenModule } from './screen.ts'
import { screensText as TEXT } from './text/en/screens.ts'
import { WORK_SCREENS } from './work-screens.ts'

const SIGNED_OUT = { access: 'signed-out', navbar: false } as const
const PUBLIC = { access: 'everyone', navbar: true } as const

/** Loads the guard of a screen that only some may see beside its code, and not after it. */
function guarded(access: Screen['access'], load: () => Promise<ScreenModule>): LazyPage {
  if (access === 'everyone') return lazyPage(load)
  return lazyPage(async () => {
    const [{ SignedInOnly, SignedOutOnly }, { default: Page, ...page }] = await Promise.all([
      import('./session/guard.tsx'),
      load(),
    ])
    const Guard = access === 'signed-in' ? SignedInOnly : SignedOutOnly
    const Guarded = () => (
      <Guard>
        <Page />
      </Guard>
    )
    return { ...page, default: Guarded }
  })
}

const DECLARED: readonly DeclaredScreen[] = [
  {
    ...PUBLIC,
    path: '/',
    title: TEXT.home,
    module: 'home/home-page.tsx',
    component: () => import('./home/home-page.tsx'),
    query: ['amount', 'currency', 'date', 'from', 'side'],
    loader: async (place) => (await import('./home/home-queries.ts')).homeLoader(place),
  },
  {
    ...PUBLIC,
    path: '/rates',
    title: TEXT.rates,
    module: 'rates/rates-page.tsx',
    component: () => import('./rates/rates-page.tsx'),
    query: ['base', 'date', 'side'],
    loader: ratesLoader,
  },
  {
    ...PUBLIC,
    path: '/rates/:currency',
    title: (path) => TEXT.currency(path.slice(7)),
    module: 'currency/currency-page.tsx',
    component: () => import('./currency/currency-page.tsx'),
    query: ['amount', 'date', 'from', 'period', 'side', 'start', 'end', 'view', 'compare'],
    isOfResponse: true,
    loader: async (place) => (await import('./currency/currency-loader.ts')).currencyLoader(place),
  },
  {
    ...PUBLIC,
    path: '/rates/:currency/:date',
    title: (path) => TEXT.citedRate(path.slice(7, 10), path.slice(11)),
    module: 'currency/cited-rate-page.tsx',
    component: () => import('./currency/cited-rate-page.tsx'),
    query: ['kind', 'known_at', 'page'],
    isOfResponse: true,
    loader: async (place) => (await import('./currency/history-queries.ts')).citedLoader(place),
  },
  {
    ...PUBLIC,
    path: '/periods/:currency',
    title: (path) => TEXT.periods(path.slice(9)),
    module: 'periods/periods-page.tsx',
    component: () => import('./periods/periods-page.tsx'),
    query: ['unit', 'from', 'to', 'kind'],
    loader: async (place) => (await import('./periods/period-queries.ts')).periodsLoader(place),
  },
  {
    ...PUBLIC,
    path: '/alerts',
    title: TEXT.alerts,
    module: 'alerts/alerts-page.tsx',
    component: () => import('./alerts/alerts-page.tsx'),
    query: ['currency'],
  },
  {
    ...SIGNED_OUT,
    path: '/login',
    title: TEXT.login,
    module: 'sign-in/login-page.tsx',
    component: () => import('./sign-in/login-page.tsx'),
  },
  {
    ...SIGNED_OUT,
    path: '/register',
    title: TEXT.register,
    module: 'registration/register-page.tsx',
    component: () => import('./registration/register-page.tsx'),
  },
  {
    // The link in an email must work whoever is signed in here.
    access: 'everyone',
    navbar: false,
    path: '/secure-account',
    title: TEXT.secureAccount,
    module: 'account/secure-account-page.tsx',
    component: () => import('./account/secure-account-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/sessions',
    title: TEXT.sessions,
    module: 'account/sessions-page.tsx',
    component: () => import('./account/sessions-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/account',
    title: TEXT.account,
    module: 'account/account-page.tsx',
    component: () => import('./account/account-page.tsx'),
  },
]

/** While pages are edited there is one with all parts of screens; a build leaves it out. */
const OF_DEVELOPMENT: readonly DeclaredScreen[] = import.meta.env.DEV
  ? [
      {
        ...PUBLIC,
        path: '/dev/ui',
        title: (path) => path,
        module: 'examples/ui-page.tsx',
        component: () => import('./examples/ui-page.tsx'),
      },
    ]
  : []

const DECLARED_NOT_FOUND: DeclaredScreen = {
  ...PUBLIC,
  path: '*',
  title: TEXT.notFound,
  module: 'home/not-found-page.tsx',
  component: () => import('./home/not-found-page.tsx'),
}

const screenFrom = (declared: DeclaredScreen): Screen => ({
  ...declared,
  component: guarded(declared.access, declared.component),
})

/** Every screen of this language. */
export const SCREENS: readonly Screen[] = [...DECLARED, ...WORK_SCREENS, ...OF_DEVELOPMENT].map(screenFrom)

export const NOT_FOUND = screenFrom(DECLARED_NOT_FOUND)

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

/** Loads any screen; parts of screens find it by `ScreenLoading`. */
export const SCREEN_LOADER: ScreenLoader = {
  load: (address) => screenOf(address).component.load(),
  prefetch,
}

function prefetch(address: string, client: QueryClient): void {
  const { component, loader } = screenOf(address)
  const ignore = () => undefined
  const fetchData = async (load?: Loader) => {
    const queries = (await load?.(placeOf(address, dayInColombo(now())))) ?? []
    for (const query of queries) client.query(query).catch(ignore)
  }
  component.load().then((module) => fetchData(module.loader), ignore)
  fetchData(loader).catch(ignore)
}

function matches(pattern: readonly string[], given: readonly string[]): boolean {
  return pattern.length === given.length && pattern.every((segment, at) => fits(segment, given[at]))
}

function fits(segment: string, given: string | undefined): boolean {
  if (segment === ':currency') return isCurrency(given)
  return segment === ':date' ? isCalendarDate(given) : segment === given
}
