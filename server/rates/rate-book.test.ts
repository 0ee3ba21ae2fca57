import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { stronger, type DayRate, type RateSource } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { RateBook, type RateRevision } from './rate-book.ts'

const START = calendarDateOf('2026-01-01')
const day = (n: number) => addDays(START, n)

const revision = fc.record({
  version: fc.constant(1),
  currency: fc.constantFrom('USD' as const, 'GBP' as const),
  date: fc.integer({ min: -800, max: 800 }).map(day),
  source: fc.constantFrom<RateSource>('manual', 'cbsl', 'currency-api', 'sample'),
  rate: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }).map((units) => units as Rate)),
})

/** The same book as a plain list, searched from end to end. */
function plainBook(revisions: readonly RateRevision[]) {
  const live = new Map<string, RateRevision>()
  for (const each of revisions) live.set(`${each.currency} ${each.date} ${each.source}`, each)
  const rates = [...live.values()].flatMap(({ currency, date, source, rate }) =>
    rate === null || source === 'currency-api' ? [] : [{ currency, rate: { date, rate, source } }],
  )
  const on = (currency: string, date: string) =>
    rates
      .filter((each) => each.currency === currency && each.rate.date === date)
      .map(({ rate }) => rate)
      .reduce<DayRate | undefined>(stronger, undefined)
  return {
    on,
    days: (currency: string) =>
      rates
        .filter((each) => each.currency === currency)
        .map(({ rate }) => rate.date)
        .sort(),
  }
}

describe('the rate book', () => {
  test('says of every day what a plain search through all revisions says', () => {
    fc.assert(
      fc.property(
        fc.array(revision, { maxLength: 60 }),
        fc.integer({ min: -900, max: 900 }),
        (revisions, n) => {
          const book = new RateBook('cbsl')
          for (const each of revisions) book.apply(each)
          const plain = plainBook(revisions)
          const asked = day(n)
          for (const currency of ['USD', 'GBP'] as const) {
            const days = plain.days(currency)
            expect(book.rateOn(currency, asked)).toEqual(plain.on(currency, asked))
            const newest = days.filter((date) => date <= asked).at(-1)
            expect(book.newestUpTo(currency, asked)?.date).toBe(newest)
            expect(book.oldest(currency)).toBe(days[0])
            const period = book.ratesFromTo(currency, addDays(asked, -50), asked).map(({ date }) => date)
            const within = days.filter((date) => date <= asked && date >= addDays(asked, -50))
            expect(period).toEqual([...new Set(within)])
          }
        },
      ),
    )
  })

  test('tells a change exactly where the rate of a day becomes another', () => {
    fc.assert(
      fc.property(fc.array(revision, { maxLength: 60 }), (revisions) => {
        const book = new RateBook('cbsl')
        for (const each of revisions) {
          const before = book.rateOn(each.currency, each.date)
          const changed = book.apply(each)
          const now = book.rateOn(each.currency, each.date)
          expect(changed !== undefined).toBe(JSON.stringify(before) !== JSON.stringify(now))
          if (changed) expect(changed.now).toEqual(now ?? null)
        }
      }),
    )
  })

  test('knows whether any of the sample is left', () => {
    const book = new RateBook('cbsl')
    const sample = { currency: 'USD', date: START, source: 'sample' } as const
    book.apply({ ...sample, version: 1, rate: 3_000_000 as Rate })
    book.apply({ ...sample, version: 2, rate: 3_100_000 as Rate })
    expect(book.hasSample).toBe(true)
    book.apply({ ...sample, version: 3, rate: null })
    book.apply({ ...sample, version: 4, rate: null })
    expect(book.hasSample).toBe(false)
  })

  test('of 30 years of four currencies from three sources takes 2 MB', () => {
    const book = new RateBook('cbsl')
    for (const currency of ['USD', 'AUD', 'CAD', 'GBP'] as const)
      for (const source of ['manual', 'cbsl', 'sample'] as const)
        for (let n = 0; n < 10_957; n++)
          book.apply({ version: 1, currency, date: day(-n), source, rate: 3_000_000 as Rate })
    expect(book.bytes).toBeLessThan(2_000_000)
    expect(book.ratesFromTo('USD', calendarDateOf('1900-01-01'), START)).toHaveLength(10_957)
  })
})
