import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render as renderBare, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { calendarDateOf } from '../../../domain/calendar-date.ts'
import { rateOf } from '../../../domain/money.ts'
import { seriesOf } from '../../../domain/series.ts'
import { createQueryClient } from '../../queries.ts'
import { comparisonOf, changesText } from './compared-lines.ts'
import { RateChart } from './rate-chart.tsx'

afterEach(cleanup)

const render = (chart: ReactNode) =>
  renderBare(chart, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    ),
  })

const rates = (
  [
    ['2026-09-25', 330.0327],
    ['2026-09-28', 330.4329],
    ['2026-09-29', 330.9054],
  ] as const
).map(([date, rate]) => ({
  date: calendarDateOf(date),
  rate: rateOf(rate),
  source: 'cbsl' as const,
}))

const says = () => screen.getByRole('slider').getAttribute('aria-valuetext')
const press = (key: string) => fireEvent.keyDown(screen.getByRole('slider'), { key })
const choose = (day: number) =>
  fireEvent.change(screen.getByRole('slider'), { target: { value: String(day) } })

test('The chart says its change exactly, and its highest and lowest rate with their days', () => {
  render(<RateChart series={seriesOf('USD')} rates={rates} />)
  const facts = [...document.querySelectorAll('dl > div')].map((each) => each.textContent)
  expect(facts).toEqual([
    'Change since 25 Sep 2026+0.8727 ▲ +0.26 %',
    'Highest330.9054 on 29 Sep 2026',
    'Lowest330.0327 on 25 Sep 2026',
  ])
})

test('A change is measured with the keyboard: Enter on one day and on another, whichever is first, and Escape ends it', () => {
  render(<RateChart series={seriesOf('USD')} rates={rates} />)
  press('Enter')
  expect(
    screen.getByText('Select another day to measure the change from 29 Sep 2026.'),
  ).toBeTruthy()
  const cite = screen.getByRole('link', { name: 'Cite 29 Sep 2026' })
  expect(cite.getAttribute('href')).toBe('/rates/USD/2026-09-29')
  choose(3)
  expect(says()).toBe(
    '28 Sep 2026: 330.4329 rupees, Central Bank of Sri Lanka, +0.14 % (+0.4725) from 28 Sep 2026 to 29 Sep 2026',
  )
  press('Enter')
  choose(0)
  expect(screen.getByText('+0.14 % (+0.4725) from 28 Sep 2026 to 29 Sep 2026')).toBeTruthy()
  press('Escape')
  expect(says()).toBe('25 Sep 2026: 330.0327 rupees, Central Bank of Sri Lanka')
})

test('What is pressed is what is shown and measured from, wherever the slider itself goes', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  render(<RateChart series={seriesOf('USD')} rates={rates} />)
  const at = { clientX: 300, button: 0 }
  fireEvent.pointerDown(screen.getByRole('slider'), at)
  choose(4)
  fireEvent.pointerUp(screen.getByRole('slider'), at)
  expect(says()).toContain('28 Sep 2026: 330.4329 rupees')
  expect(says()).toContain('measure the change from 28 Sep 2026.')
  vi.restoreAllMocks()
})

test('Currencies are compared since the first day that all of them have, by their exact rates', () => {
  const gbp = [
    { date: calendarDateOf('2026-09-28'), rate: 437.6843 },
    { date: calendarDateOf('2026-09-29'), rate: 438.0599 },
  ]
  const usd = rates.map(({ date, rate }) => ({ date, rate: rate / 10_000 }))
  const shape = comparisonOf([
    { currency: 'USD', rates: usd },
    { currency: 'GBP', rates: gbp },
  ])!
  expect(shape.since).toBe('2026-09-28')
  expect(changesText(shape.lines, shape.since, calendarDateOf('2026-09-29'))).toBe(
    'USD +0.14 %, GBP +0.09 %',
  )
  expect(shape.lines.map(({ points }) => points[0]?.y)).toEqual([
    shape.scale.y(0),
    shape.scale.y(0),
  ])
  expect(
    comparisonOf([
      { currency: 'USD', rates: usd },
      { currency: 'GBP', rates: [] },
    ]),
  ).toBeUndefined()
})
