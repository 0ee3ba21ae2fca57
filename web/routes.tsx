import { dayInColombo, isCalendarDate, type CalendarDate } from '../domain/calendar-date.ts'
import { isCurrency } from '../domain/currency.ts'
import { homeNeeds } from './home/home-needs.ts'
import { ratesNeeds } from './rates/rates-needs.ts'
import { lazyPage, type LazyPage, type ScreenModule } from './lazy-page.tsx'
import { now } from './page-data.ts'
import type { Need } from './need.ts'
import type { ResponseCache } from './query.ts'

/** What decides which answers a screen shows. */
export interface Place {
  readonly path: string
  readonly search: URLSearchParams
  readonly today: CalendarDate
}

/** One route of the product. */
export interface Screen {
  /** `:currency` stands for one of the four, `:date` for a day that exists. */
  readonly path: string
  /** Whether anyone may see it without a session. */
  readonly open: boolean
  /** Of a path, where it depends on one. */
  readonly title: string | ((path: string) => string)
  readonly page: LazyPage
  readonly navbar: boolean
  /** Of a screen that the server renders; any other says it itself (`ScreenModule`), so that it weighs on no page. */
  readonly needs?: (place: Place) => readonly Need[] | Promise<readonly Need[]>
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

/** Comes with the screens that need it: what every page brings along is counted in bytes. */
async function historyNeeds(place: Place): Promise<readonly Need[]> {
  const { needsOf } = await import('./currency/history-needs.ts')
  return needsOf(place)
}

/** Every screen. */
export const SCREENS: readonly Screen[] = [
  {
    ...PUBLIC,
    path: '/',
    title: 'Currency Exchange',
    page: lazyPage(() => import('./home/home-page.tsx')),
    needs: homeNeeds,
  },
  {
    ...PUBLIC,
    path: '/rates',
    title: 'Currency Exchange Rates',
    page: lazyPage(() => import('./rates/rates-page.tsx')),
    needs: ratesNeeds,
  },
  {
    ...PUBLIC,
    path: '/rates/:currency',
    title: (path) => `${path.slice(7)} in LKR`,
    page: lazyPage(() => import('./currency/currency-page.tsx')),
    needs: historyNeeds,
  },
  {
    ...PUBLIC,
    path: '/rates/:currency/:date',
    title: (path) => `${path.slice(7, 10)} in LKR on ${path.slice(11)}`,
    page: lazyPage(() => import('./currency/cited-rate-page.tsx')),
    needs: historyNeeds,
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

/** What the screen of an address shows first. */
export async function needsOf(address: string, today: CalendarDate): Promise<readonly Need[]> {
  const [path = '/', search] = address.replace(/#.*/, '').split('?')
  return screenOf(path).needs?.({ path, search: new URLSearchParams(search), today }) ?? []
}

/** Starts loading the code and the data of an address at once. A failure is met again, and shown, when it is opened. */
export function prefetch(address: string, cache: ResponseCache): void {
  const ignore = () => undefined
  const want = (needs?: readonly Need[]) =>
    needs?.forEach((each) => {
      each.wantFrom(cache)
    })
  screenOf(address)
    .page.load()
    .then(({ needs }) => want(needs?.(address)), ignore)
  needsOf(address, dayInColombo(now())).then(want, ignore)
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((segment, at) => fits(segment, given[at]))
}

function fits(segment: string, given: string | undefined): boolean {
  if (segment === ':currency') return isCurrency(given)
  return segment === ':date' ? isCalendarDate(given) : segment === given
}
