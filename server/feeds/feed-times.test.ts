import { describe, expect, test } from 'vitest'
import { CALENDAR_2026 } from '../../domain/bank-holiday.fixture.ts'
import * as times from './feed-times.ts'

const { holidays } = CALENDAR_2026
const newestFixedDay = (now: Date) => times.newestFixedDay(now, holidays)
const nextFixing = (now: Date) => times.nextFixing(now, holidays)
const nextTry = (now: Date, try_: Parameters<typeof times.nextTry>[1]) => times.nextTry(now, try_, holidays)
const at = (instant: string) => new Date(instant)

describe('the fixing at 09:30 in Colombo', () => {
  test('of a Tuesday is the newest from 04:00:00Z on, not a second before', () => {
    expect(newestFixedDay(at('2026-09-29T03:59:59Z'))).toBe('2026-09-28')
    expect(newestFixedDay(at('2026-09-29T04:00:00Z'))).toBe('2026-09-29')
  })

  test('leaves out weekends and bank holidays', () => {
    expect(newestFixedDay(at('2026-09-27T12:00:00Z'))).toBe('2026-09-25')
    expect(nextFixing(at('2026-12-24T12:00:00Z'))).toEqual(at('2026-12-28T04:00:00Z'))
  })

  test('is tomorrow from the moment that it is over', () => {
    expect(nextFixing(at('2026-09-29T03:59:59Z'))).toEqual(at('2026-09-29T04:00:00Z'))
    expect(nextFixing(at('2026-09-29T04:00:00Z'))).toEqual(at('2026-09-30T04:00:00Z'))
  })
})

describe('the next try', () => {
  const now = at('2026-09-29T06:00:00Z')
  const minutesAfter = (failed: boolean, tries: number) =>
    (nextTry(now, { failed, complete: false, tries }).getTime() - now.getTime()) / 60_000

  test('after a failure comes with a growing pause, of an hour at most', () => {
    expect([0, 1, 2, 5, 6, 50].map((tries) => minutesAfter(true, tries))).toEqual([1, 2, 4, 32, 60, 60])
  })

  test('after an answer without the newest fixing comes later, of an hour at most', () => {
    expect([0, 1, 2, 3, 4].map((tries) => minutesAfter(false, tries))).toEqual([5, 10, 20, 40, 60])
  })

  test('is at the next fixing once the newest one is there, and never after it', () => {
    const fixing = at('2026-09-30T04:00:00Z')
    expect(nextTry(now, { failed: false, complete: true, tries: 0 })).toEqual(fixing)
    const shortlyBefore = at('2026-09-30T03:50:00Z')
    expect(nextTry(shortlyBefore, { failed: true, complete: false, tries: 9 })).toEqual(fixing)
  })

  test('is in the evening too where corrections are taken up, and a day that has not come after three hours is left to it', () => {
    const of = (instant: string, complete: boolean) =>
      nextTry(at(instant), { failed: false, complete, tries: 9, evening: true })
    const evening = at('2026-09-29T12:30:00Z')
    expect(of('2026-09-29T05:00:00Z', true)).toEqual(evening)
    expect(of('2026-09-29T05:00:00Z', false)).toEqual(at('2026-09-29T06:00:00Z'))
    expect(of('2026-09-29T07:00:00Z', false)).toEqual(evening)
    expect(of('2026-09-29T12:30:00Z', true)).toEqual(at('2026-09-30T04:00:00Z'))
    // Friday evening to Monday's fixing.
    expect(of('2026-09-25T12:30:00Z', true)).toEqual(at('2026-09-28T04:00:00Z'))
  })
})
