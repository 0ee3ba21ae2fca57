import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ManualRate } from '../../contract/entries.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { createQueryClient, refresh } from '../queries.ts'
import { renderPage, stubServer, type Sent } from '../testing/rendering.tsx'
import { Component as ManagePage } from './manage-page.tsx'

const AT = '2026-09-29T06:00:00.000Z'
const entry = (
  id: number,
  base_currency: ManualRate['base_currency'],
  rate: number,
): ManualRate => ({
  id,
  version: id,
  base_currency,
  rate,
  date: calendarDateOf('2026-09-29'),
  target_currency: 'LKR',
  created_at: AT,
  created_by: 'Nimal Perera',
  updated_at: AT,
  updated_by: 'Nimal Perera',
  deleted_at: null,
  deleted_by: null,
})
/** The same entry after another user has changed it. */
const changed = (before: ManualRate, rate: number): ManualRate => ({
  ...before,
  version: before.version + 100,
  rate,
  updated_at: '2026-09-29T06:05:00.000Z',
  updated_by: 'Kumari Silva',
})

let entries: ManualRate[]
let requested: string[]
let posted: unknown[]
let respond: () => [status: number, body: object]
const client = createQueryClient()

beforeEach(() => {
  client.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/manage')
  entries = [entry(1, 'USD', 301.25), entry(2, 'GBP', 438), entry(3, 'AUD', 232)]
  requested = []
  posted = []
  respond = () => [500, {}]
  const write = ({ address, body }: Sent) => {
    posted.push(body ?? address)
    return respond()
  }
  stubServer({
    'GET /api/exchange-rate/manual/day': () => {
      const rates = entries.map((each) => ({ currency: each.base_currency, entry: each }))
      return { data: { date: '2026-09-29', rates } }
    },
    'GET /api/exchange-rate/recent': ({ address }) => {
      requested.push(address)
      return { data: entries, current_page: 1, last_page: 1, per_page: 20, total: entries.length }
    },
    'POST /api/exchange-rate/manual/check': { data: { warnings: [], replaces: null } },
    'POST /api/exchange-rate/manual': write,
    'POST /api/exchange-rate/manual/changes': write,
    'POST /api/exchange-rate/manual/:id/restore': write,
    'DELETE /api/exchange-rate/manual/:id': write,
  })
})
async function openPage(): Promise<void> {
  renderPage(<ManagePage />, client)
  await screen.findByRole('table')
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const editor = () => screen.getByLabelText<HTMLInputElement>('Rate (LKR)')
function edit(rate: string): void {
  fireEvent.click(button(/^Edit ?USD of 29 Sep 2026$/))
  fireEvent.input(editor(), { target: { value: rate } })
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test.each([
  ['/manage', '?kind=indicative'],
  ['/manage?kind=all&currency=CAD&page=2', '?currency=CAD&page=2'],
  ['/manage?kind=tt-buying&sort=rate&direction=asc', '?kind=tt-buying&sort=rate&direction=asc'],
  ['/manage?state=deleted&sort=user', '?kind=indicative&state=deleted&sort=user'],
])('%s requests the entries with %s', async (address, query) => {
  history.replaceState(null, '', address)
  await openPage()
  expect(requested).toContain(`/api/exchange-rate/recent${query}`)
})

test('an added rate empties its field; its entry is marked and taken back by one press', async () => {
  await openPage()
  const rate = screen.getByLabelText<HTMLInputElement>('Rate')
  fireEvent.input(rate, { target: { value: '233.5' } })
  const added = entry(4, 'CAD', 233.5)
  respond = () => {
    entries = [added, ...entries]
    return [201, { message: 'Exchange rate added successfully', data: added }]
  }
  press('Add Rate')
  await screen.findByText('Exchange rate added successfully: CAD of 29 Sep 2026: 233.5000')
  expect(rate.value).toBe('')
  const [, row] = screen.getAllByRole('row')
  await waitFor(() => expect(rows()[0]).toContain('CAD'))
  expect(screen.getAllByRole('row')[1]?.className).toBe('row-marked')
  expect(row?.textContent).toContain('Undo')
  respond = () => [200, { message: 'Exchange rate deleted successfully', data: [] }]
  fireEvent.click(screen.getAllByRole('button', { name: /^Undo/ })[0]!)
  await screen.findByText('Exchange rate deleted successfully')
  expect(posted.at(-1)).toEqual({
    enter: [],
    delete: [{ id: 4, version: 4 }],
    restore: [],
  })
})

test('a refused edit shows the other user’s rate; the chosen one replaces it', async () => {
  await openPage()
  edit('303')
  // The list does not have it yet.
  entries[0] = changed(entries[0]!, 302)
  respond = () => [409, { code: 'conflict', message: 'Kumari Silva has entered 302.0000 LKR' }]
  press('Save')
  await screen.findByText('Kumari Silva changed this rate to 302.0000 while you were editing.')
  expect(editor().value).toBe('303')
  press('Use my rate')
  const after = { ...entry(1, 'USD', 303), version: 102 }
  respond = () => [
    200,
    { message: 'Exchange rate updated successfully', data: [{ before: entries[0], after }] },
  ]
  press('Save')
  await screen.findByText(
    'Exchange rate updated successfully: USD of 29 Sep 2026: 302.0000 → 303.0000',
  )
  const usd = { date: '2026-09-29', base_currency: 'USD' }
  expect(posted).toEqual([
    { enter: [{ ...usd, rate: 303, replaces: { id: 1, version: 1 } }] },
    { enter: [{ ...usd, rate: 303, replaces: { id: 1, version: 101 } }] },
  ])
  fireEvent.click(button('Undo'))
  await waitFor(() =>
    expect(posted.at(-1)).toEqual({
      enter: [{ ...usd, rate: 302, replaces: { id: 1, version: 102 } }],
      delete: [],
      restore: [],
    }),
  )
})

test('an entry names its author, and another user who changed it', async () => {
  const own = { ...changed(entry(2, 'GBP', 438), 439), updated_by: 'Nimal Perera' }
  entries = [changed(entry(1, 'USD', 301.25), 302), own]
  await openPage()
  expect(rows()[0]).toContain('Nimal Perera, changed by Kumari Silva')
  expect(rows()[1]).toContain('Nimal Perera')
  expect(rows()[1]).not.toContain('changed by')
})

test('an edit keeps what was typed when another user changes or deletes the entry', async () => {
  await openPage()
  edit('303')
  entries[0] = changed(entries[0]!, 302)
  entries = [entry(4, 'CAD', 233), ...entries]
  refresh(client, 'entries')
  await screen.findByText('Kumari Silva changed this rate to 302.0000 while you were editing.')
  entries = entries.filter(({ base_currency }) => base_currency !== 'USD')
  refresh(client, 'entries')
  await waitFor(() => expect(screen.queryByText(/while you were editing/)).toBeNull())
  expect(editor().value).toBe('303')
  respond = () => [409, { code: 'conflict', message: 'The USD rate was deleted meanwhile.' }]
  press('Save')
  await screen.findByText('This entry was deleted while you were editing.')
  press('Leave it deleted')
  await waitFor(() => expect(rows().join()).not.toContain('USD'))
})

test('an entry is deleted after a question and comes back by one press', async () => {
  await openPage()
  const confirm = () => {
    button(/^Delete ?GBP/).focus()
    fireEvent.click(button(/^Delete ?GBP/))
    screen.getByText('Are you sure you want to delete this rate entry?')
    const reason = screen.getByLabelText('Reason (optional)')
    fireEvent.change(reason, { target: { value: ' Wrong column ' } })
    fireEvent.click(screen.getAllByRole('button', { name: 'Delete', hidden: true }).at(-1)!)
  }
  confirm()
  await screen.findByText('Not done: Server error. Try again.')
  expect(rows()).toHaveLength(3)
  respond = () => {
    entries = entries.filter(({ id }) => id !== 2)
    return [200, { message: 'Exchange rate deleted successfully' }]
  }
  const rate = screen.getByLabelText<HTMLInputElement>('Rate')
  fireEvent.input(rate, { target: { value: '329.5' } })
  confirm()
  await screen.findByText('Exchange rate deleted successfully: GBP of 29 Sep 2026')
  expect(posted.at(-1)).toEqual({ reason: 'Wrong column' })
  expect(rate.value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(button(/^Edit ?AUD/)))
  respond = () => [200, { message: 'Exchange rate restored successfully' }]
  fireEvent.click(button('Undo'))
  await screen.findByText('Exchange rate restored successfully: GBP of 29 Sep 2026')
  expect(posted.at(-1)).toBe('/api/exchange-rate/manual/2/restore')
})

test('a phone has the actions of an entry in its menu', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  await openPage()
  const menu = button('Actions for USD of 29 Sep 2026')
  expect(menu.closest('td')?.textContent).toBe(
    'Actions for USD of 29 Sep 2026Edit USD of 29 Sep 2026Delete USD of 29 Sep 2026',
  )
})

test('the count names the kind that is listed, with the way to all kinds', async () => {
  await openPage()
  expect(screen.getByText(/^3 entries/).textContent).toBe('3 entries, Indicative. Show all kinds')
  fireEvent.click(screen.getByRole('link', { name: 'Show all kinds' }))
  await waitFor(() => expect(location.search).toBe('?kind=all'))
})
