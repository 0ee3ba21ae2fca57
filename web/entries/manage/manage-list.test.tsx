import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ManualRate } from '../../../contract/entries.ts'
import { calendarDateOf } from '../../../domain/calendar-date.ts'
import { createQueryClient, refresh } from '../../queries.ts'
import { ToastHost } from '../../ui/toast.tsx'
import { ManageList } from './manage-list.tsx'

const AT = '2026-09-29T06:00:00.000Z'
const entry = (
  id: number,
  base_currency: ManualRate['base_currency'],
  rate: number,
): ManualRate => ({
  id,
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
/** The same entry after somebody else has changed it. */
const changed = (before: ManualRate, rate: number): ManualRate => ({
  ...before,
  rate,
  updated_at: '2026-09-29T06:05:00.000Z',
  updated_by: 'Kumari Silva',
})

let entries: ManualRate[]
let posted: unknown[]
let respond: () => [status: number, body: object]
const client = createQueryClient()

// jsdom has none.
HTMLDialogElement.prototype.showModal = () => undefined
HTMLDialogElement.prototype.close = () => undefined

beforeEach(() => {
  client.clear()
  entries = [entry(1, 'USD', 301.25), entry(2, 'GBP', 438), entry(3, 'AUD', 232)]
  posted = []
  respond = () => [500, {}]
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address.includes('/manual/day')) {
      const rates = entries.map((each) => ({ currency: each.base_currency, entry: each }))
      return Promise.resolve(Response.json({ data: { date: '2026-09-29', rates } }))
    }
    if (init.method === 'GET') {
      const pages = { current_page: 1, last_page: 1, per_page: 20, total: entries.length }
      return Promise.resolve(Response.json({ data: entries, ...pages }))
    }
    if (address.endsWith('/check'))
      return Promise.resolve(Response.json({ data: { warnings: [], replaces: null } }))
    posted.push(JSON.parse(init.body as string))
    const [status, body] = respond()
    return Promise.resolve(Response.json(body, { status }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function openList(): Promise<void> {
  render(
    <QueryClientProvider client={client}>
      <ManageList onAct={() => undefined} onDeleted={() => undefined} />
      <ToastHost />
    </QueryClientProvider>,
  )
  await screen.findByRole('table')
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
// Behind no dialog that jsdom would open.
const inDialog = (name: string) => screen.getByRole('button', { name, hidden: true })
const editor = () => screen.getByLabelText<HTMLInputElement>('Rate (LKR)')
function edit(rate: string): void {
  fireEvent.click(button(/^Edit ?USD of 29 Sep 2026$/))
  fireEvent.input(editor(), { target: { value: rate } })
}
const rowsShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('a refused edit shows what somebody else has entered beside what was typed; the chosen one replaces it, with an undo', async () => {
  await openList()
  edit('303')
  // The list has not heard of it yet.
  entries[0] = changed(entries[0]!, 302)
  respond = () => [409, { code: 'conflict', message: 'Kumari Silva has entered 302.0000 LKR' }]
  fireEvent.click(inDialog('Save'))
  await screen.findByText('Kumari Silva has entered 302.0000 meanwhile.')
  expect(editor().value).toBe('303')
  fireEvent.click(inDialog('Use what I typed'))
  const after = { ...entry(1, 'USD', 303), updated_at: '2026-09-29T06:06:00.000Z' }
  respond = () => [
    200,
    { message: 'Exchange rate updated successfully', data: [{ before: entries[0], after }] },
  ]
  fireEvent.click(inDialog('Save'))
  await screen.findByText(
    'Exchange rate updated successfully: USD of 29 Sep 2026: 302.0000 → 303.0000',
  )
  const usd = { date: '2026-09-29', base_currency: 'USD' }
  expect(posted).toEqual([
    { enter: [{ ...usd, rate: 303, replaces: { id: 1, updated_at: AT } }] },
    { enter: [{ ...usd, rate: 303, replaces: { id: 1, updated_at: entries[0].updated_at } }] },
  ])
  fireEvent.click(button('Undo'))
  await waitFor(() =>
    expect(posted.at(-1)).toEqual({
      enter: [{ ...usd, rate: 302, replaces: { id: 1, updated_at: after.updated_at } }],
      delete: [],
      restore: [],
    }),
  )
})

test('an entry names who entered it and, once it was changed or restored, who did that', async () => {
  entries = [changed(entry(1, 'USD', 301.25), 302), entry(2, 'GBP', 438)]
  await openList()
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(first).toContain('Nimal Perera, changed by Kumari Silva')
  expect(second).toContain('Nimal Perera')
  expect(second).not.toContain('changed by')
})

test('what is being edited stays, with what was typed, when somebody else changes or deletes it', async () => {
  await openList()
  edit('303')
  entries[0] = changed(entries[0]!, 302)
  entries = [entry(4, 'CAD', 233), ...entries]
  refresh(client, 'entries')
  await screen.findByText('Kumari Silva has entered 302.0000 meanwhile.')
  entries = entries.filter(({ base_currency }) => base_currency !== 'USD')
  refresh(client, 'entries')
  await waitFor(() => expect(screen.queryByText(/meanwhile/)).toBeNull())
  expect(editor().value).toBe('303')
  respond = () => [
    409,
    { code: 'conflict', message: 'The USD rate of 29 Sep 2026 was deleted meanwhile.' },
  ]
  fireEvent.click(inDialog('Save'))
  await screen.findByText('This entry was deleted meanwhile.')
  fireEvent.click(inDialog('Leave it deleted'))
  await waitFor(() => expect(rowsShown().join()).not.toContain('USD'))
})

test('several are deleted with one press after a question and come back with one; a failure deletes and loses nothing', async () => {
  await openList()
  expect(rowsShown()[0]).toContain('Nimal Perera')
  fireEvent.click(screen.getByLabelText('Select USD of 29 Sep 2026'))
  fireEvent.click(screen.getByLabelText('Select AUD of 29 Sep 2026'))
  await screen.findByText('2 entries selected')
  const confirm = () => {
    fireEvent.click(button('Delete selected'))
    fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }))
  }
  confirm()
  await screen.findByText('Server error')
  expect(screen.getByText('2 entries selected')).toBeTruthy()
  const [usd, gbp, aud] = entries
  respond = () => {
    entries = [gbp!]
    const data = [usd, aud].map((before) => ({ before, after: null }))
    return [200, { message: '2 exchange rates deleted successfully', data }]
  }
  confirm()
  await screen.findByText('2 exchange rates deleted successfully')
  await waitFor(() => expect(rowsShown()).toHaveLength(1))
  expect(posted.at(-1)).toEqual({
    delete: [usd, aud].map((each) => ({ id: each!.id, updated_at: AT })),
  })
  fireEvent.click(button('Undo'))
  await waitFor(() =>
    expect(posted.at(-1)).toEqual({ enter: [], delete: [], restore: [{ id: 1 }, { id: 3 }] }),
  )
})

test('the focus goes on from an entry that is restored, or that somebody else had deleted before', async () => {
  const confirmed = (name: RegExp) => {
    fireEvent.click(button(name))
    fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }))
  }
  await openList()
  button(/^Delete ?GBP/).focus()
  respond = () => {
    entries = entries.filter(({ id }) => id !== 2)
    return [404, { message: 'There is no such entry, or it is deleted already.' }]
  }
  confirmed(/^Delete ?GBP/)
  await screen.findByText('There is no such entry, or it is deleted already.')
  await waitFor(() => expect(document.activeElement).toBe(button(/^Edit ?AUD/)))
  cleanup()

  history.replaceState(null, '', '/manage?state=deleted')
  entries = entries.map((each) => ({ ...each, deleted_at: AT, deleted_by: 'Kumari Silva' }))
  await openList()
  const restore = button(/^Restore ?USD/)
  restore.focus()
  respond = () => {
    entries = entries.filter(({ id }) => id !== 1)
    return [200, { message: 'Exchange rate restored successfully' }]
  }
  fireEvent.click(restore)
  await waitFor(() => expect(document.activeElement).toBe(button(/^Restore ?AUD/)))
  history.replaceState(null, '', '/manage')
})
