import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useSecondsLeft } from './seconds-left.ts'

const START = Date.parse('2026-09-29T04:00:00Z')

function Left() {
  return <output>{useSecondsLeft(START + 600_000)}</output>
}

describe('The countdown', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  test('shows the truth as soon as a phone wakes that slept, though no timer ran meanwhile', () => {
    render(<Left />)
    expect(screen.getByRole('status').textContent).toBe('600')
    vi.setSystemTime(START + 401_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByRole('status').textContent).toBe('199')
  })

  test('ends at 0 and stays there', () => {
    render(<Left />)
    act(() => void vi.advanceTimersByTime(599_250))
    expect(screen.getByRole('status').textContent).toBe('1')
    act(() => void vi.advanceTimersByTime(3_600_000))
    expect(screen.getByRole('status').textContent).toBe('0')
  })
})
