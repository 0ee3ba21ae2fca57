import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DayInput } from './day-input.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const field = () => screen.getByLabelText<HTMLInputElement>('Day')
const choose = (day: string) => fireEvent.change(field(), { target: { value: day } })

test('a day that was just chosen stays when another value comes from outside, and counts with what changed since', () => {
  const [before, onDay] = [vi.fn(), vi.fn()]
  const day = (value: string, tell = onDay) => (
    <DayInput label="Day" name="date" max="2026-09-29" value={value} onDay={tell} />
  )
  const { rerender } = render(day('2026-09-29', before))
  choose('2026-09-24')
  rerender(day('2026-09-28'))
  expect(field().value).toBe('2026-09-24')
  vi.runAllTimers()
  expect(before).not.toHaveBeenCalled()
  expect(onDay.mock.calls).toEqual([['2026-09-24']])

  rerender(day('2026-09-24'))
  rerender(day('2026-09-22'))
  expect(field().value).toBe('2026-09-22')
})
