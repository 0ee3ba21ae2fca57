import { describe, expect, test } from 'vitest'
import { CALENDAR_2026 } from '../../domain/bank-holiday.fixture.ts'
import * as times from './feed-times.ts'

const { holidays } = CALENDAR_2026
const newestFixedDay = (now: Date) => times.newestFixedDay(now, holidays)
const nextFixing = (now: Date) => times.nextFixing(now, holidays)
const nextTry = (now: Date, try_: Parameters<typeof times.nextTry>[1]) =>
  times.nextTry(now, try_, holidays)
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
  const minuteOf = (date: Date) => date.toISOString().slice(11, 16)
  const late = { failed: false, complete: false, tries: 99 }
  /** The times in UTC of the tries of Tuesday, which all go the same way. */
  function triesOf(try_: Parameters<typeof nextTry>[1], first = '2026-09-29T04:00:00Z'): string[] {
    const tries = [at(first)]
    for (;;) {
      const next = nextTry(tries.at(-1) ?? at(first), { ...try_, tries: try_.tries + tries.length })
      if (next >= at('2026-09-30T04:00:00Z')) return tries.map(minuteOf)
      tries.push(next)
    }
  }

  test('for a day that has not come is every ten minutes until 14:00 in Colombo, every thirty until 18:00', () => {
    const tries = triesOf(late)
    expect(tries.slice(0, 3)).toEqual(['04:00', '04:10', '04:20'])
    expect(tries.slice(26)).toEqual([
      ...['08:20', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30'],
    ])
    expect(nextTry(at('2026-09-29T04:13:07Z'), late)).toEqual(at('2026-09-29T04:20:00Z'))
    expect(nextTry(at('2026-09-27T04:13:07Z'), late)).toEqual(at('2026-09-28T04:00:00Z'))
  })

  test('after a failure is soon, five minutes later until 11:00, and no later than after an answer without the day', () => {
    expect(triesOf({ ...late, failed: true, tries: -1 }).slice(0, 6)).toEqual([
      ...['04:00', '04:01', '04:03', '04:05', '04:10', '04:15'],
    ])
    const failing = triesOf({ ...late, failed: true })
    expect(failing.slice(17, 21)).toEqual(['05:25', '05:30', '05:40', '05:50'])
    expect(failing.slice(-9)).toEqual([
      ...['12:00', '12:30', '14:30', '16:30', '18:30', '20:30', '22:30', '00:30', '02:30'],
    ])
  })

  test('after a failure where nothing is due comes with a growing pause, of two hours at most', () => {
    const now = at('2026-09-27T06:00:00Z')
    const minutes = [0, 1, 2, 5, 6, 50].map(
      (tries) =>
        (nextTry(now, { failed: true, complete: true, tries }).getTime() - now.getTime()) / 60_000,
    )
    expect(minutes).toEqual([1, 2, 4, 32, 64, 120])
  })

  test('comes no earlier than whoever answered asked for, but for a day at most', () => {
    const now = at('2026-09-29T04:10:00Z')
    const after = (seconds: number) =>
      nextTry(now, { ...late, failed: true, tries: 0, retryAfterMs: seconds * 1000 })
    expect([after(90), after(1200), after(1e9)]).toEqual([
      at('2026-09-29T04:12:30Z'),
      at('2026-09-29T04:31:00Z'),
      at('2026-09-30T04:11:00Z'),
    ])
  })

  test('is at the next fixing once the newest one is there, and never after it', () => {
    const fixing = at('2026-09-30T04:00:00Z')
    const now = at('2026-09-29T06:00:00Z')
    expect(nextTry(now, { failed: false, complete: true, tries: 0 })).toEqual(fixing)
    const shortlyBefore = at('2026-09-30T03:50:00Z')
    expect(nextTry(shortlyBefore, { failed: true, complete: false, tries: 9 })).toEqual(fixing)
  })

  test('is in the evening too where corrections are taken up', () => {
    const of = (instant: string) =>
      nextTry(at(instant), { failed: false, complete: true, tries: 9, evening: true })
    expect(of('2026-09-29T05:00:00Z')).toEqual(at('2026-09-29T12:30:00Z'))
    expect(of('2026-09-29T12:30:00Z')).toEqual(at('2026-09-30T04:00:00Z'))
    // Friday evening to Monday's fixing.
    expect(of('2026-09-25T12:30:00Z')).toEqual(at('2026-09-28T04:00:00Z'))
  })
})
