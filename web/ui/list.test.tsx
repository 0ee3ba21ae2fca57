import { onlineManager } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccessTokens } from '../account/access-tokens.tsx'
import { Component as AuditTrailPage } from '../audit-log/audit-log-page.tsx'
import { EarlierImports } from '../imports/earlier-imports.tsx'
import { RecentRates } from '../entries/dashboard-page.tsx'
import { ManageList } from '../entries/manage-page.tsx'
import type { SavedRates } from '../entries/saved-rates.tsx'
import { Component as CalendarPage } from '../calendar/calendar-page.tsx'
import { renderPage } from '../testing/rendering.tsx'
import { SessionList } from '../account/session-list.tsx'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 500 })))
})
afterEach(() => {
  onlineManager.setOnline(true)
})

const Imports = () => (
  <EarlierImports
    subject="rates"
    undoing={{
      busy: false,
      error: undefined,
      run: () => Promise.resolve(),
      forgetError: () => undefined,
    }}
  />
)

const NOTHING_SAVED = { changes: [], forget: () => undefined } as unknown as SavedRates

const LISTS: readonly (readonly [string, ComponentType])[] = [
  ['manage', () => <ManageList saved={NOTHING_SAVED} savedId={undefined} />],
  ['dashboard', () => <RecentRates saved={NOTHING_SAVED} savedId={undefined} />],
  ['sessions', SessionList],
  ['tokens', AccessTokens],
  ['audit trail', AuditTrailPage],
  ['earlier imports', Imports],
  ['bank holidays', CalendarPage],
]

const show = (List: ComponentType) => renderPage(<List />)

test.each(LISTS)(
  'a list of %s that cannot be loaded does not claim to be empty, and has no columns',
  async (_, List) => {
    show(List)
    await screen.findAllByText(/This could not be loaded: Server error/)
    expect(
      screen.queryByText(
        /No exchange rates found|You have no tokens|No entries|Nothing matches|No bank holidays/,
      ),
    ).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  },
)

test('one press requests all lists of a page that failed', async () => {
  renderPage(
    <>
      <SessionList />
      <AccessTokens />
    </>,
  )
  const [first] = await screen.findAllByRole('button', { name: 'Try again' })
  const fetched = vi.fn((address: string) => Promise.resolve(Response.json({ data: [], address })))
  vi.stubGlobal('fetch', fetched)
  first?.click()
  await new Promise((resolve) => setTimeout(resolve))
  expect(fetched.mock.calls.map(([address]) => address).sort()).toEqual([
    '/api/auth/access-tokens',
    '/api/auth/sessions',
  ])
})

test('an error of the earlier imports has their heading above it', async () => {
  show(Imports)
  const notice = await screen.findByText(/This could not be loaded: Server error/)
  expect(notice.closest('details')).toHaveProperty('open', true)
  expect(notice.closest('details')?.firstChild?.textContent).toBe('Earlier imports')
})

test('offline, an empty list of earlier imports shows no age', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ data: [] })))
  vi.stubGlobal('fetch', fetched)
  onlineManager.setOnline(false)
  const { container } = show(Imports)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(container.textContent).toBe('')
})
