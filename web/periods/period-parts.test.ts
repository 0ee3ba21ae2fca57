import { expect, test } from 'vitest'
import { calendarDateOf, daysFromTo, isWeekend } from '../../domain/calendar-date.ts'
import { coveredDays, sourcesText } from './period-parts.tsx'

const day = calendarDateOf
const quarter = { from: day('2026-07-01'), to: day('2026-09-30') }

/** A quarter in which the days of a span have no rate, and no weekend has one. */
const without = (from: string, to: string, weekday: string) => ({
  ...quarter,
  missing: daysFromTo(quarter.from, quarter.to)
    .filter((date) => isWeekend(date) || (date >= from && date <= to))
    .map((date) => ({ date, reason: isWeekend(date) ? 'weekend' : weekday })),
})

test.each([
  ['nothing but weekends', '2026-08-03', '2026-08-03', 'not published', {}],
  ['its first business day', '2026-07-01', '2026-07-01', 'not published', { first: '2026-07-02' }],
  ['its first weeks', '2026-07-01', '2026-08-02', 'not published', { first: '2026-08-03' }],
  ['its last day', '2026-09-30', '2026-09-30', 'not published', { last: '2026-09-29' }],
  ['a holiday at its start', '2026-07-01', '2026-07-03', 'holiday: Esala', {}],
  ['what may be holidays', '2026-07-01', '2026-07-03', 'no holiday list', {}],
  ['too much for holidays', '2026-07-01', '2026-07-07', 'no holiday list', { first: '2026-07-08' }],
])('a period without rates for %s states what it covers', (_, from, to, reason, covered) => {
  expect(coveredDays(without(from, to, reason), day('2026-11-23'))).toEqual({
    first: undefined,
    last: undefined,
    ...covered,
  })
})

test('a running period is not incomplete because of today', () => {
  const running = without('2026-08-12', '2026-09-30', 'not published')
  expect(coveredDays(running, day('2026-08-12')).last).toBeUndefined()
  expect(coveredDays(running, day('2026-08-14')).last).toBe('2026-08-11')
})

test('the sources of a period are whole sentences', () => {
  const choice = { kind: 'indicative' } as const
  expect(sourcesText({ ...choice, sources: ['cbsl', 'manual'] })).toBe(
    'Indicative rates, published by the Central Bank of Sri Lanka. Some days were entered by hand.',
  )
  expect(sourcesText({ ...choice, sources: ['manual'] })).toBe('All days were entered by hand.')
})
