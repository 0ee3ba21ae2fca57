import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { t } from '../../text/sentences.ts'
import { PeriodsForm } from './periods-form.tsx'
import type { PeriodsChoice } from './period-queries.ts'

afterEach(cleanup)

const choice: PeriodsChoice = {
  currency: 'USD',
  unit: 'month',
  kind: 'indicative',
  publisher: undefined,
  from: undefined,
  to: undefined,
  withCalendar: false,
}
const figures = { target_currency: 'LKR', kind: 'indicative', periods: [] } as const
const shown = { ...figures, currency: 'USD', unit: 'month' } as const

test('what is chosen counts at once, and typed months stay while a response comes', () => {
  const onChoose = vi.fn()
  const form = (months?: { from: string; to: string }) => (
    <PeriodsForm
      choice={choice}
      shown={months && { ...shown, ...months, periods: [] }}
      onChoose={onChoose}
    />
  )
  const { rerender } = render(form())
  fireEvent.change(screen.getByLabelText(t.sides.label), { target: { value: 'tt-buying' } })
  expect(onChoose).toHaveBeenLastCalledWith({ ...choice, kind: 'tt-buying' })
  const from = screen.getByLabelText<HTMLInputElement>(t.periods.from)
  fireEvent.change(from, { target: { value: '2025-08' } })
  rerender(form({ from: '2025-12', to: '2026-11' }))
  expect(from.isConnected && from.value).toBe('2025-08')
  fireEvent.blur(from)
  expect(onChoose).toHaveBeenLastCalledWith({ ...choice, from: '2025-08', to: '2026-11' })
})
