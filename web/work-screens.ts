import { SIGNED_IN, type DeclaredScreen } from './screen.ts'
import { screensText as TEXT } from './text/en/screens.ts'

/**
 * The screens behind the sign-in that are in English only: builds in other languages leave them out and link to the
 * English ones. The condition is written here, not in a constant, so that the bundler drops their code.
 */
export const WORK_SCREENS: readonly DeclaredScreen[] =
  (import.meta.env.VITE_LANGUAGE ?? 'en') === 'en'
    ? [
        {
          ...SIGNED_IN,
          path: '/dashboard',
          title: TEXT.dashboard,
          module: 'entries/dashboard-page.tsx',
          component: () => import('./entries/dashboard-page.tsx'),
        },
        {
          ...SIGNED_IN,
          path: '/manage',
          title: TEXT.manage,
          module: 'entries/manage/manage-page.tsx',
          component: () => import('./entries/manage/manage-page.tsx'),
        },
        {
          ...SIGNED_IN,
          path: '/today',
          title: TEXT.today,
          module: 'entries/day/day-page.tsx',
          component: () => import('./entries/day/day-page.tsx'),
        },
        {
          ...SIGNED_IN,
          path: '/calendar',
          title: TEXT.calendar,
          module: 'calendar/calendar-page.tsx',
          component: () => import('./calendar/calendar-page.tsx'),
        },
        {
          ...SIGNED_IN,
          path: '/customs',
          title: TEXT.customs,
          module: 'customs/customs-page.tsx',
          component: () => import('./customs/customs-page.tsx'),
        },
        {
          ...SIGNED_IN,
          path: '/auditlog',
          title: TEXT.auditTrail,
          module: 'audit-log/audit-log-page.tsx',
          component: () => import('./audit-log/audit-log-page.tsx'),
        },
        {
          ...SIGNED_IN,
          path: '/admin',
          title: TEXT.admin,
          module: 'admin/admin-page.tsx',
          component: () => import('./admin/admin-page.tsx'),
        },
      ]
    : []
