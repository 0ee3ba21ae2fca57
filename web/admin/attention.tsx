import type { ReactNode } from 'react'
import type { InstallationState } from '../../contract/admin.ts'
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts'
import { usualCurrency } from '../../domain/currency.ts'
import { listed } from '../../text/names.ts'
import { formatShortDay, t } from '../../text/sentences.ts'
import { Link } from '../link.tsx'
import { useToday } from '../page-context.ts'
import { createQuery, useResponse } from '../queries.ts'

interface Attention {
  readonly key: string
  readonly sentence: string
  /** Undefined if only the operator of the server can mend it. */
  readonly link: ReactNode
}

const DAYS = 14
const MOST_NAMED = 3

export const missingRatesQuery = (today: CalendarDate) =>
  createQuery('rates', 'GET /api/exchange-rate/:currency/history', {
    params: { currency: usualCurrency() },
    query: { from: addDays(today, -DAYS), to: addDays(today, -1), missing: '1' },
  })

/** Lists what an administrator should look at, the most urgent first. */
export function useAttention(state: InstallationState) {
  const query = useResponse(missingRatesQuery(useToday()))
  const { missing = [] } = query.data?.data ?? {}
  return { query, things: listThings(state, missing) }
}

type Missing = readonly { readonly date: CalendarDate; readonly reason: string }[]

function listThings(state: InstallationState, missing: Missing): readonly Attention[] {
  const { registration, warnings, emails, feed } = state
  const { mode, waiting } = registration
  const notReceived = missing.filter(({ reason }) => reason === 'not received')
  const last = notReceived.at(-1)?.date
  return [
    ...(waiting > 0
      ? [
          {
            key: 'waiting',
            sentence: `${t.admin.waiting({ count: waiting })}.`,
            link: linkTo('/admin?state=waiting', t.admin.approve),
          },
        ]
      : []),
    ...(mode === 'open'
      ? [
          {
            key: 'registration',
            sentence: t.admin.openToAnyone,
            link: linkBelow('settings', t.admin.seeSettings),
          },
        ]
      : []),
    ...Object.entries(warnings).map(([key, sentence]) => ({ key, sentence, link: fixLink(key) })),
    ...(feed?.error && !warnings['feed']
      ? [{ key: 'feed', sentence: t.admin.failedFeed({ error: feed.error }), link: toEnter(last) }]
      : []),
    ...(last
      ? [
          {
            key: 'rates of days',
            sentence: t.admin.notReceived({ days: daysText(notReceived) }),
            link: toEnter(last),
          },
        ]
      : []),
    ...(emails.failed > 0
      ? [
          {
            key: 'emails',
            sentence: t.admin.failedEmails({ count: emails.failed }),
            link: linkBelow('emails', t.admin.seeEmails),
          },
        ]
      : []),
  ]
}

function daysText(days: readonly { readonly date: CalendarDate }[]): string {
  const names = days.map(({ date }) => formatShortDay(date))
  return names.length > MOST_NAMED
    ? t.admin.severalDays({ count: names.length, first: names[0] ?? '', last: names.at(-1) ?? '' })
    : listed(names)
}

const linkTo = (href: string, text: string) => (
  <Link className="touch-target" href={href}>
    {text}
  </Link>
)

const linkBelow = (id: string, text: string) => (
  <a className="touch-target" href={`#${id}`}>
    {text}
  </a>
)

const toEnter = (date: CalendarDate | undefined) =>
  linkTo(date ? `/enter?date=${date}` : '/enter', t.admin.enterRates)

function fixLink(subject: string): ReactNode {
  if (subject === 'bankHolidays') return linkTo('/calendar', t.dashboard.enterHolidays)
  if (subject === 'auditTrail') return linkTo('/auditlog', t.admin.fix)
  return subject === 'feed' || subject === 'rates' ? toEnter(undefined) : undefined
}
