import type { ComponentType } from 'react'
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
  /** Whether anyone may see it without a session. */
  readonly open: boolean
  readonly title: string
  readonly page: LazyPage
  readonly navbar: boolean
  readonly needs?: (search: URLSearchParams, today: CalendarDate) => readonly Need[]
}

const SIGNED_IN = { open: false, navbar: true } as const
const SIGNED_OUT = { open: true, navbar: false } as const
const PUBLIC = { open: true, navbar: true } as const

type Load = () => Promise<{ readonly default: ComponentType }>

/** The guards come with the screens that need them, beside their code and not after it. */
const guards = () => import('./sign-in/guard.tsx')

/** A screen for those who are signed in. */
function forSignedIn(load: Load): LazyPage {
  return lazyPage(async () => {
    const [{ SignedInOnly }, { default: Page }] = await Promise.all([guards(), load()])
    const Guarded = () => (
      <SignedInOnly>
        <Page />
      </SignedInOnly>
    )
    return { default: Guarded }
  })
}

/** A screen for those who are not. */
function forSignedOut(load: Load): LazyPage {
  return lazyPage(async () => {
    const [{ SignedOutOnly }, { default: Page }] = await Promise.all([guards(), load()])
    const Guarded = () => (
      <SignedOutOnly>
        <Page />
      </SignedOutOnly>
    )
    return { default: Guarded }
  })
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
    page: lazyPage(() => import('./exchange-rate/rates-page.tsx')),
    needs: ratesNeeds,
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
    page: forSignedOut(() => import('./sign-in/register-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/dashboard',
    title: 'Dashboard',
    page: forSignedIn(() => import('./exchange-rate/dashboard-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/manage',
    title: 'Manage Exchange Rates',
    page: forSignedIn(() => import('./exchange-rate/manage-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/auditlog',
    title: 'Audit Trail',
    page: forSignedIn(() => import('./audit-trail/audit-trail-page.tsx')),
  },
  {
    ...SIGNED_IN,
    path: '/sessions',
    title: 'Sessions',
    page: forSignedIn(() => import('./sessions/sessions-page.tsx')),
  },
]

export const NOT_FOUND: Screen = {
  ...PUBLIC,
  path: '*',
  title: 'Page not found',
  page: lazyPage(() => import('./home/not-found-page.tsx')),
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
