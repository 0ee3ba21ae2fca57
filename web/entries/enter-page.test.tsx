import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { dayInColombo } from '../../domain/calendar-date.ts'
import { currencies } from '../../domain/currency.ts'
import { RATE_KINDS } from '../../domain/series.ts'
import { t } from '../../text/sentences.ts'
import { createQueryClient, refresh } from '../queries.ts'
import { renderPage } from '../testing/rendering.tsx'
import { Component as EnterPage } from './enter-page.tsx'
import { dayKinds } from '../work-tabs.tsx'

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
let hasPrevious: boolean
let answers: Promise<undefined> | undefined
let respond: (path: string) => [status: number, body: object]

/** As a newer server sends them: another order, and a currency that this page does not know. */
const day = (address: string) => ({
  data: {
    date,
    rates: ['EUR', 'GBP', 'CAD', 'USD', 'AUD'].map((currency) => ({
      currency,
      entry: currency === 'USD' && !address.includes('kind') ? ofUsd : null,
      published: known(currency === 'USD' ? 301.1 : 200),
      previous: hasPrevious ? known(199.5) : null,
      usual_move: { low: -0.5, high: 0.5 },
    })),
  },
})
const days = { data: { from: date, to: date, rates: [], missing: [] } }

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/enter')
  ofUsd = null
  posted = []
  hasPrevious = true
  answers = undefined
  respond = (path) =>
    path.endsWith('/check') ? [200, { data: { warnings: [], replaces: null } }] : [500, {}]
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json(address.includes('/days') ? days : day(address))
    posted.push({ path: address, body: JSON.parse(init.body as string) as Record<string, unknown> })
    const [status, body] = respond(address)
    await answers
    return Response.json(body, { status })
  })
})
const client = createQueryClient()
async function openPage(): Promise<void> {
  client.clear()
  renderPage(<EnterPage />, client)
  await screen.findByRole('table')
}
/** The field of the indicative rate, unless another kind is named. */
const field = (code: string) =>
  screen.getByLabelText<HTMLInputElement>(code.includes(' ') ? code : `${code} Indicative`)
const type = (code: string, value: string) => {
  field(code).focus()
  fireEvent.input(field(code), { target: { value } })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
const changes = () => posted.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)
const warns = (sentence: string, meant?: number) =>
  [200, { data: { warnings: [{ kind: 'swapped digits', sentence, meant }], replaces: null } }] as [
    number,
    object,
  ]
const saves = (message: string, data: object[] = []): [number, object] => [200, { message, data }]

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const rowOf = (code: string) => field(code).closest('tr')?.textContent
const noDoubts: [number, object] = [200, { data: { warnings: [], replaces: null } }]
const savesAll =
  (message: string, data: object[] = []) =>
  (path: string) =>
    path.endsWith('/check') ? noDoubts : saves(message, data)

test('the focus starts in the first empty field; each row says what is known', async () => {
  ofUsd = entry(301.5, FIRST)
  await openPage()
  expect(field('USD').value).toBe('301.5000')
  expect(rowOf('USD')).toMatch(/✓ Saved by Kumari Silva, 29\sSep,\s11:30$/)
  expect([field('AUD').value, field('AUD').placeholder]).toEqual(['', '200.0000'])
  expect(rowOf('AUD')).toMatch(/\+0\.25 % ▲ Published\. Type to replace\.$/)
  await waitFor(() => expect(document.activeElement).toBe(field('AUD')))
  type('AUD', '201')
  expect(rowOf('AUD')).toMatch(/Not saved yet\. Replaces 200\.0000\.$/)
  // The newer server's fifth currency is not counted.
  expect(document.querySelector('header p')?.textContent).toMatch(/4 (of 4 rates )?entered/)
})

test('a day that cannot be entered is named, and today is shown', async () => {
  history.replaceState(null, '', '/enter?date=2999-12-31')
  await openPage()
  screen.getByText('Rates cannot be entered for “2999-12-31”. Showing today instead.')
})

test('a failure keeps what was typed, and the same press later saves all of it', async () => {
  await openPage()
  type('USD', '301.5')
  type('GBP', '438.25')
  save()
  await screen.findByText('Server error. Not saved: your rates are kept on this device.')
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

test('a doubtful rate waits while the others are saved; kept, it is saved with a reason or without', async () => {
  const doubts = (rate: unknown) =>
    rate === 310.5 || rate === 410.5 ? warns('Two digits may be swapped.') : noDoubts
  respond = (path) =>
    path.endsWith('/check')
      ? doubts(posted.at(-1)?.body['rate'])
      : saves('Exchange rate added successfully')
  await openPage()
  type('USD', '310.5')
  fireEvent.blur(field('USD'))
  await screen.findByText('Two digits swapped?')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
  expect(screen.getByText(/^USD waits for your answer\./)).toBeTruthy()
  type('AUD', '201')
  press('Save 1 rate')
  await screen.findByText('Exchange rate added successfully')
  await waitFor(() => expect(document.activeElement).toBe(field('USD')))
  expect(changes().map(({ enter }) => enter)).toMatchObject([[{ base_currency: 'AUD' }]])
  press('Keep 310.5000')
  fireEvent.change(screen.getByLabelText('Reason (optional)'), {
    target: { value: ' Opening rate ' },
  })
  press('Save 1 rate')
  await waitFor(() => expect(changes()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByLabelText('Reason (optional)')).toBeNull())
  type('GBP', '410.5')
  fireEvent.blur(field('GBP'))
  await screen.findByText('Two digits swapped?')
  press('Keep 410.5000')
  press('Save 1 rate')
  await waitFor(() => expect(changes()).toHaveLength(3))
  expect(changes()[1]).toMatchObject({ reason: 'Opening rate', enter: [{ rate: 310.5 }] })
  expect(changes()[2]).not.toHaveProperty('reason')
})

test('a suggested rate replaces a slip by one press', async () => {
  respond = (path) =>
    path.endsWith('/check')
      ? posted.length > 1
        ? noDoubts
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

test('doubts about a whole day are answered by one press', async () => {
  respond = (path) =>
    path.endsWith('/check')
      ? warns('It is long ago.')
      : saves('2 exchange rates added successfully')
  await openPage()
  type('USD', '301.5')
  type('GBP', '438.25')
  save()
  await screen.findByText(/^USD and GBP wait for your answer\./)
  expect(changes()).toEqual([])
  press('Keep all 2')
  press('Save 2 rates')
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
  await screen.findByText('Kumari Silva saved 302.0000')
  expect(field('USD').value).toBe('301.5')
  save()
  await waitFor(() => expect(document.activeElement).toBe(field('USD')))
  expect(changes()).toEqual([])
  press('Use my rate')
  respond = savesAll('Exchange rate updated successfully')
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

test('every kind of a day has a table, and Enter moves down it', async () => {
  expect([...dayKinds(), 'customs'].sort()).toEqual([...RATE_KINDS].sort())
  await openPage()
  const named = (kinds: readonly (keyof typeof t.kindNames)[]) =>
    kinds.flatMap((kind) => currencies().map((currency) => `${currency} ${t.kindNames[kind]}`))
  const labels = () =>
    screen.getAllByRole<HTMLInputElement>('textbox').map(({ labels }) => labels?.[0]?.textContent)
  expect(labels()).toEqual(named(['indicative']))
  save()
  await screen.findByText('Enter at least one rate.')
  press('Add TT rates')
  await waitFor(() => expect(labels()).toEqual(named(dayKinds())))
  fireEvent.keyDown(field('USD Bank buys (TT)'), { key: 'Enter' })
  expect(document.activeElement).toBe(field('AUD Bank buys (TT)'))
  // A typed rate is not hidden.
  type('AUD Bank buys (TT)', '201')
  expect(screen.queryByRole('button', { name: /TT rates$/ })).toBeNull()
  type('AUD Bank buys (TT)', '')
  fireEvent.blur(field('AUD Bank buys (TT)'))
  press('Hide TT rates')
  expect(labels()).toEqual(named(['indicative']))
  press('Add TT rates')
  await waitFor(() => expect(labels()).toEqual(named(dayKinds())))
})

test('a column without a figure has no head in sight', async () => {
  hasPrevious = false
  await openPage()
  const headed = () =>
    screen
      .getAllByRole('columnheader')
      .filter((head) => !head.querySelector('.visually-hidden'))
      .map(({ textContent }) => textContent)
  expect(headed()).toEqual(['Currency', 'Rate in LKR'])
  hasPrevious = true
  refresh(client, 'entries')
  await waitFor(() => expect(headed()).toContain('Usual daily move'))
  expect(headed()).toHaveLength(5)
})

test('leaving a field and saving at once ask once whether its rate is right', async () => {
  const checked = Promise.withResolvers<undefined>()
  answers = checked.promise
  respond = savesAll('Exchange rate added successfully')
  await openPage()
  type('USD', '301.5')
  fireEvent.blur(field('USD'))
  save()
  checked.resolve(undefined)
  await screen.findByText('Exchange rate added successfully')
  expect(posted.map(({ path }) => path.split('/').at(-1))).toEqual(['check', 'changes'])
})

test('a draft of TT rates opens their tables', async () => {
  await openPage()
  press('Add TT rates')
  await screen.findByLabelText('USD Bank buys (TT)')
  type('USD Bank buys (TT)', '296.5')
  cleanup()
  await openPage()
  await screen.findByLabelText('USD Bank buys (TT)')
  expect(field('USD Bank buys (TT)').value).toBe('296.5')
  expect(screen.getByRole('button', { name: 'Save 1 rate' })).toBeTruthy()
})
