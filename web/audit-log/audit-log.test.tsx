import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { capitalised } from '../../text/names.ts'
import { renderPage, stubServer } from '../testing/rendering.tsx'
import { AuditBadge, AuditItem } from './audit-entry.tsx'
import { useNewerEntries } from './audit-log-page.tsx'
import { auditListQuery, readParameters } from './audit-parameters.ts'
import styles from './audit-log.module.css'

afterEach(() => onlineManager.setOnline(true))

const ENTRY: AuditEntry = {
  id: 12,
  action: 'import exchange rates',
  description: 'Imported 2 USD rates',
  created_at: '2026-09-29T06:30:00.000Z',
  actor: 'user',
  name: 'Nimal Perera',
  user: 'nimal@example.lk',
  ip_address: null,
  metadata: {},
  hash: 'ab12',
}

function show(metadata: AuditEntry['metadata'], more: Partial<AuditEntry> = {}): void {
  renderPage(
    <ol>
      <AuditItem entry={{ ...ENTRY, ...more, metadata }} />
    </ol>,
  )
  const details = screen.getByText('Imported 2 USD rates').closest('details')
  if (!details) throw new Error('There are no details')
  details.open = true
  fireEvent(details, new Event('toggle'))
}

const rowsShown = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('the first word of an action sets the colour of its badge', () => {
  const colours = {
    login: 'green',
    logout: 'grey',
    'create exchange rate': 'blue',
    'update exchange rate': 'yellow',
    'delete exchange rate': 'red',
    register: 'lightBlue',
    'failed login': 'lightBlue',
  }
  for (const [action, colour] of Object.entries(colours)) {
    render(<AuditBadge action={action} />)
    expect(screen.getByText(capitalised(action)).className, action).toContain(styles[colour])
  }
})

test('the changes of an entry are a table with links to the rates', () => {
  const changes = [
    { date: '2026-09-28', currency: 'USD', from: 300.5, to: 301.25 },
    {
      date: '2026-09-29',
      currency: 'USD',
      kind: 'tt-buying',
      from: null,
      to: 299,
      rounded_from: '299.00001',
      warnings: [{ kind: 'far', sentence: 'Far off.' }],
    },
  ]
  show({ import: 3, changes, changes_total: 150, request_id: 'abc' })
  expect(rowsShown()).toEqual([
    ['Day', 'Currency', 'Before', 'After', 'Remarks'],
    ['28 Sep 2026', 'USD', '300.5000', '301.2500', ''],
    ['29 Sep 2026', 'USD, Bank buys (TT)', '–', '299.0000', 'Rounded from 299.00001 Far off.'],
  ])
  const links = within(screen.getByRole('table')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/rates/USD/2026-09-28',
    '/rates/USD/2026-09-29?kind=tt-buying',
  ])
  screen.getByText('The first 2 of 150 changes. An export has all of them.')
  const json = document.querySelector('pre')
  expect(json?.textContent).toContain('  "import": 3,\n  "changes": [\n')
  expect(json?.closest('details')?.open).toBe(false)
  expect(screen.getByRole('link', { name: 'Open entry 12' }).getAttribute('href')).toBe(
    '/auditlog?entry=12',
  )
  expect(document.querySelector('code')?.textContent).toBe('ab12')
})

test('an entry without changes shows JSON, reason and subject', () => {
  show({ reason: 'Left the bank', subject_email: 'kumari@example.lk', user_id: 4 })
  expect(document.querySelector('pre')?.textContent).toContain('"user_id": 4')
  screen.getByText('Reason: Left the bank')
  screen.getByText('About: kumari@example.lk')
})

test('bank holidays are listed by name', () => {
  show({ changes: [{ date: '2026-12-25', scope: 'bank', from: null, to: 'Christmas Day' }] })
  expect(rowsShown()).toEqual([
    ['Day', 'Before', 'After'],
    ['25 Dec 2026', '–', 'Christmas Day'],
  ])
})

test('the actor is shown by address, by name or as operator', () => {
  const lineOf = (more: Partial<AuditEntry>) => {
    show({}, more)
    const text = document.querySelector('summary .second-line')?.textContent
    cleanup()
    return text
  }
  expect(lineOf({ ip_address: '203.0.113.7' })).toBe('nimal@example.lk, 203.0.113.7')
  expect(lineOf({ user: null })).toBe('Nimal Perera')
  expect(lineOf({ user: null, name: null, actor: 'operator' })).toBe('Operator')
})

test('a summary contains phrasing content only', () => {
  show({})
  expect(document.querySelectorAll('summary :is(p, div)')).toHaveLength(0)
})

test('the parameters of the address are sent with page and per_page', () => {
  const query = (search: string) =>
    auditListQuery(readParameters(new URLSearchParams(search))).queryKey[1]
  expect(query('')).toBe('/api/audit-logs?page=1&per_page=15')
  expect(query('page=2&action=x+y&from=2026-99-99&utm=1')).toBe(
    '/api/audit-logs?page=2&per_page=15&action=x+y&from=2026-99-99',
  )
})

test('newer entries are requested twice a minute, not offline, and at once when online', async () => {
  vi.useFakeTimers()
  const sent = stubServer({ 'GET /api/audit-logs': { data: [{ id: 8 }] } })
  const Newer = () => String(useNewerEntries({}, 7))
  const { container } = renderPage(<Newer />)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  onlineManager.setOnline(false)
  await pass(90_000)
  expect([sent.length, container.textContent]).toEqual([0, 'false'])
  onlineManager.setOnline(true)
  await pass(100)
  expect([sent.length, container.textContent]).toEqual([1, 'true'])
  await pass(60_000)
  expect(sent).toHaveLength(3)
})
