import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { t } from '../../text/sentences.ts'
import { PeriodsForm } from './periods-form.tsx'
import type { PeriodsChoice } from './period-queries.ts'

afterEach(cleanup)

function Screen() {
  const [choice, setChoice] = useState<PeriodsChoice>({
    currency: 'USD',
    unit: 'month',
    kind: 'indicative',
    publisher: undefined,
    from: undefined,
    to: undefined,
    withCalendar: false,
  })
  return <PeriodsForm choice={choice} shown={undefined} onChoose={setChoice} />
}

test('the focus stays on the button that shows other months', () => {
  render(<Screen />)
  const button = () => screen.getByRole('button', { name: t.periods.show })
  fireEvent.change(screen.getByLabelText(t.periods.from), { target: { value: '2025-08' } })
  button().focus()
  fireEvent.click(button())
  expect(screen.getByLabelText<HTMLInputElement>(t.periods.from).defaultValue).toBe('2025-08')
  expect(document.activeElement).toBe(button())
})
