import type { Board, ShownRow } from '../rates/board.ts'
import { expect, test } from 'vitest'
import type { AlertCondition } from '../../domain/alerts/alert-rule.ts'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import { renderPage } from '../testing/rendering.tsx'
import { AlertPreview } from './alert-example.tsx'

/** The paragraphs of the example email about a rate of USD. */
function example(condition: AlertCondition, rate: number, change: number | null) {
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
      query={query}
    />,
  )
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
}

test.each([
  ['a fall', 'above', 334.7766, -0.5953, 'USD below 335.0000'],
  ['a rise', 'below', 335.3719, 0.5953, 'USD above 335.0000'],
  ['a small rise', 'above', 334.7766, 0.0123, 'USD above 334.7700'],
  ['the least fall', 'below', 334.7766, -0.0001, 'USD below 334.7767'],
] as const)('the example is about %s that happened', (_, condition, rate, change, crossed) => {
  const [subject, newest, previous, ...rest] = example(condition, rate, change)
  expect(subject).toMatch(new RegExp(`${crossed}( LKR)?$`))
  expect(newest).toContain(rate.toFixed(4))
  expect(previous).toContain((rate - change).toFixed(4))
  expect(rest.join()).toContain(crossed)
})

test.each([[0], [null]])('without a change (%s) it is about the chosen crossing', (change) => {
  const above = example('above', 334.7766, change)
  expect(above[0]).toContain('USD above 334')
  expect(above.join()).not.toContain('Before')
  expect(example('below', 334.7766, change)[0]).toContain('USD below 335')
})
