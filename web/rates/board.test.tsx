import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { setCurrencies } from '../../domain/currency.ts'
import { t } from '../../text/sentences.ts'
import { Component as HomePage } from '../home/home-page.tsx'
import { createQueryClient } from '../queries.ts'
import { BoardTable } from './board-table.tsx'
import { Component as RatesPage } from './rates-page.tsx'
import { boardQuery } from './board-queries.ts'

afterEach(cleanup)

const row = (currency: string, rate: number) => ({
  currency,
  rate,
  date: '2026-09-29',
  source: 'cbsl',
  change: null,
  previous_date: null,
  weekly_average: null,
  points: [],
})
/** As a newer server sends it: another order, and a currency that this page does not know. */
const rates = [
  row('EUR', 380.1),
  row('GBP', 438.0599),
  row('CAD', 233.2228),
  row('USD', 330.9054),
  row('AUD', 232.2555),
]

test.each([
  ['home', HomePage],
  ['rates', RatesPage],
])('The %s screen finds each rate by its currency, in whatever order the rows come', (_, Page) => {
  const body = { data: { requested_date: '2026-09-29', rates } }
  render(
    <QueryClientProvider client={createQueryClient([[boardQuery().queryKey, 200, body]])}>
      <Page />
    </QueryClientProvider>,
  )
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  const ofCurrency = (code: string) => rows.find((text) => text.startsWith(code))
  expect(ofCurrency('USD')).toContain('330.9054')
  expect(ofCurrency('AUD')).toContain('232.2555')
  expect(ofCurrency('CAD')).toContain('233.2228')
  expect(ofCurrency('GBP')).toContain('438.0599')
})

test('Of many currencies the first four are shown, the others by a search or on request', () => {
  const codes = ['USD', 'AUD', 'CAD', 'GBP', 'EUR', 'JPY', 'CNY', 'INR', 'SGD'] as const
  setCurrencies(codes)
  onTestFinished(() => setCurrencies())
  const body = { data: { requested_date: '2026-09-29', rates: codes.map((code) => row(code, 10)) } }
  render(
    <QueryClientProvider client={createQueryClient([[boardQuery().queryKey, 200, body]])}>
      <HomePage />
    </QueryClientProvider>,
  )
  const shown = () => screen.getAllByRole('rowheader').map((name) => name.textContent.slice(0, 3))
  expect(shown()).toEqual(codes.slice(0, 4))
  const find = screen.getByLabelText(t.board.find)
  fireEvent.change(find, { target: { value: 'yuan' } })
  expect(shown()).toEqual(['CNY'])
  fireEvent.change(find, { target: { value: '' } })
  fireEvent.click(screen.getByText(t.ui.showMore({ count: 5 })))
  expect(shown()).toHaveLength(codes.length)
  expect(screen.queryByText(/^Show/)).toBeNull()
})

test('On the board of a bank its own changes are marked, not those of the main series', () => {
  const date = calendarDateOf('2026-09-29')
  const rates = [{ ...row('USD', 337.25), requested_date: date, age_business_days: 0 }]
  const marked = (publisher: object) => {
    const change = { currency: 'USD', kind: 'tt-selling', date, version: '7', ...publisher }
    const { container } = render(
      <QueryClientProvider client={createQueryClient()}>
        <BoardTable
          caption=""
          rows={rates as never}
          kind="tt-selling"
          buying={undefined}
          selling={undefined}
          publisher="sampath"
          day={undefined}
          addressOf={() => '/rates'}
          changed={change as never}
        />
      </QueryClientProvider>,
    )
    return container.querySelector('td span[class]')?.textContent
  }
  expect(marked({ publisher: 'sampath' })).toBe('337.2500')
  expect(marked({})).toBeUndefined()
})
