import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { setCurrencies } from '../../domain/currency.ts'
import { t } from '../../text/sentences.ts'
import { renderPage } from '../testing/render-page.tsx'
import { AlertForm } from './alert-form.tsx'

/** Sends the form with a typed rate. Returns what is sent. */
function sendForm(rate: string): unknown[] {
  const sent: unknown[] = []
  renderPage(
    <AlertForm
      send={(alert) => {
        sent.push(alert)
        return Promise.resolve()
      }}
    />,
  )
  fireEvent.input(screen.getByLabelText(t.alerts.rate), { target: { value: rate } })
  fireEvent.click(screen.getByRole('button', { name: t.alerts.add }))
  return sent
}

test.each([
  ['330.5', 330.5],
  ['330,5', 330.5],
  ['330,1234', 330.1234],
  ['1,299.50', 1299.5],
  ['1.299,50', 1299.5],
  ['12,50,000', 1_250_000],
])('sends %s as %d', async (typed, rate) => {
  const sent = sendForm(typed)
  await waitFor(() => expect(sent).toMatchObject([{ condition: 'above', rate }]))
  expect(sent[0]).not.toHaveProperty('units')
})

test.each([
  ['330,905', '“330,905” could be 330905 or 330.905. Write it without the comma.'],
  ['three', t.field.rateUnclear({ text: 'three' })],
  ['330/25', t.field.rateUnclear({ text: '330/25' })],
])('asks about %s instead of sending it', async (typed, sentence) => {
  const sent = sendForm(typed)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(sent).toEqual([])
})

test('sends a rate for as many units as its currency is shown with', async () => {
  onTestFinished(() => setCurrencies())
  setCurrencies(['JPY', 'USD'])
  const sent = sendForm('210.5')
  expect(screen.getByLabelText(t.alerts.currency).textContent).toMatch(/^100 JPY, .*USD, /)
  await waitFor(() => expect(sent).toMatchObject([{ currency: 'JPY', rate: 210.5, units: 100 }]))
})
