import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { createQueryClient, refresh } from '../queries.ts'
import { Component as EnterPage } from './enter-page.tsx'
import { dayKinds, daySeries } from '../work-tabs.tsx'

const date = dayInColombo(new Date())
const known = (rate: number) => ({ date, rate, source: 'cbsl' })
const entry = (rate: number, updated_at: string, updated_by = 'Kumari Silva') => ({
  id: 7,
  version: updated_at === FIRST ? 7 : 8,
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
const LATER = '2026-09-29T06:05:00.000Z'

let ofUsd: object | null
let posted: { path: string; body: Record<string, unknown> }[]
let respond: (path: string) => [status: number, body: object]

/** As a newer server sends them: another order, and a currency that this page does not know. */
const day = (address: string) => ({
  data: {
    date,
    rates: ['EUR', 'GBP', 'CAD', 'USD', 'AUD'].map((currency) => ({
      currency,
      entry: currency === 'USD' && !address.includes('kind') ? ofUsd : null,
      published: known(currency === 'USD' ? 301.1 : 200),
      previous: known(199.5),
    })),
  },
})

// jsdom has no dialogs.
HTMLDialogElement.prototype.showModal = () => undefined
HTMLDialogElement.prototype.close = () => undefined

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
  history.replaceState(null, '', '/enter')
  ofUsd = null
  posted = []
  respond = (path) =>
    path.endsWith('/check') ? [200, { data: { warnings: [], replaces: null } }] : [500, {}]
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.method === 'GET') return Promise.resolve(Response.json(day(address)))
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
      <EnterPage />
    </QueryClientProvider>,
  )
  await screen.findByRole('table')
}
/** The field of the indicative rate, unless another kind is named. */
const field = (code: string) =>
  screen.getByLabelText<HTMLInputElement>(code.includes(' ') ? code : `${code} Indicative`)
const type = (code: string, value: string) => {
  field(code).focus()
  fireEvent.input(field(code), { target: { value } })
}
const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const save = () => press(/^Save(?! anyway)/)
const changes = () => posted.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)
const warns = (sentence: string, meant?: number) =>
  [200, { data: { warnings: [{ kind: 'swapped digits', sentence, meant }], replaces: null } }] as [
    number,
    object,
  ]
const saves = (message: string, data: object[] = []): [number, object] => [200, { message, data }]

test('the focus starts in the first empty field; a saved rate is in its field', async () => {
  ofUsd = entry(301.5, FIRST)
  await openPage()
  expect(field('USD').value).toBe('301.5000')
  expect(field('USD').closest('td')?.textContent).toContain('Saved, Kumari Silva')
  await waitFor(() => expect(document.activeElement).toBe(field('AUD')))
})

test('a failure keeps what was typed, and the same press later saves all of it', async () => {
  await openPage()
  type('USD', '301.5')
  type('GBP', '438.25')
  save()
  await screen.findByText('Server error')
  expect([field('USD').value, field('GBP').value]).toEqual(['301.5', '438.25'])
  respond = () => saves('2 exchange rates added successfully')
  save()
  await screen.findByText('2 exchange rates added successfully')
  const enter = [
    { date, base_currency: 'USD', rate: 301.5, replaces: null },
    { date, base_currency: 'GBP', rate: 438.25, replaces: null },
  ]
  expect(changes()).toEqual([{ enter }, { enter }])
})

test('a saved figure stays in its field, and an emptied field shows it again', async () => {
  const after = entry(301.5, FIRST)
  respond = (path) => {
    if (path.endsWith('/check')) return [200, { data: { warnings: [], replaces: null } }]
    ofUsd = after
    return saves('Exchange rate added successfully', [{ before: null, after }])
  }
  await openPage()
  type('USD', '301.5')
  save()
  await screen.findByText(/^Exchange rate added successfully/)
  expect(field('USD').value).toBe('301.5000')
  await screen.findByRole('button', { name: 'Save' })
  type('USD', '')
  fireEvent.blur(field('USD'))
  expect(field('USD').value).toBe('301.5000')
  expect(screen.getByText('1 of 12 filled in.')).toBeTruthy()
})

test('a doubtful rate is asked about; it is saved with a reason or without', async () => {
  respond = (path) =>
    path.endsWith('/check')
      ? warns('Two digits may be swapped.')
      : saves('Exchange rate added successfully')
  await openPage()
  type('USD', '310.5')
  save()
  await screen.findByText('Is this rate right?')
  expect(screen.getAllByText('Two digits may be swapped.')).toBeTruthy()
  press('Go back')
  expect(changes()).toEqual([])
  save()
  fireEvent.input(await screen.findByLabelText('Reason (optional)'), {
    target: { value: ' Opening rate ' },
  })
  press('Save anyway')
  await screen.findByText('Exchange rate added successfully')
  type('GBP', '410.5')
  save()
  await screen.findByText('Is this rate right?')
  press('Save anyway')
  await waitFor(() => expect(changes()).toHaveLength(2))
  expect(changes()[0]).toMatchObject({ reason: 'Opening rate', enter: [{ rate: 310.5 }] })
  expect(changes()[1]).not.toHaveProperty('reason')
})

test('a suggested rate replaces a slip by one press', async () => {
  respond = (path) =>
    path.endsWith('/check')
      ? posted.length > 1
        ? [200, { data: { warnings: [], replaces: null } }]
        : warns('It looks too low.', 301.5)
      : saves('Exchange rate added successfully')
  await openPage()
  type('USD', '30.15')
  fireEvent.blur(field('USD'))
  fireEvent.click(await screen.findByRole('button', { name: 'Use 301.5000' }))
  await waitFor(() => expect(document.activeElement).toBe(field('USD')))
  expect(field('USD').value).toBe('301.5000')
  expect(screen.queryByText('It looks too low.')).toBeNull()
  save()
  await screen.findByText('Exchange rate added successfully')
  expect(changes()[0]).toMatchObject({ enter: [{ rate: 301.5 }] })
})

test('a selling rate below the buying rate typed beside it is asked about', async () => {
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: null } }]
      : saves('2 exchange rates added successfully')
  await openPage()
  type('USD Bank buys (TT)', '334')
  type('USD Bank sells (TT)', '326')
  save()
  await screen.findByText('Is this rate right?')
  press('Go back')
  expect(changes()).toEqual([])
  type('USD Bank sells (TT)', '341')
  save()
  await screen.findByText('2 exchange rates added successfully')
})

test('asks which rate counts if another user changed it meanwhile', async () => {
  ofUsd = entry(300, FIRST)
  await openPage()
  type('USD', '301.5')
  ofUsd = entry(302, LATER)
  // As after signing in again: the draft knows which entry it is meant to replace.
  cleanup()
  await openPage()
  await screen.findByText('Kumari Silva changed this rate to 302.0000 while you were editing.')
  expect(field('USD').value).toBe('301.5')
  save()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep 302.0000'))
  expect(changes()).toEqual([])
  press('Use my rate')
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: 302 } }]
      : saves('Exchange rate updated successfully')
  save()
  await screen.findByText('Exchange rate updated successfully')
  expect(changes()[0]).toMatchObject({
    enter: [{ rate: 301.5, replaces: { id: 7, version: 8 } }],
  })

  type('USD', '303')
  ofUsd = null
  refresh(client, 'entries')
  await screen.findByText('This entry was deleted while you were editing.')
  press('Leave it deleted')
  expect(field('USD').value).toBe('')
})

test('every kind of a day has a column, and Enter moves down it', async () => {
  expect([...dayKinds(), 'customs'].sort()).toEqual([...RATE_KINDS].sort())
  await openPage()
  expect(
    screen.getAllByRole<HTMLInputElement>('textbox').map(({ labels }) => labels?.[0]?.textContent),
  ).toEqual(daySeries().map(({ currency, kind }) => `${currency} ${t.kindNames[kind]}`))
  save()
  await screen.findByText('Enter at least one rate.')
  fireEvent.keyDown(field('USD Bank buys (TT)'), { key: 'Enter' })
  expect(document.activeElement).toBe(field('AUD Bank buys (TT)'))
})

test('a phone shows one kind at a time, and saves what was typed in the others too', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  respond = (path) =>
    path.endsWith('/check')
      ? [200, { data: { warnings: [], replaces: null } }]
      : saves('2 exchange rates added successfully')
  await openPage()
  expect(screen.getAllByRole('textbox')).toHaveLength(4)
  type('USD', '301.5')
  fireEvent.change(screen.getByLabelText('Rate'), { target: { value: 'tt-buying' } })
  type('USD Bank buys (TT)', '296.5')
  save()
  await screen.findByText('2 exchange rates added successfully')
  expect(changes()[0]).toMatchObject({ enter: [{ rate: 301.5 }, { rate: 296.5 }] })
})
