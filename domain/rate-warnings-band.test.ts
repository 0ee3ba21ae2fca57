import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDateOf } from './calendar-date.ts'
import { rateOf, type Rate } from './money.ts'
import { rateWarnings } from './rate-warnings.ts'

const TODAY = calendarDateOf('2026-09-29')

describe('a rate outside the band around its nearest neighbours', () => {
  const daysAway = fc.integer({ min: 0, max: 365 })
  const rates = fc.integer({ min: 1, max: 99_999_999 }).map((units) => units as Rate)
  /** The widest band, after a month that moved by a fifteenth in a day. */
  const isOutside = (rate: Rate, anchor: Rate, days: number, share: number) =>
    Math.abs(rate - anchor) / anchor > share * Math.sqrt(Math.max(1, days)) + 1e-9

  test('is never silent, whatever one rate is known and on which side', () => {
    fc.assert(
      fc.property(rates, rates, daysAway, fc.boolean(), (rate, anchor, days, isBefore) => {
        const known = {
          date: addDays(TODAY, isBefore && days > 0 ? -days : days),
          rate: anchor,
          source: 'manual' as const,
        }
        const found = rateWarnings(rate, TODAY, {
          currency: 'USD',
          feed: undefined,
          daysBefore: isBefore && days > 0 && days <= 30 ? [known] : [],
          ...(isBefore && days > 0 ? { last: known } : { sameDayOrAfter: known }),
        })
        if (isOutside(rate, anchor, days, 0.02)) expect(found).not.toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('is never silent, however much the days before moved', () => {
    const month = fc.uniqueArray(
      fc.record({ days: fc.integer({ min: 1, max: 30 }), rate: rates }),
      {
        selector: ({ days }) => days,
        minLength: 1,
      },
    )
    fc.assert(
      fc.property(rates, month, (rate, known) => {
        const daysBefore = known
          .map(({ days, rate: each }) => ({
            date: addDays(TODAY, -days),
            rate: each,
            source: 'manual' as const,
          }))
          .sort((one, other) => (one.date < other.date ? -1 : 1))
        const nearest = known.reduce((one, other) => (other.days < one.days ? other : one))
        if (!isOutside(rate, nearest.rate, nearest.days, 0.2)) return
        expect(
          rateWarnings(rate, TODAY, { currency: 'USD', feed: undefined, daysBefore }),
        ).not.toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})

/** Doubts of an honest series, entered in order. */
function countDoubts(series: readonly (readonly [date: string, rate: number])[]): number {
  const known = series.map(([date, rate]) => ({
    date: calendarDateOf(date),
    rate: rateOf(rate),
    source: 'manual' as const,
  }))
  return known.filter(({ date, rate }, at) => {
    const daysBefore = known.slice(0, at).filter((each) => each.date >= addDays(date, -30))
    const anchors = { currency: 'USD' as const, feed: undefined, daysBefore, last: known[at - 1] }
    return rateWarnings(rate, date, anchors).length > 0
  }).length
}

test('the Central Bank’s days of 2025 raise no warning', async () => {
  const file = new URL(
    '../server/feeds/recorded/cbsl-USD-2025-07-22-to-10-13.json',
    import.meta.url,
  )
  const rows = JSON.parse(await readFile(file, 'utf8')) as { date: string; rate: number }[]
  expect(rows.length).toBeGreaterThan(40)
  expect(countDoubts(rows.map(({ date, rate }) => [date, rate]))).toBe(0)
})

test('the months of the crisis raise two warnings: those in which the rupee fell by a third and a sixth', () => {
  // Ends of months, to a rupee.
  const months =
    '2021: 194 195 199 197 198 199 200 200 200 202 202 200. 2022: 201 201 294 346 360 360 360 361 ' +
    '363 363 363 363. 2023: 362 361 327 321 296 308 328 322 324 327 328 324'
  const series = months.split('. ').flatMap((year) =>
    year
      .slice(6)
      .split(' ')
      .map((rate, at) => {
        const month = `${year.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`
        return [`${month}-28`, Number(rate)] as const
      }),
  )
  expect(countDoubts(series)).toBeLessThanOrEqual(2)
})
