import { describe, expect, it } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { HEIGHT, nearestTo, shapeOf, WIDTH } from './chart-geometry.ts'

const rate = (date: string, units: number, source: DayRate['source'] = 'cbsl'): DayRate => ({
  date: calendarDateOf(date),
  rate: units as Rate,
  source,
})

const week = [
  rate('2026-09-24', 100),
  rate('2026-09-25', 200),
  rate('2026-09-28', 300),
  rate('2026-09-29', 150, 'manual'),
]

describe('the chart', () => {
  it('spreads the days across and the rates from the lowest to the highest', () => {
    const { points, days } = shapeOf(week)
    expect(days).toBe(5)
    expect(points.map(({ x }) => x)).toEqual([0, WIDTH / 5, (WIDTH * 4) / 5, WIDTH])
    expect(points.map(({ y }) => y)).toEqual([HEIGHT, HEIGHT / 2, 0, (HEIGHT * 3) / 4])
  })

  it('breaks the line over a weekend, and marks what was entered by hand', () => {
    const { line, dots } = shapeOf(week)
    expect(line).toBe('M0.0 300.0h0L200.0 150.0M800.0 0.0h0L1000.0 225.0')
    expect(dots).toBe('M1000.0 225.0h0')
  })

  it('gives a rate without neighbours a dot of its own', () => {
    expect(shapeOf(week).lone).toBe('')
    expect(shapeOf([rate('2026-09-24', 100), ...week.slice(2)]).lone).toBe('M0.0 300.0h0')
  })

  it('keeps a slip of the hand off the scale, and draws it at the edge', () => {
    const mistypes = [rate('2026-09-30', 2000, 'manual'), rate('2026-10-01', 2)]
    const { points, lowest, highest, outside } = shapeOf([...week, ...mistypes])
    expect([lowest, highest]).toEqual([100, 300])
    expect(points.slice(0, 4).map(({ y }) => y)).toEqual(shapeOf(week).points.map(({ y }) => y))
    expect(points.slice(4).map(({ y }) => y)).toEqual([0, HEIGHT])
    expect(outside).toEqual(points.slice(4))
    expect(shapeOf(week).outside).toEqual([])
  })

  it('draws a single rate, and rates that never moved', () => {
    expect(shapeOf([rate('2026-09-29', 100)]).line).toBe('M0.0 300.0h0')
    expect(shapeOf([rate('2026-09-28', 100), rate('2026-09-29', 100)]).line).toBe('M0.0 300.0h0L1000.0 300.0')
  })

  it.each([
    [-3, 0],
    [1.4, 1],
    [2, 1],
    [3, 4],
    [99, 5],
  ])('reads day %d from the rate of day %i', (day, nearest) => {
    expect(nearestTo(shapeOf(week).points, day)?.day).toBe(nearest)
  })
})
