import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import HomePage from '../home/home-page.tsx'
import { createQueryClient } from '../queries.ts'
import RatesPage from './rates-page.tsx'
import { boardQuery } from './rates-queries.ts'

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
