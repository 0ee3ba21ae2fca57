import { isCalendarDate } from '../domain/calendar-date.ts'
import { isCurrency } from '../domain/currency.ts'
import type { SentencePart } from '../text/parts.ts'
import { t } from '../text/sentences.ts'

export interface Screen {
  /** `:currency` stands for a currency of this installation, `:date` for a day that exists. */
  readonly path: string
  /**
   * Others are redirected. The server renders only the frame of a signed-in screen, because it does
   * not have the session.
   */
  readonly access: 'everyone' | 'signed-in' | 'signed-out'
  /** Shown to a user who waits for approval too. */
  readonly ofOwnAccount?: true
  readonly title: (path: string) => string
  readonly navbar: boolean
  readonly file: string
  /** Other parameters do not make another page. */
  readonly query?: readonly string[]
  /** The status is 404 if the first response of the loader is refused. */
  readonly notFoundIfRefused?: true
  /** The sentences that it says. */
  readonly parts: readonly SentencePart[]
}

const SIGNED_OUT = { access: 'signed-out', navbar: false, parts: ['public', 'sign-in'] } as const
const PUBLIC = { access: 'everyone', navbar: true, parts: ['public'] } as const
const SIGNED_IN = { access: 'signed-in', navbar: true } as const
/** In English only. */
const WORK = { ...SIGNED_IN, parts: ['public', 'work'] } as const

export const SCREENS: readonly Screen[] = [
  {
    ...PUBLIC,
    path: '/',
    parts: ['public', 'converter'],
    title: () => t.screens.home,
    file: 'home/home-page.tsx',
    query: ['amount', 'currency', 'date', 'from', 'kind', 'publisher'],
  },
  {
    ...PUBLIC,
    path: '/rates',
    title: () => t.screens.rates,
    file: 'rates/rates-page.tsx',
    query: ['base', 'date', 'kind', 'publisher'],
  },
  {
    ...PUBLIC,
    path: '/rates/:currency',
    parts: ['public', 'converter', 'currency', 'chart'],
    title: (path) => t.screens.currency({ currency: path.slice(7) }),
    file: 'currency/currency-page.tsx',
    query: ['amount', 'date', 'from', 'kind', 'publisher', 'period', 'start', 'end'],
    notFoundIfRefused: true,
  },
  {
    ...PUBLIC,
    path: '/rates/:currency/:date',
    parts: ['public', 'converter', 'currency'],
    title: (path) => t.screens.citedRate({ currency: path.slice(7, 10), date: path.slice(11) }),
    file: 'currency/cited-rate-page.tsx',
    query: ['amount', 'from', 'for', 'kind', 'publisher', 'known_at', 'page'],
    notFoundIfRefused: true,
  },
  {
    ...PUBLIC,
    path: '/periods',
    parts: ['public', 'periods'],
    title: () => t.screens.averages,
    file: 'periods/period-board-page.tsx',
    query: ['unit', 'month', 'kind', 'publisher', 'average'],
  },
  {
    ...PUBLIC,
    path: '/periods/:currency',
    parts: ['public', 'periods'],
    title: (path) => t.screens.periods({ currency: path.slice(9) }),
    file: 'periods/periods-page.tsx',
    query: ['unit', 'from', 'to', 'kind', 'publisher', 'average'],
  },
  {
    ...PUBLIC,
    path: '/banks',
    parts: ['public', 'banks'],
    title: () => t.screens.banks,
    file: 'banks/banks-page.tsx',
    query: ['currency', 'publisher', 'side', 'date'],
  },
  {
    ...PUBLIC,
    path: '/customs',
    parts: ['public', 'customs'],
    title: () => t.screens.customs,
    file: 'customs/customs-page.tsx',
    query: ['date'],
  },
  {
    ...PUBLIC,
    path: '/calendar',
    parts: ['public', 'holidays'],
    title: () => t.screens.calendar,
    file: 'calendar/calendar-page.tsx',
    query: ['year'],
  },
  {
    ...PUBLIC,
    path: '/privacy',
    parts: ['public', 'about'],
    title: () => t.layout.privacy,
    file: 'privacy/privacy-page.tsx',
  },
  {
    ...PUBLIC,
    path: '/developers',
    parts: ['public', 'about'],
    title: () => t.layout.api,
    file: 'developers/developers-page.tsx',
  },
  { ...PUBLIC, path: '/offline', title: () => t.screens.offline, file: 'offline/offline-page.tsx' },
  {
    ...PUBLIC,
    path: '/alerts',
    parts: ['public', 'alerts'],
    title: () => t.screens.alerts,
    file: 'alerts/alerts-page.tsx',
    query: ['currency'],
  },
  {
    ...SIGNED_OUT,
    path: '/login',
    title: () => t.screens.login,
    file: 'sign-in/login-page.tsx',
  },
  {
    ...SIGNED_OUT,
    path: '/register',
    title: () => t.screens.register,
    file: 'sign-in/register-page.tsx',
  },
  {
    ...SIGNED_IN,
    ofOwnAccount: true,
    path: '/account',
    parts: ['public', 'account'],
    title: () => t.screens.account,
    file: 'account/account-page.tsx',
  },
  {
    ...WORK,
    path: '/dashboard',
    title: () => t.screens.dashboard,
    file: 'entries/dashboard-page.tsx',
  },
  {
    ...WORK,
    path: '/manage',
    title: () => t.screens.manage,
    file: 'entries/manage-page.tsx',
  },
  { ...WORK, path: '/enter', title: () => t.screens.enter, file: 'entries/enter-page.tsx' },
  {
    ...WORK,
    path: '/import',
    parts: ['public', 'work', 'sheets'],
    title: () => t.screens.import,
    file: 'imports/import-page.tsx',
    query: ['subject'],
  },
  {
    ...WORK,
    path: '/check',
    parts: ['public', 'work', 'sheets'],
    title: () => t.screens.check,
    file: 'imports/check-page.tsx',
  },
  {
    ...WORK,
    path: '/policies',
    parts: ['public', 'work', 'sheets'],
    title: () => t.screens.policies,
    file: 'policies/policies-page.tsx',
  },
  {
    ...WORK,
    path: '/auditlog',
    parts: ['public', 'work', 'admin'],
    title: () => t.screens.auditTrail,
    file: 'audit-log/audit-log-page.tsx',
  },
  {
    ...WORK,
    path: '/admin',
    parts: ['public', 'work', 'admin'],
    title: () => t.screens.admin,
    file: 'admin/admin-page.tsx',
    query: ['tab'],
  },
]

export const NOT_FOUND: Screen = {
  ...PUBLIC,
  path: '*',
  title: () => t.screens.notFound,
  file: 'home/not-found-page.tsx',
}

export function findScreen(address: string): Screen {
  const path = stripQuery(address).split('/')
  const isMatch = (screen: Screen) => {
    const pattern = screen.path.split('/')
    return pattern.length === path.length && pattern.every((each, at) => fits(each, path[at]))
  }
  return SCREENS.find(isMatch) ?? NOT_FOUND
}

function fits(segment: string, part: string | undefined): boolean {
  if (segment === ':currency') return isCurrency(part)
  return segment === ':date' ? isCalendarDate(part) : segment === part
}

export const readHeading = (address: string) => findScreen(address).title(stripQuery(address))

export const stripQuery = (address: string) => address.split(/[?#]/)[0] ?? ''
