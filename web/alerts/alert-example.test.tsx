import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AlertCondition } from '../../domain/alerts/alert-rule.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Board, ShownRow } from '../rates/board.ts'
import { renderPage } from '../testing/rendering.tsx'
import { AlertPreview } from './alert-example.tsx'

/** The paragraphs of the example email about a rate of USD. */
function example(
  condition: AlertCondition,
  rate: number,
  change: number | null,
  typed: { readonly limit?: number; readonly percent?: number } = {},
) {
  const row = {
    currency: 'USD',
    rate,
    change,
    date: calendarDateOf('2026-11-29'),
    previous_date: change === null ? null : calendarDateOf('2026-11-27'),
    source: 'cbsl',
  } as ShownRow
  const query = {
    data: { data: { rates: [row] } as unknown as Board },
  } as Parameters<typeof AlertPreview>[0]['query']
  const { container } = renderPage(
    <AlertPreview
      condition={condition}
      currency="USD"
      choice={{ kind: 'indicative' }}
      {...typed}
      query={query}
    />,
  )
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
}

test.each([
  ['a fall', 'below', 334.7766, -0.5953, 'USD below 335.0000'],
  ['a rise', 'above', 335.3719, 0.5953, 'USD above 335.0000'],
  ['a small rise', 'above', 334.7766, 0.0123, 'USD above 334.7700'],
  ['the least fall', 'below', 334.7766, -0.0001, 'USD below 334.7767'],
] as const)('the example is about %s that happened', (_, condition, rate, change, crossed) => {
  const [subject, newest, previous, ...rest] = example(condition, rate, change)
  expect(subject).toMatch(new RegExp(`${crossed}( LKR)?$`))
  expect(newest).toContain(rate.toFixed(4))
  expect(previous).toContain((rate - change).toFixed(4))
  expect(rest.join()).toContain(crossed)
})

test.each([[0], [null], [-0.5953]])(
  'the example is about the chosen crossing after a change of %s',
  (change) => {
    const above = example('above', 334.7766, change)
    expect(above[0]).toMatch(/^USD 334\.7766 LKR: USD above 334/)
    expect(above.join()).not.toContain('Before')
    expect(example('below', 334.7766, change)[0]).toMatch(/^USD 334\.7766 LKR: USD below 335/)
  },
)

test('the example has the typed limit, and a made-up rate if the newest is not beyond it', () => {
  const [subject, newest, previous] = example('above', 334.7766, -0.5953, { limit: 340 })
  expect(subject).toBe('USD 340.1700 LKR: USD above 340.0000 LKR')
  expect(newest).toContain('340.1700')
  expect(previous).toContain('335.3719')
  expect(screen.getByText('Example of the email, with a made-up rate')).toBeTruthy()
})

test('the example has a change of the typed per cent, and the real one if it is larger', () => {
  expect(example('moved', 334.7766, -0.5953, { percent: 2 })[0]).toContain('2.00')
  expect(example('moved', 334.7766, -0.5953, { percent: 0.1 })[0]).toContain('0.18')
})
