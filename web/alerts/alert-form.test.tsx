import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { t } from '../../text/sentences.ts'
import { AlertForm } from './alert-form.tsx'

afterEach(cleanup)

test.each([
  ['330.5', 330.5],
  ['330,5', 330.5],
  ['330,1234', 330.1234],
  ['1,299.50', 1299.5],
  ['1,299', 1299],
  ['1,5', 1.5],
  ['1.299,50', NaN],
])('%s is sent as %d', async (typed, rate) => {
  const sent: unknown[] = []
  render(
    <AlertForm
      send={(alert) => {
        sent.push(alert)
        return Promise.resolve()
      }}
    />,
  )
  fireEvent.input(screen.getByLabelText(t.alerts.rate), { target: { value: typed } })
  fireEvent.click(screen.getByRole('button', { name: t.alerts.add }))
  await waitFor(() => expect(sent).toMatchObject([{ condition: 'above', rate }]))
})
