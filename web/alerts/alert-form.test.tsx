import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { setCurrencies } from '../../domain/currency.ts'
import { t } from '../../text/sentences.ts'
import { renderPage } from '../testing/rendering.tsx'
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

test('sends a typed rate as a number', async () => {
  const sent = sendForm('1.299,50')
  await waitFor(() => expect(sent).toMatchObject([{ condition: 'above', rate: 1299.5 }]))
  expect(sent[0]).not.toHaveProperty('units')
})

test('asks about an unclear rate instead of sending it', async () => {
  const sent = sendForm('330,905')
  await screen.findByText('“330,905” could be 330905 or 330.905. Write it without the comma.')
  expect(sent).toEqual([])
})

test('sends a rate for as many units as its currency is shown with', async () => {
  onTestFinished(() => setCurrencies())
  setCurrencies(['JPY', 'USD'])
  const sent = sendForm('210.5')
  expect(screen.getByLabelText(t.alerts.currency).textContent).toMatch(/^100 JPY, .*USD, /)
  await waitFor(() => expect(sent).toMatchObject([{ currency: 'JPY', rate: 210.5, units: 100 }]))
})
