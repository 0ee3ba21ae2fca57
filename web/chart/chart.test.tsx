import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { renderPage } from '../testing/rendering.tsx'
import { RateChart } from './rate-chart.tsx'

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

test('the chart states its change, highest and lowest rate', () => {
  renderPage(<RateChart series={seriesOf('USD')} rates={rates} />)
  const facts = [...document.querySelectorAll('dl > div')].map((each) => each.textContent)
  expect(facts).toEqual([
    'Change since 25 Sep 2026+0.8727 ▲ +0.26 %',
    'Highest330.9054 on 29 Sep 2026',
    'Lowest330.0327 on 25 Sep 2026',
  ])
})

test('arrow keys move between days with rates', () => {
  renderPage(<RateChart series={seriesOf('USD')} rates={rates} />)
  expect(says()).toBe('29 Sep 2026: 330.9054 rupees, Central Bank of Sri Lanka')
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowLeft' })
  fireEvent.change(screen.getByRole('slider'), { target: { value: '3' } })
  expect(says()).toContain('28 Sep 2026: 330.4329')
  fireEvent.change(screen.getByRole('slider'), { target: { value: '2' } })
  expect(says()).toContain('25 Sep 2026: 330.0327')
})

test('a press selects the nearest day with a rate', () => {
  renderPage(<RateChart series={seriesOf('USD')} rates={rates} />)
  fireEvent.pointerDown(screen.getByRole('slider'))
  fireEvent.change(screen.getByRole('slider'), { target: { value: '2' } })
  expect(says()).toContain('28 Sep 2026: 330.4329')
  fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } })
  expect(says()).toContain('25 Sep 2026: 330.0327')
})

test('the ring of a rate entered by hand stays hollow at the end, others end in a solid dot', () => {
  const solid = () => document.querySelectorAll('path[stroke-width="10"]').length
  const { unmount } = renderPage(<RateChart series={seriesOf('USD')} rates={rates} />)
  expect(solid()).toBe(1)
  unmount()
  const last = {
    date: calendarDateOf('2026-09-30'),
    rate: rateOf(330.5),
    source: 'manual',
  } as const
  renderPage(<RateChart series={seriesOf('USD')} rates={[...rates, last]} />)
  expect(solid()).toBe(0)
})
