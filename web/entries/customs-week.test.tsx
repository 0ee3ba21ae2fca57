import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addDays, calendarDateOf, dayInColombo } from '../../domain/calendar-date.ts'
import { formatShortDay } from '../../text/sentences.ts'
import { renderPage, stubServer, type Sent } from '../testing/rendering.tsx'
import { CustomsWeek } from './customs-week.tsx'

const today = dayInColombo(new Date())
/** Nothing is stored of the week after. */
const stored = addDays(today, 3)
const before = addDays(today, -4)
const schedule = {
  first_day: stored,
  last_day: addDays(stored, 6),
  gazette: '2491/3',
  document: 'https://customs.gov.lk/3.pdf',
}
const entry = (date: string, rate: number) => ({
  id: 7,
  version: 7,
  date,
  base_currency: 'USD',
  kind: 'customs',
  rate,
  updated_at: `${before}T06:00:00.000Z`,
  updated_by: 'Kumari Silva',
})
const known = (date: string, rate: number) => ({ date, rate, source: 'manual' })

function day({ address }: Sent) {
  const date = calendarDateOf(new URL(address, location.href).searchParams.get('date') ?? '')
  const isStored = date === stored
  const previous = date > stored ? known(stored, 336.1) : known(before, 334.5)
  const usd = {
    currency: 'USD',
    entry: isStored ? entry(stored, 336.1) : null,
    published: null,
    previous,
    usual_move: null,
  }
  return { data: { date, rates: [usd], ...(isStored && { schedule }) } }
}

let replaces: number | null
let sent: ReturnType<typeof stubServer>
beforeEach(async () => {
  replaces = 336.1
  sent = stubServer({
    'GET /api/exchange-rate/imports': { data: [] },
    'GET /api/exchange-rate/manual/day': day,
    'POST /api/exchange-rate/import/preview': ({ body }) => ({
      data: {
        rows: (body as { rows: object[] }).rows.map((row) => ({
          ...row,
          date: stored,
          state: 'replaces',
          sentence: '',
          replaces,
          warnings: [],
        })),
      },
    }),
    'POST /api/exchange-rate/import': [201, { message: 'Entered', data: { id: 9 } }],
  })
  renderPage(<CustomsWeek date={today} waiting={null} />)
  await screen.findByLabelText('First day')
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const usd = () => field('USD Customs')
const fill = (input: HTMLInputElement, value: string) =>
  fireEvent.input(input, { target: { value } })
const openStored = async () => {
  fill(field('First day'), stored)
  await waitFor(() => expect(usd().value).toBe('336.1000'))
}
const row = () => usd().closest('tr')?.textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const bodies = () =>
  sent.filter(({ call }) => call === 'POST /api/exchange-rate/import').map(({ body }) => body)

test('a stored week is shown as saved, and what a save replaces is said before it', async () => {
  await openStored()
  const shown = ['Last day', 'Gazette number', 'Link to the PDF'].map((label) => field(label).value)
  expect(shown).toEqual([schedule.last_day, schedule.gazette, schedule.document])
  expect(row()).toMatch(/✓ Saved by Kumari Silva/)
  fill(usd(), '336.2')
  fill(field('Gazette number'), '2491/4')
  expect(row()).toContain('Not saved yet. Replaces 336.1000.')
  screen.getByText(
    'Replaces 1 rate. Gazette 2491/3 will no longer stand for these days. Missing: AUD, CAD and GBP.',
  )
  press('Save 1 rate')
  await screen.findByText('Entered')
  expect(bodies()).toMatchObject([
    { first_day: stored, gazette: '2491/4', rows: [{ currency: 'USD', rate: 336.2 }] },
  ])
})

test('a correction of the gazette alone sends the saved rates as they are', async () => {
  await openStored()
  replaces = null
  fill(field('Gazette number'), '2491/4')
  press('Save')
  await waitFor(() => expect(sent.some(({ call }) => call.endsWith('/preview'))).toBe(true))
  expect(sent.findLast(({ call }) => call.endsWith('/preview'))?.body).toMatchObject({
    gazette: '2491/4',
    rows: [{ currency: 'USD', rate: 336.1 }],
  })
})

test('a rate that was entered meanwhile is asked about', async () => {
  await openStored()
  replaces = 336.15
  fill(usd(), '336.2')
  press('Save 1 rate')
  await screen.findByText('Not saved yet. Replaces 336.15.')
  expect(bodies()).toEqual([])
  fireEvent.click(screen.getByText('Save anyway'))
  await screen.findByText('Entered')
})

test('the rates before are those of the newest week before the first day, whose day is the head', async () => {
  fill(field('First day'), addDays(stored, 7))
  await screen.findByRole('columnheader', { name: formatShortDay(stored) })
  expect(row()).toContain('336.1000')
  fill(usd(), '337')
  expect(row()).toContain('+0.27 % ▲')
  fill(field('First day'), stored)
  await screen.findByRole('columnheader', { name: formatShortDay(before) })
})

test('an emptied field says how a saved rate is removed, and keeps it at a press', async () => {
  await openStored()
  fill(usd(), '')
  press('Save')
  await screen.findByText(/^An empty field does not remove a saved rate\./)
  expect(screen.getByRole('link', { name: 'Manage Rates' }).getAttribute('href')).toBe(
    `/manage?currency=USD&kind=customs&from=${stored}&to=${stored}`,
  )
  press('Keep 336.1000')
  expect(usd().value).toBe('336.1000')
  expect(screen.queryByText(/^An empty field/)).toBeNull()
})

test('a pasted list names the lines that it could not read, and asks about second rates', async () => {
  const list = document.querySelector('textarea')
  if (!list) throw new Error('There is no field for a list.')
  fireEvent.input(list, {
    target: { value: 'USD\tUS Dollar\t336.1000\nUSD 1 337\nPound Sterling 437\nAUD 231\nAUD 232' },
  })
  await screen.findByText(
    '2 rates filled in. The list has two rates for AUD. Type the right one below. Not read: “USD 1 337”.',
  )
  expect(['USD', 'GBP', 'AUD'].map((code) => field(`${code} Customs`).value)).toEqual([
    '336.1000',
    '437',
    '',
  ])
})
