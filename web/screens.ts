import type { DeclaredScreen, Loader } from './screen.ts'
import { boardQuery } from './rates/board-queries.ts'
import { ratesLoader } from './rates/rates-queries.ts'
import { t } from '../text/sentences.ts'

const SIGNED_OUT = { access: 'signed-out', navbar: false } as const
const PUBLIC = { access: 'everyone', navbar: true } as const
const SIGNED_IN = { access: 'signed-in', navbar: true } as const

/** Every screen: all that browser, server, size limits, pictures and tests know of it. */
export const DECLARED_SCREENS: readonly DeclaredScreen[] = [
  {
    ...PUBLIC,
    path: '/',
    title: () => t.screens.home,
    module: 'home/home-page.tsx',
    component: () => import('./home/home-page.tsx'),
    query: ['amount', 'currency', 'date', 'from', 'side', 'publisher'],
    loader: imported(async () => (await import('./home/home-queries.ts')).homeLoader),
  },
  {
    ...PUBLIC,
    path: '/rates',
    title: () => t.screens.rates,
    module: 'rates/rates-page.tsx',
    component: () => import('./rates/rates-page.tsx'),
    query: ['base', 'date', 'side', 'publisher'],
    loader: ratesLoader,
  },
  {
    ...PUBLIC,
    path: '/rates/:currency',
    title: (path) => t.screens.currency({ currency: path.slice(7) }),
    module: 'currency/currency-page.tsx',
    component: () => import('./currency/currency-page.tsx'),
    query: [
      ...['amount', 'date', 'from', 'period', 'side', 'publisher', 'start', 'end', 'view'],
      'compare',
    ],
    isOfResponse: true,
    loader: imported(async () => (await import('./currency/currency-loader.ts')).currencyLoader),
  },
  {
    ...PUBLIC,
    path: '/rates/:currency/:date',
    title: (path) => t.screens.citedRate({ currency: path.slice(7, 10), date: path.slice(11) }),
    module: 'currency/cited-rate-page.tsx',
    component: () => import('./currency/cited-rate-page.tsx'),
    query: ['kind', 'publisher', 'known_at', 'page'],
    isOfResponse: true,
    loader: imported(async () => (await import('./currency/history-queries.ts')).citedLoader),
  },
  {
    ...PUBLIC,
    path: '/periods/:currency',
    title: (path) => t.screens.periods({ currency: path.slice(9) }),
    module: 'periods/periods-page.tsx',
    component: () => import('./periods/periods-page.tsx'),
    query: ['unit', 'from', 'to', 'kind', 'publisher', 'average'],
    loader: imported(async () => (await import('./periods/period-queries.ts')).periodsLoader),
  },
  {
    ...PUBLIC,
    path: '/customs',
    title: () => t.screens.customs,
    module: 'customs/customs-page.tsx',
    component: () => import('./customs/customs-page.tsx'),
    loader: () => [boardQuery(undefined, 'customs')],
  },
  {
    ...PUBLIC,
    path: '/calendar',
    title: () => t.screens.calendar,
    module: 'calendar/calendar-page.tsx',
    component: () => import('./calendar/calendar-page.tsx'),
    query: ['year'],
    loader: imported(async () => (await import('./calendar/holidays-query.ts')).calendarLoader),
  },
  {
    ...PUBLIC,
    path: '/offline',
    title: () => t.screens.offline,
    module: 'offline/offline-page.tsx',
    component: () => import('./offline/offline-page.tsx'),
    loader: () => [boardQuery()],
  },
  {
    ...PUBLIC,
    path: '/alerts',
    title: () => t.screens.alerts,
    module: 'alerts/alerts-page.tsx',
    component: () => import('./alerts/alerts-page.tsx'),
    query: ['currency'],
    loader: () => [boardQuery()],
  },
  {
    ...SIGNED_OUT,
    path: '/login',
    title: () => t.screens.login,
    module: 'sign-in/login-page.tsx',
    component: () => import('./sign-in/login-page.tsx'),
  },
  {
    ...SIGNED_OUT,
    path: '/register',
    title: () => t.screens.register,
    module: 'registration/register-page.tsx',
    component: () => import('./registration/register-page.tsx'),
  },
  {
    // The link in an email must work whoever is signed in here.
    access: 'everyone',
    navbar: false,
    path: '/secure-account',
    title: () => t.screens.secureAccount,
    module: 'account/secure-account-page.tsx',
    component: () => import('./account/secure-account-page.tsx'),
  },
  {
    ...SIGNED_IN,
    ofOwnAccount: true,
    path: '/account',
    title: () => t.screens.account,
    module: 'account/account-page.tsx',
    component: () => import('./account/account-page.tsx'),
  },
  // The work behind the sign-in. Its sentences are a file of their own, which no visitor loads; a
  // language without them shows the English ones.
  {
    ...SIGNED_IN,
    path: '/dashboard',
    title: () => t.screens.dashboard,
    isWork: true,
    module: 'entries/dashboard/dashboard-page.tsx',
    component: () => import('./entries/dashboard/dashboard-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/manage',
    title: () => t.screens.manage,
    isWork: true,
    module: 'entries/manage/manage-page.tsx',
    component: () => import('./entries/manage/manage-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/enter',
    title: () => t.screens.enter,
    isWork: true,
    module: 'entries/day/day-page.tsx',
    component: () => import('./entries/day/day-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/import',
    title: () => t.screens.import,
    isWork: true,
    module: 'imports/import-page.tsx',
    component: () => import('./imports/import-page.tsx'),
    query: ['subject'],
  },
  {
    ...SIGNED_IN,
    path: '/check',
    title: () => t.screens.check,
    isWork: true,
    module: 'imports/check/check-page.tsx',
    component: () => import('./imports/check/check-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/policies',
    title: () => t.screens.policies,
    isWork: true,
    module: 'policies/policies-page.tsx',
    component: () => import('./policies/policies-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/auditlog',
    title: () => t.screens.auditTrail,
    isWork: true,
    module: 'audit-log/audit-log-page.tsx',
    component: () => import('./audit-log/audit-log-page.tsx'),
  },
  {
    ...SIGNED_IN,
    path: '/admin',
    title: () => t.screens.admin,
    isWork: true,
    module: 'admin/admin-page.tsx',
    component: () => import('./admin/admin-page.tsx'),
  },
  // While pages are edited there is one with all parts of screens; a build leaves it out.
  ...(import.meta.env.DEV
    ? [
        {
          ...PUBLIC,
          path: '/dev/ui',
          title: (path: string) => path,
          isWork: true,
          module: 'examples/ui-page.tsx',
          component: () => import('./examples/ui-page.tsx'),
        } as const,
      ]
    : []),
]

/** What stands at every other address. */
export const DECLARED_NOT_FOUND: DeclaredScreen = {
  ...PUBLIC,
  path: '*',
  title: () => t.screens.notFound,
  module: 'home/not-found-page.tsx',
  component: () => import('./home/not-found-page.tsx'),
  loader: () => [boardQuery()],
}

/**
 * A loader in a file of its own, imported once: a further import, although its code is there, would
 * make the queries of a press wait until the next screen is rendered.
 */
function imported(fetchCode: () => Promise<Loader>): Loader {
  let loader: Loader | undefined
  return async (place) => (loader ??= await fetchCode())(place)
}
