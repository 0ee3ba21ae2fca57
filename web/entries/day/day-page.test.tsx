import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayInColombo } from '../../../domain/calendar-date.ts'
import { RATE_KINDS } from '../../../domain/series.ts'
import { t } from '../../../text/sentences.ts'
import { createQueryClient, refresh } from '../../queries.ts'
import { Component as DayPage } from './day-page.tsx'
import { dayKinds, daySeries } from './day-view.ts'

const date = dayInColombo(new Date())
const known = (rate: number) => ({ date, rate, source: 'cbsl' })
const entry = (rate: number, updated_at: string, updated_by = 'Kumari Silva') => ({
  id: 7,
  date,
  base_currency: 'USD',
  target_currency: 'LKR',
  rate,
  created_at: '2026-09-29T06:00:00.000Z',
  created_by: updated_by,
  updated_at,
  updated_by,
  deleted_at: null,
  deleted_by: null,
})
const FIRST = '2026-09-29T06:00:00.000Z'

let ofUsd: object | null
let posted: { path: string; body: Record<string, unknown> }[]
let respond: (path: string) => [status: number, body: object]

/** As a newer server sends them: another order, and a currency that this page does not know. */
const day = () => ({
  data: {
    date,
    rates: ['EUR', 'GBP', 'CAD', 'USD', 'AUD'].map((currency) => ({
      currency,
      entry: currency === 'USD' ? ofUsd : null,
      published: known(currency === 'USD' ? 301.1 : 200),
      previous: known(199.5),
    })),
  },
})

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {
        return undefined
      }
    },
  )
  sessionStorage.clear()
  ofUsd = null
  posted = []
  respond = (path) =>
    path.endsWith('/check') ? [200, { data: { warnings: [], replaces: null } }] : [500, {}]
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.method === 'GET') return Promise.resolve(Response.json(day()))
    posted.push({ path: address, body: JSON.parse(init.body as string) as Record<string, unknown> })
    const [status, body] = respond(address)
    return Promise.resolve(Response.json(body, { status }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const client = createQueryClient()
async function openPage(): Promise<void> {
  client.clear()
  render(
    <QueryClientProvider client={client}>
      <DayPage />
    </QueryClientProvider>,
  )
  await screen.findByRole('table')
}
/** Of the indicative rate, unless another kind is named. */
const field = (code: string) =>
  screen.getByLabelText<HTMLInputElement>(code.includes(' ') ? code : `${code} Indicative`)
const type = (code: string, value: string) => {
  field(code).focus()
  fireEvent.input(field(code), { target: { value } })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
const changes = () => posted.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)

test('a failure keeps what was typed, and the same press later saves all of it under the same key', async () => {
  await openPage()
  type('USD', '301.5')
  type('GBP', '438.25')
  save()
  await screen.findByText('Server error')
  expect([field('USD').value, field('GBP').value]).toEqual(['301.5', '438.25'])
  respond = () => [200, { message: '2 exchange rates added successfully', data: [] }]
  save()
  await screen.findByText('2 exchange rates added successfully')
  const usd = { date, base_currency: 'USD', rate: 301.5, replaces: null }
  expect(changes()).toEqual([
    { enter: [usd, { date, base_currency: 'GBP', rate: 438.25, replaces: null }] },
    { enter: [usd, { date, base_currency: 'GBP', rate: 438.25, replaces: null }] },
  ])
  expect([field('USD').value, field('GBP').value]).toEqual(['', ''])
})

test('a rate that looks wrong asks for a reason, which is of the rates that it was saved with', async () => {
  const warning = { kind: 'swapped digits', sentence: 'Two digits may be swapped.' }
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [warning], replaces: null } }]
      : [200, { message: 'Exchange rate added successfully', data: [] }]
  const typeWrong = async (code: string) => {
    type(code, '310.5')
    save()
    return screen.findByLabelText<HTMLTextAreaElement>('If this rate is right, why?')
  }
  await openPage()
  const reason = await typeWrong('USD')
  await screen.findByText('Two digits may be swapped.')
  await waitFor(() => expect(document.activeElement).toBe(field('USD')))
  save()
  await screen.findByText(/^Say why, or correct/)
  expect(document.activeElement).toBe(reason)
  fireEvent.input(reason, { target: { value: 'Opening rate' } })
  expect(screen.queryByText(/^Say why, or correct/)).toBeNull()
  cleanup()
  await openPage()
  // Not saved yet, it is kept with its rate.
  save()
  await waitFor(() => expect(changes()).toHaveLength(0))
  save()
  await screen.findByText('Exchange rate added successfully')
  expect(changes()[0]).toMatchObject({ reason: 'Opening rate', enter: [{ rate: 310.5 }] })
  expect((await typeWrong('AUD')).value).toBe('')
  type('AUD', '')
  cleanup()
  await openPage()
  expect((await typeWrong('GBP')).value).toBe('')
  expect(changes()).toHaveLength(1)
})

test('the rate that was probably meant takes the place of a slip by one press', async () => {
  const warning = { kind: 'moved decimal point', sentence: 'It looks too low.', meant: 301.5 }
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: posted.length > 1 ? [] : [warning], replaces: null } }]
      : [200, { message: 'Exchange rate added successfully', data: [] }]
  await openPage()
  type('USD', '30.15')
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Use 301.5000' }))
  await waitFor(() => expect(document.activeElement).toBe(field('USD')))
  expect(field('USD').value).toBe('301.5000')
  expect(screen.queryByText('It looks too low.')).toBeNull()
  save()
  await screen.findByText('Exchange rate added successfully')
  expect(changes()[0]).toMatchObject({ enter: [{ rate: 301.5 }] })
})

test('a rate on the wrong side of the one typed beside it is saved with a reason only', async () => {
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: null } }]
      : [200, { message: '2 exchange rates added successfully', data: [] }]
  await openPage()
  type('USD Bank buys (TT)', '334')
  type('USD Bank sells (TT)', '326')
  save()
  await screen.findByText(/Buying is not below selling: .* 334\.0000, .* 326\.0000\./)
  expect(changes()).toEqual([])
  type('USD Bank sells (TT)', '341')
  expect(screen.queryByText(/Buying is not below selling/)).toBeNull()
  save()
  await screen.findByText('2 exchange rates added successfully')
})

test('once a save is undone the focus is in the card of the grid, and not lost', async () => {
  const after = entry(301.5, FIRST)
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: null } }]
      : [200, { message: `${posted.length}`, data: [{ before: null, after }] }]
  await openPage()
  type('USD', '301.5')
  save()
  const undo = await screen.findByRole('button', { name: /^Undo/ })
  undo.focus()
  fireEvent.click(undo)
  await waitFor(() => expect(undo.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Indicative and TT' }))
})

test('what somebody else enters while one types stands beside it, and one of both is chosen before anything is saved', async () => {
  ofUsd = entry(300, FIRST)
  await openPage()
  type('USD', '301.5')
  ofUsd = entry(302, '2026-09-29T06:05:00.000Z')
  // As after the sign-in of somebody whose session has ended: the draft knows what it is meant for.
  cleanup()
  await openPage()
  await screen.findByText('Kumari Silva has entered 302.0000 meanwhile.')
  expect(field('USD').value).toBe('301.5')
  save()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep 302.0000'))
  expect(changes()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Use what I typed' }))
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: 302 } }]
      : [200, { message: 'Exchange rate updated successfully', data: [] }]
  save()
  await screen.findByText('Exchange rate updated successfully')
  expect(changes()[0]).toMatchObject({
    enter: [{ rate: 301.5, replaces: { id: 7, updated_at: '2026-09-29T06:05:00.000Z' } }],
  })

  type('USD', '303')
  ofUsd = null
  refresh(client, 'entries')
  await screen.findByText('This entry was deleted meanwhile.')
  fireEvent.click(screen.getByRole('button', { name: 'Leave it deleted' }))
  expect(field('USD').value).toBe('')
})

test('every kind of a day has a column of one grid, saved in one step; customs rates have a tab', async () => {
  expect([...dayKinds(), 'customs'].sort()).toEqual([...RATE_KINDS].sort())
  await openPage()
  expect(
    screen
      .getAllByRole<HTMLInputElement>('spinbutton')
      .map(({ labels }) => labels?.[0]?.textContent),
  ).toEqual(daySeries().map(({ currency, kind }) => `${currency} ${t.kindNames[kind]}`))
  expect(field('GBP').closest('tr')?.textContent).toContain('200.0000')
  save()
  await screen.findByText('Type at least one rate.')
  type('USD Bank buys (TT)', '326.5')
  fireEvent.keyDown(field('USD Bank buys (TT)'), { key: 'Enter' })
  expect(document.activeElement).toBe(field('AUD Bank buys (TT)'))
  type('USD Bank sells (TT)', '335.5')
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: null } }]
      : [200, { message: '2 exchange rates added successfully', data: [] }]
  save()
  await screen.findByText('2 exchange rates added successfully')
  const usd = { date, base_currency: 'USD', replaces: null }
  expect(changes()).toEqual([
    {
      enter: [
        { ...usd, kind: 'tt-buying', rate: 326.5 },
        { ...usd, kind: 'tt-selling', rate: 335.5 },
      ],
    },
  ])
})
