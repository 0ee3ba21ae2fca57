import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage, stubServer } from '../testing/rendering.tsx'
import { Component as DashboardPage } from './dashboard-page.tsx'

/** Thursday noon in Colombo. */
const NOW = '2026-11-26T06:30:00.000Z'
const TODAY = '2026-11-26'
const PAST = '2026-09-30'

const entry = (base_currency: string, rate: number, id = 1) => ({
  id,
  version: id,
  date: TODAY,
  base_currency,
  target_currency: 'LKR',
  rate,
  created_at: NOW,
  created_by: 'Kamala de Silva',
  updated_at: NOW,
  updated_by: 'Kamala de Silva',
  deleted_at: null,
  deleted_by: null,
})
const feed = {
  feed: 'cbsl',
  newest_date: '2026-11-25',
  last_success_at: '2026-11-25T08:00:00.000Z',
  failing: false,
  sample: false,
}

let today: Record<string, object | null>
let recent: object[]
let state: object
let previousSource: string
let yearsMissing: number[]
let sent: ReturnType<typeof stubServer>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  sessionStorage.clear()
  today = { USD: entry('USD', 335.31), AUD: null, CAD: null, GBP: null }
  recent = [entry('USD', 335.31)]
  state = feed
  previousSource = 'cbsl'
  yearsMissing = []
  sent = stubServer({
    'POST /api/exchange-rate/manual/check': { data: { warnings: [], replaces: null } },
    'POST /api/exchange-rate/manual': ({ body }) => {
      const { base_currency, rate } = body as { base_currency: string; rate: number }
      const data = entry(base_currency, rate, 2)
      recent = [data, ...recent]
      today[base_currency] = data
      return { message: 'Exchange rate added successfully', data }
    },
    'GET /api/exchange-rate/feed': () => ({ data: state }),
    'GET /api/calendar': () => ({ data: { years_missing: yearsMissing } }),
    'GET /api/exchange-rate/recent': () => ({ data: recent }),
    'GET /api/exchange-rate/manual/refused': { data: [] },
    'GET /api/exchange-rate/manual/day': ({ address }) => {
      const published = address.includes(`date=${PAST}`)
        ? { date: PAST, rate: 331.2, source: 'cbsl' }
        : null
      const previous = { date: '2026-11-25', rate: 237.2516, source: previousSource }
      const rates = Object.entries(today).map(([currency, entry]) => {
        return { currency, entry, published, previous }
      })
      return { data: { date: TODAY, rates } }
    },
  })
})
const openPage = () => renderPage(<DashboardPage />)

test.each([
  ['2026-11-25T19:29:00.000Z', 'today 00:59'],
  ['2026-11-24T19:29:00.000Z', '25 Nov, 00:59'],
  ['2025-11-24T19:29:00.000Z', '25 Nov 2025, 00:59'],
])('an entry saved at %s names the day: %s', async (updated_at, time) => {
  today['USD'] = { ...entry('USD', 335.31), updated_at }
  openPage()
  await screen.findByText(`Kamala de Silva, ${time}`)
})

const lead = () => document.querySelector('header p')?.textContent

test.each([
  [{}, ': 1 of 4 rates entered. The Central Bank has not published today’s rates yet.'],
  [
    { off: true },
    ': 1 of 4 rates entered. Rates are not fetched automatically. Enter today’s yourself.',
  ],
  [
    { failing: true },
    ': 1 of 4 rates entered. The rate feed has not responded since 25 Nov, 13:30. Enter missing rates by hand.',
  ],
  [
    { failing: true, last_success_at: null },
    ': 1 of 4 rates entered. The rate feed has not responded yet. Enter missing rates by hand.',
  ],
])('states today’s rates and the feed: %j', async (part, sentence) => {
  state = { ...feed, ...part }
  openPage()
  await waitFor(() =>
    expect(lead()).toMatch(new RegExp(`26 Nov 2026${sentence.replaceAll('.', '\\.')}$`)),
  )
})

test('names missing bank holidays of the next year in December only', async () => {
  yearsMissing = [2027]
  openPage()
  await screen.findByRole('table')
  expect(lead()).not.toContain('2027')
  cleanup()
  vi.setSystemTime(new Date('2026-12-01T06:30:00.000Z'))
  openPage()
  await screen.findByText(/The 2027 bank holidays are missing/)
  expect(screen.getByRole('link', { name: 'Enter them' }).getAttribute('href')).toBe('/calendar')
})

test('names the sample at its figures', async () => {
  previousSource = 'sample'
  openPage()
  const chip = await screen.findByRole('button', { name: /^CAD/ })
  expect(chip.textContent).toBe('CADMissingSample of 25 Nov 2026: 237.2516')
})

test('a saved rate clears its field and is marked; the currency stays', async () => {
  openPage()
  const chip = await screen.findByRole('button', { name: /^CAD/ })
  expect(chip.textContent).toBe('CADMissingWed 25 Nov: 237.2516')
  const currency = screen.getByLabelText<HTMLSelectElement>('Base Currency')
  expect(currency.value).toBe('AUD')
  fireEvent.click(chip)
  expect(currency.value).toBe('CAD')
  const rate = screen.getByLabelText<HTMLInputElement>('Rate')
  fireEvent.input(rate, { target: { value: '237.61' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Rate' }))
  await screen.findByText('Exchange rate added successfully: CAD of 26 Nov 2026: 237.6100')
  const saved = { base_currency: 'CAD', target_currency: 'LKR', rate: 237.61, date: TODAY }
  expect(sent.flatMap(({ call, body }) => (/(manual|changes)$/.test(call) ? [body] : []))).toEqual([
    saved,
  ])
  expect(rate.value).toBe('')
  expect(currency.value).toBe('CAD')
  await waitFor(() => {
    const [, first] = screen.getAllByRole('row')
    expect(first?.className).toBe('row-marked')
    expect(first?.textContent).toMatch(/^26 Nov 2026CAD Undo.*LKR237\.6100$/)
  })
  await waitFor(() => expect(lead()).toContain('2 of 4 rates entered'))
  expect(currency.value).toBe('CAD')
})

test('the hint of the rate is that of the chosen day, with its published rate', async () => {
  openPage()
  await screen.findByText('Wed 25 Nov: 237.2516', { selector: 'form p' })
  const choose = (value: string) =>
    fireEvent.input(screen.getByLabelText('Date'), { target: { value } })
  choose(PAST)
  await screen.findByText('Published, 30 Sep: 331.2000', { selector: 'form p' })
  choose(TODAY)
  await screen.findByText('Wed 25 Nov: 237.2516', { selector: 'form p' })
})

test('the date is described by its weekday and by the days that are accepted', async () => {
  openPage()
  const date = await screen.findByLabelText('Date')
  const ids = date.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Only dates within last 90 days allowed',
    'Thu 26 Nov 2026',
  ])
})

test('without entries the table says so', async () => {
  recent = []
  openPage()
  await screen.findByText('No exchange rates found')
})
