import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { t } from '../../../text/sentences.ts'
import { createQueryClient } from '../../queries.ts'
import { Component as CheckPage } from './check-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (line: number, used: number, result: string) => ({
  line,
  date: '2026-09-25',
  currency: 'USD',
  used,
  amount: 1000,
  result,
  rate: 301.25,
  rate_date: '2026-09-25',
  difference: { rate: used - 301.25, percent: 0.25, rupees: (used - 301.25) * 1000 },
  citation: { url: 'https://rates.example.org/rates/USD/2026-09-25', text: '1 USD = 301.25 LKR' },
})
const results = { differs: 1, 'per 100': 0, 'too old': 0, 'no rate': 0, agrees: 1 }
const found = {
  rows: [row(2, 301.25, 'agrees'), row(3, 302, 'differs')],
  totals: { results, rupees: 750 },
  unread: [],
}

/** Shows the page, and gives the bodies that were sent to be checked. */
function show(respond: (body: { quotes?: string }) => [status: number, body: object]) {
  const bodies: object[] = []
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    if (address === '/api/rate-policy') return Promise.resolve(Response.json({ data: [] }))
    const sent = JSON.parse(body as string) as object
    bodies.push(sent)
    const [status, response] = respond(sent)
    return Promise.resolve(Response.json(response, { status }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CheckPage />
    </QueryClientProvider>,
  )
  return bodies
}

function paste(text: string): void {
  fireEvent.input(screen.getByLabelText(t.rateCheck.source.rows), { target: { value: text } })
  fireEvent.click(screen.getByText(t.import.checkRows))
}

test('rows that differ stand first, with how far off they are and what that is in rupees', async () => {
  const bodies = show(() => [200, { data: found }])
  paste('2026-09-25, USD, 302, 1000')
  expect(await screen.findByText('1 agrees')).toBeTruthy()
  expect(screen.getByText('1 of 2 rows differs: booked 750.00 LKR too high')).toBeTruthy()
  const [first, second] = screen.getAllByRole('row').slice(1)
  expect(first?.textContent).toContain('Differs')
  expect(first?.textContent).toContain('+0.7500+0.25 %+750.00')
  expect(second?.textContent).toContain('Agrees')
  expect(screen.getAllByRole('link', { name: '301.2500' })[0]?.getAttribute('href')).toBe(
    '/rates/USD/2026-09-25',
  )
  expect(bodies).toEqual([{ policy: 'purchase-invoice', text: '2026-09-25, USD, 302, 1000' }])
})

test('where a row that differs has no amount, no sum is given', async () => {
  const [agrees, differs] = found.rows
  show(() => [200, { data: { ...found, rows: [agrees, { ...differs, amount: undefined }] } }])
  paste('rows')
  expect(await screen.findByText('1 of 2 rows differs')).toBeTruthy()
})

test('the rows are checked again by another policy, without being given again', async () => {
  const bodies = show(() => [200, { data: found }])
  paste('rows')
  await screen.findByText(t.rateCheck.save)
  fireEvent.change(screen.getByLabelText(t.rateCheck.basis), {
    target: { value: 'kind tt-selling' },
  })
  // What is shown until then is of the policy before: it is no file of the other one.
  expect(screen.getByRole('button', { name: t.rateCheck.save })).toHaveProperty('disabled', true)
  await vi.waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toEqual({ kind: 'tt-selling', text: 'rows' })
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: t.rateCheck.save })).toHaveProperty(
      'disabled',
      false,
    ),
  )
})

test('a sheet that says buying or selling of nobody knows what is asked about first', async () => {
  const bodies = show(({ quotes }) => [
    200,
    { data: quotes ? found : { ...found, rows: [], question: { headings: ['Selling'] } } },
  ])
  paste('Date,Currency,Selling\n2026-09-25,USD,302')
  fireEvent.click(await screen.findByText(t.rateImport.quotes.tt))
  expect(await screen.findByText(t.rateCheck.save)).toBeTruthy()
  expect(bodies[1]).toMatchObject({ quotes: 'tt' })
})

test('a failure says why and shows no rows', async () => {
  const message = 'Try again in a moment.'
  show(() => [503, { code: 'unavailable', message }])
  paste('rows')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
