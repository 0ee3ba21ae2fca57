import { describe, expect, test } from 'vitest'
import { CALENDAR_2026 } from '../../domain/bank-holiday.fixture.ts'
import type { RateFeedName } from '../../domain/rate-precedence.ts'
import { newestDay, nextRun, requestShare } from './timetable.ts'

const { holidays } = CALENDAR_2026
const at = (instant: string) => new Date(instant)
/** The times in Colombo of the runs after an instant, if each of them leaves the same state. */
function runsOfDay(
  feed: RateFeedName,
  first: string,
  state: { isComplete: boolean; isBehind: boolean },
): string[] {
  const runs: string[] = []
  const end = at(first).getTime() + 86_400_000
  for (let run = at(first); run.getTime() < end; run = nextRun(feed, run, state, holidays))
    runs.push(new Date(run.getTime() + 19_800_000).toISOString().slice(11, 16))
  return runs
}
const [MISSING, COMPLETE] = [
  { isComplete: false, isBehind: false },
  { isComplete: true, isBehind: false },
]

describe('the Central Bank', () => {
  test('is asked every ten minutes from 09:30 to 14:00 until the day is complete, then at 18:00', () => {
    const runs = runsOfDay('cbsl', '2026-09-29T03:59:00Z', MISSING).slice(1)
    expect([runs.length, runs.slice(0, 3), runs.slice(-3)]).toEqual([
      29,
      ['09:30', '09:40', '09:50'],
      ['13:50', '14:00', '18:00'],
    ])
    expect(runsOfDay('cbsl', '2026-09-29T04:10:00Z', COMPLETE)).toEqual(['09:40', '18:00', '09:30'])
  })

  test('is not asked on weekends and bank holidays unless rates are missing', () => {
    // Friday evening; Friday 25 December is a holiday.
    expect(nextRun('cbsl', at('2026-09-25T12:30:00Z'), COMPLETE, holidays)).toEqual(
      at('2026-09-28T04:00:00Z'),
    )
    expect(nextRun('cbsl', at('2026-12-24T12:30:00Z'), MISSING, holidays)).toEqual(
      at('2026-12-28T04:00:00Z'),
    )
  })

  test('is asked every ten minutes at any hour while the newest rate is older than it must be', () => {
    const night = at('2026-09-26T20:03:00Z')
    expect(nextRun('cbsl', night, { isComplete: false, isBehind: true }, holidays)).toEqual(
      at('2026-09-26T20:13:00Z'),
    )
  })

  test('must have given a business day’s rates by 18:00, and may have from 09:30 on', () => {
    const days = (now: string) =>
      (['last', 'first'] as const).map((run) => newestDay('cbsl', run, at(now), holidays))
    expect(days('2026-09-29T03:59:59Z')).toEqual(['2026-09-28', '2026-09-28'])
    expect(days('2026-09-29T04:00:00Z')).toEqual(['2026-09-28', '2026-09-29'])
    expect(days('2026-09-29T12:30:00Z')).toEqual(['2026-09-29', '2026-09-29'])
    expect(days('2026-09-27T12:30:00Z')).toEqual(['2026-09-25', '2026-09-25'])
  })

  test('has most of a day’s requests left at 09:30 of a business day', () => {
    const share = (now: string) => requestShare('cbsl', at(now), holidays)
    expect(share('2026-09-29T03:50:00Z')).toEqual({ limit: 20, until: at('2026-09-29T04:00:00Z') })
    expect(share('2026-09-29T04:00:00Z')).toEqual({ limit: 58, until: at('2026-09-29T18:30:00Z') })
    expect(share('2026-09-26T20:00:00Z')).toEqual({ limit: 58, until: at('2026-09-27T18:30:00Z') })
  })
})

test('currency-api is asked every three hours from 05:30 on, every day, until the day is there', () => {
  const midnight = '2026-09-26T18:30:00Z'
  expect(runsOfDay('currency-api', midnight, MISSING).slice(1)).toEqual([
    ...['05:30', '08:30', '11:30', '14:30', '17:30', '20:30', '23:30'],
  ])
  expect(nextRun('currency-api', at('2026-09-27T00:00:00Z'), COMPLETE, holidays)).toEqual(
    at('2026-09-28T00:00:00Z'),
  )
})
