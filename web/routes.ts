import { dayInColombo, type CalendarDate } from '../domain/calendar-date.ts'
import { homeNeeds } from './home/home-needs.ts'
import { ratesNeeds } from './exchange-rate/rates-needs.ts'
import { lazyPage, type LazyPage } from './lazy-page.tsx'
import { now } from './page-data.ts'
import type { Need } from './need.ts'
import type { AnswerCache } from './query.ts'

/** One route of the product. */
export interface Screen {
  /** Segments that begin with a colon match any text. */
  readonly path: string
  readonly access: 'public' | 'signed-out' | 'signed-in'
  readonly title: string
  readonly description: string
  readonly page: LazyPage
  readonly navbar: boolean
  readonly needs?: (search: URLSearchParams, today: CalendarDate) => readonly Need[]
}

const SIGNED_IN = { access: 'signed-in', navbar: true, description: '' } as const
const SIGNED_OUT = { access: 'signed-out', navbar: false } as const
const PUBLIC = { access: 'public', navbar: true } as const

const RATES_TEXT =
  'What one US dollar, Australian dollar, Canadian dollar and British pound are worth in Sri Lankan rupees, today and on any day, with the source of every rate.'

/** Every screen. `module` repeats the import's path because the server finds a screen's chunks by it. */
export const SCREENS: readonly Screen[] = [
  {
    ...PUBLIC,
    path: '/',
    title: 'Currency Exchange',
    description: RATES_TEXT,
    page: lazyPage('home/home-page.tsx', () => import('./home/home-page.tsx')),
    needs: homeNeeds,
  },
  {
    ...PUBLIC,
    path: '/rates',
    title: 'Currency Exchange Rates',
    description: RATES_TEXT,
    page: lazyPage('exchange-rate/rates-page.tsx', () => import('./exchange-rate/rates-page.tsx')),
    needs: ratesNeeds,
  },
  {
    ...SIGNED_OUT,
    path: '/login',
    title: 'Login',
    description: 'Sign in with a code that is sent to your e-mail address.',
    page: lazyPage('sign-in/login-page.tsx', () => import('./sign-in/login-page.tsx')),
  },
  {
    ...SIGNED_OUT,
    path: '/register',
    title: 'Create Account',
    description: 'Create an account to enter and review exchange rates.',
    page: lazyPage('sign-in/register-page.tsx', () => import('./sign-in/register-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/dashboard',
    title: 'Dashboard',
    page: lazyPage(
      'web/exchange-rate/dashboard-page.tsx',
      () => import('./exchange-rate/dashboard-page.tsx'),
    ),
  },
  {
    ...SIGNED_IN,
    path: '/manage',
    title: 'Manage Exchange Rates',
    page: lazyPage('exchange-rate/manage-page.tsx', () => import('./exchange-rate/manage-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/auditlog',
    title: 'Audit Trail',
    page: lazyPage(
      'web/audit-trail/audit-trail-page.tsx',
      () => import('./audit-trail/audit-trail-page.tsx'),
    ),
  },
  {
    ...SIGNED_IN,
    path: '/sessions',
    title: 'Sessions',
    page: lazyPage('sessions/sessions-page.tsx', () => import('./sessions/sessions-page.tsx')),
  },
]

export const NOT_FOUND: Screen = {
  ...PUBLIC,
  path: '*',
  title: 'Page not found',
  description: '',
  page: lazyPage('home/not-found-page.tsx', () => import('./home/not-found-page.tsx')),
}

/** The screen of a path, `NOT_FOUND` where there is none. */
export function screenOf(path: string): Screen {
  return SCREENS.find((screen) => matches(screen.path, path)) ?? NOT_FOUND
}

/** What the screen of an address shows first. */
export function needsOf(address: string, today: CalendarDate): readonly Need[] {
  const [path = '/', search = ''] = address.split('?')
  return screenOf(path).needs?.(new URLSearchParams(search), today) ?? []
}

/** Starts loading the code and the data of an address at once. */
export function prefetch(address: string, cache: AnswerCache): void {
  const [path = '/'] = address.split('?')
  // A failure is met again, and shown, when the screen is really opened.
  screenOf(path)
    .page.load()
    .catch(() => undefined)
  for (const each of needsOf(address, dayInColombo(now()))) each.wantFrom(cache)
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  )
}
