import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CheckedRate } from '../../contract/rate-check.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { DEFAULT_POLICIES, POLICY_NAMES } from '../../domain/policy.ts'
import { renderPage, stubServer } from '../testing/rendering.tsx'
import { Component as CheckPage } from './check-page.tsx'
import { CheckedRates } from './checked-rows.tsx'
import * as reading from './reading.ts'
import type { OpenSheet } from './use-sheet.ts'

function showPolicies(more: { changed_at?: string; may_change?: boolean; status?: number }) {
  const { changed_at = null, may_change = true, status = 200 } = more
  const data = POLICY_NAMES.map((policy) => ({
    policy,
    ...DEFAULT_POLICIES[policy],
    version: 0,
    changed_at,
    changed_by: null,
  }))
  const body = { data, changed_by: 'users', may_change }
  stubServer({ 'GET /api/rate-policy': [status, body] })
  renderPage(<CheckPage />)
}

test('who may change policies is led to them until one was set', async () => {
  showPolicies({})
  const link = await screen.findByRole('link', { name: 'Set rate policies' })
  expect(link.getAttribute('href')).toBe('/policies')
})

test.each([
  ['one was set', { changed_at: '2026-09-29T06:30:00Z' }],
  ['the user may not change them', { may_change: false }],
])('nothing is said of policies if %s', async (_, more) => {
  showPolicies(more)
  await screen.findByText('Indicative rate of the day', { selector: 'p' })
  expect(screen.queryByRole('link', { name: 'Set rate policies' })).toBeNull()
})

test('policies that cannot be loaded can be asked for again', async () => {
  showPolicies({ status: 500 })
  await screen.findByText('This could not be loaded: Server error')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

const filled = (at: number, result: CheckedRate['result'] = 'filled') =>
  ({
    document: `D-${at}`,
    date: calendarDateOf('2026-09-24'),
    currency: 'USD',
    result,
    rate: 330.1,
    difference: null,
  }) as CheckedRate

test('of filled rows, those that need a look come first, and from 20 on the others are folded', () => {
  const rows = [...Array.from({ length: 24 }, (_, at) => filled(at)), filled(24, 'too old')]
  const results = { differs: 0, 'per 100': 0, 'too old': 1, 'no rate': 0, agrees: 0, filled: 24 }
  const open = { reading, file: { grid: { rows: [] } }, mapping: { columns: [], heading: null } }
  render(
    <CheckedRates
      isFill
      data={{ rows, totals: { results, overbooked: 0, underbooked: 0, rupees: 0 } }}
      lines={[]}
      open={open as unknown as OpenSheet}
      save={() => Promise.resolve()}
      onColumns={() => undefined}
    />,
  )
  const documents = () =>
    screen.getAllByRole('rowheader').map(({ textContent }) => textContent.trim())
  expect(documents()).toHaveLength(20)
  expect(documents()[0]).toBe('D-24')
  fireEvent.click(screen.getByRole('button', { name: 'Show 5 more' }))
  expect(documents()).toHaveLength(25)
})
