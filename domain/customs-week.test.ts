import { describe, expect, test } from 'vitest'
import { calendarDateOf } from './calendar-date.ts'
import { customsEffect, customsWarnings, nextCustomsDay } from './customs-week.ts'
import { rateOf } from './money.ts'

const day = calendarDateOf
const from = day('2026-11-16')

describe('a customs rate', () => {
  const effectOn = (date: string, more: { lastDay?: string; next?: string } = {}) => {
    const { lastDay, next } = more
    const { to, ...effect } = customsEffect(
      { from, ...(lastDay && { lastDay: day(lastDay) }), ...(next && { next: day(next) }) },
      day(date),
    )
    return [to, effect.daysLeft, effect.inEffect, effect.overdue]
  }
  const lastDay = '2026-11-22'

  test('is in effect until the last day of its schedule, and overdue more than ten days after its first', () => {
    expect(effectOn('2026-11-16', { lastDay })).toEqual([lastDay, 6, true, false])
    expect(effectOn('2026-11-22', { lastDay })).toEqual([lastDay, 0, true, false])
    expect(effectOn('2026-11-23', { lastDay })).toEqual([lastDay, 0, false, false])
    expect(effectOn('2026-11-26', { lastDay })).toEqual([lastDay, 0, false, false])
    expect(effectOn('2026-11-27', { lastDay })).toEqual([lastDay, 0, false, true])
  })

  test('with a longer schedule is not overdue before that ends', () => {
    expect(effectOn('2026-11-29', { lastDay: '2026-11-29' })).toEqual([
      '2026-11-29',
      0,
      true,
      false,
    ])
    expect(effectOn('2026-11-30', { lastDay: '2026-11-29' })).toEqual([
      '2026-11-29',
      0,
      false,
      true,
    ])
  })

  test('is never in effect beyond the day before the next one', () => {
    expect(effectOn('2026-11-19', { lastDay, next: '2026-11-20' })).toEqual([
      '2026-11-19',
      0,
      true,
      false,
    ])
    expect(effectOn('2026-11-22', { lastDay, next: '2026-12-01' })).toEqual([
      lastDay,
      0,
      true,
      false,
    ])
    expect(effectOn('2026-11-20', { next: '2026-11-23' })).toEqual([lastDay, 2, true, false])
  })

  test('without schedule and successor is overdue after ten days', () => {
    expect(effectOn('2026-11-26')).toEqual([null, null, true, false])
    expect(effectOn('2026-11-27')).toEqual([null, null, false, true])
  })
})

test.each([
  // 0.995 × 300 is 298.5, and 1.5 % of that 4.4775.
  [302.9775, undefined],
  [302.9776, 'far from TT selling'],
  [294.0225, undefined],
  [29.85, 'far from TT selling'],
])('%d beside TT selling of 300 raises %s', (rate, kind) => {
  const selling = { date: day('2026-11-13'), rate: rateOf(300), source: 'cbsl' } as const
  expect(customsWarnings(rateOf(rate), selling).map((each) => each.kind)).toEqual(
    kind === undefined ? [] : [kind],
  )
})

test('the week to enter follows the newest known week and is never over', () => {
  const next = (today: string, ...lastDays: string[]) =>
    nextCustomsDay(lastDays.map(day), day(today))
  expect(next('2026-11-22')).toBe('2026-11-16')
  expect(next('2026-11-23')).toBe('2026-11-23')
  expect(next('2026-11-22', '2026-11-22', '2026-11-15')).toBe('2026-11-23')
  expect(next('2026-11-22', '2026-10-25')).toBe('2026-11-16')
})
