import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AuditEntry } from '../../contract/audit-log.ts'
import { createQueryClient } from '../queries.ts'
import { AuditItem } from './audit-item.tsx'

afterEach(cleanup)

function show(metadata: AuditEntry['metadata'], action = 'import exchange rates'): void {
  const entry = {
    id: 12,
    action,
    description: 'Imported 2 USD rates by hand',
    created_at: '2026-09-29T06:30:00.000Z',
    user: 'nimal@example.lk',
    ip_address: null,
    metadata,
    hash: 'ab12',
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ol>
        <AuditItem entry={entry} />
      </ol>
    </QueryClientProvider>,
  )
  const details = screen.getByText('Imported 2 USD rates by hand').closest('details')
  if (!details) throw new Error('There are no details')
  details.open = true
  fireEvent(details, new Event('toggle'))
}

const rowsShown = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('An import is a table of day, rate, old and new, each day a link to the rate, with all of it as formatted JSON below', () => {
  show({
    import: 3,
    changes: [
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
    ],
    request_id: 'abc',
  })
  expect(rowsShown()).toEqual([
    ['Day', 'Currency', 'Before', 'After', 'Remarks'],
    ['28 Sep 2026', 'USD', '300.5000', '301.2500', ''],
    ['29 Sep 2026', 'USD Bank buys (TT) rate', '–', '299.0000', 'Rounded from 299.00001 Far off.'],
  ])
  const links = within(screen.getByRole('table')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/rates/USD/2026-09-28',
    '/rates/USD/2026-09-29?kind=tt-buying',
  ])
  const json = document.querySelector('pre')
  expect(json?.textContent).toContain('  "import": 3,\n  "changes": [\n')
  expect(json?.textContent).toContain('"request_id": "abc"')
  expect(json?.compareDocumentPosition(screen.getByRole('table'))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  )
})

test('Customs rates have the first day of their week, bank holidays their names, and a large import its first rows first', () => {
  show({
    kind: 'customs',
    first_day: '2026-09-28',
    changes: [{ currency: 'GBP', from: null, to: 405 }],
  })
  expect(rowsShown()[1]).toEqual(['28 Sep 2026', 'GBP customs rate', '–', '405.0000'])
  cleanup()
  show(
    { changes: [{ date: '2026-12-25', from: null, to: 'Christmas Day' }] },
    'change bank holidays',
  )
  expect(rowsShown()).toEqual([
    ['Day', 'Before', 'After'],
    ['25 Dec 2026', '–', 'Christmas Day'],
  ])
  cleanup()
  const changes = Array.from({ length: 150 }, () => ({
    date: '2026-09-28',
    currency: 'USD',
    from: 1,
    to: 2,
  }))
  show({ changes })
  expect(rowsShown()).toHaveLength(101)
  fireEvent.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(rowsShown()).toHaveLength(151)
})

test('A single rate is a row that leads to its page, the number of the entry leads to the entry alone, and its hash is there', () => {
  show({ date: '2026-09-28', currency: 'USD', from: 300.5, to: 301.25 }, 'update exchange rate')
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(rowsShown()[1]).toEqual(['28 Sep 2026', 'USD', '300.5000', '301.2500'])
  expect(href('28 Sep 2026')).toBe('/rates/USD/2026-09-28')
  expect(href('Open entry 12')).toBe('/auditlog?entry=12')
  expect(document.querySelector('pre')?.textContent).toContain('"to": 301.25')
  expect(document.querySelector('code')?.textContent).toBe('ab12')
})
