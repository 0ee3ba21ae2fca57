import { describe, expect, it } from 'vitest'
import { calendarDateOf, toDayNumber } from '../../domain/calendar-date.ts'
import type { DayRate } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { dayTicks, FULL, nearestTo, placeRates } from './scales.ts'

const rate = (date: string, units: number, source: DayRate['source'] = 'cbsl'): DayRate => ({
  date: calendarDateOf(date),
  rate: units as Rate,
  source,
})

/** A Thursday and the Friday after it, a Monday and the Tuesday after it. */
const week = [
  rate('2026-09-24', 3_300_000),
  rate('2026-09-25', 3_310_000),
  rate('2026-09-28', 3_320_000),
  rate('2026-09-29', 3_305_000, 'manual'),
]

describe('the chart', () => {
  it('spreads days across and rates between round ticks', () => {
    const { points, dayScale, scale } = placeRates(week)
    expect(dayScale.days).toBe(5)
    expect(points.map(({ x }) => x)).toEqual([0, FULL / 5, (FULL * 4) / 5, FULL])
    expect(scale.ticks.map(({ text }) => text)).toEqual([
      '330.0',
      '330.5',
      '331.0',
      '331.5',
      '332.0',
    ])
    // Below the lowest rate its label has room above the axis.
    expect([scale.y(3_295_200), scale.y(3_322_800)]).toEqual([FULL, 0])
    expect(points.map(({ y }) => y)).toEqual(
      points.map((point) => FULL - ((point.rate - 3_295_200) / 27_600) * FULL),
    )
  })

  it('marks the first lowest and highest rate, and none if all are equal', () => {
    const { lowest, highest } = placeRates([...week, rate('2026-09-30', 3_320_000)])
    expect([lowest?.date, highest?.date]).toEqual(['2026-09-24', '2026-09-28'])
    const equal = placeRates([rate('2026-09-28', 3_300_000), rate('2026-09-29', 3_300_000)])
    expect([equal.lowest, equal.highest]).toEqual([undefined, undefined])
    expect(equal.points.map(({ y }) => y)).toEqual([FULL / 2, FULL / 2])
  })

  it('is dotted over missing days in a month, and over real gaps in a longer range', () => {
    const { line, gaps } = placeRates([...week, rate('2026-10-02', 3_305_000)])
    expect(line.match(/M[^M]*/g)).toHaveLength(3)
    expect(gaps.match(/M/g)).toHaveLength(2)
    expect(gaps).toMatch(/^M12\.5,.*L50,/)
    const earlier = [rate('2026-08-20', 3_300_000), rate('2026-08-24', 3_300_000)]
    const longer = placeRates([...earlier, ...week])
    expect(longer.line.match(/M[^M]*/g)).toHaveLength(2)
    expect(longer.gaps.match(/M/g)).toHaveLength(1)
  })

  it('fills the area below the line and rings few manual entries', () => {
    const { area, manual } = placeRates(week)
    expect(area).toMatch(/^M0,.*L100,[\d.]+V100H0Z$/)
    expect(manual).toMatch(/^M100,[\d.]+h0$/)
    const many = Array.from({ length: 60 }, (_, at) => {
      const date = new Date(Date.UTC(2026, 6, 1 + at)).toISOString().slice(0, 10)
      return rate(date, 3_300_000 + at, at < 10 ? 'cbsl' : 'manual')
    })
    expect(placeRates(many).manual).toBe('')
  })

  it('does not mark manual entries if there are no others', () => {
    expect(placeRates(week.map((each) => ({ ...each, source: 'manual' as const }))).manual).toBe('')
  })

  it('draws a slip of the hand at the edge, outside the scale', () => {
    const mistypes = [rate('2026-09-30', 33_050_000, 'manual'), rate('2026-10-01', 33_050)]
    const { points, lowest, highest, outside } = placeRates([...week, ...mistypes])
    expect([lowest?.rate, highest?.rate]).toEqual([3_300_000, 3_320_000])
    expect(points.slice(0, 4).map(({ y }) => y)).toEqual(placeRates(week).points.map(({ y }) => y))
    expect(points.slice(4).map(({ y }) => y)).toEqual([0, FULL])
    expect(outside).toEqual(points.slice(4))
    expect(placeRates(week).outside).toEqual([])
  })

  it('draws a single rate in the middle, with its own tick', () => {
    const { points, line, scale } = placeRates([rate('2026-09-29', 3_300_000)])
    expect(points.map(({ x, y }) => [x, y])).toEqual([[FULL / 2, FULL / 2]])
    expect(line).toBe('M50,50h0')
    expect(scale.ticks.map(({ text }) => text)).toContain('330.0')
  })

  it.each([
    [-3, 0],
    [1.4, 1],
    [2, 1],
    [3, 4],
    [99, 5],
  ])('reads day %d from the rate of day %i', (day, nearest) => {
    expect(nearestTo(placeRates(week).points, day)?.day).toBe(nearest)
  })

  it.each([
    ['2026-09-29', '2026-09-29', '29 Sep'],
    ['2026-09-23', '2026-09-29', '23 Sep, 25 Sep, 27 Sep, 29 Sep'],
    ['2026-08-31', '2026-09-29', '31 Aug, 7 Sep, 14 Sep, 21 Sep, 29 Sep'],
    ['2026-07-02', '2026-09-29', 'Aug, Sep, 29 Sep'],
    ['2025-09-29', '2026-09-29', 'Nov, 2026, Mar, May, Jul, 29 Sep'],
    ['2025-12-15', '2026-04-15', '2026, Feb, Mar, 15 Apr'],
    ['2021-09-29', '2026-09-29', '2022, 2023, 2024, 2025, 29 Sep 2026'],
    ['1996-09-29', '2026-09-29', '2000, 2005, 2010, 2015, 2020, 29 Sep 2026'],
  ])('labels days, Mondays, months or years from %s to %s: %s', (first, last, named) => {
    const ticks = dayTicks(toDayNumber(calendarDateOf(first)), toDayNumber(calendarDateOf(last)))
    expect(ticks.map(({ text }) => text).join(', ')).toBe(named)
  })
})
