import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDateOf } from '../../domain/calendar-date.ts'
import { RATE_SOURCES, type DayRate, type RateSource } from '../../domain/rate-precedence.ts'
import type { Rate } from '../../domain/money.ts'
import { key, seriesOf, type Series } from '../../domain/series.ts'
import { RateBook, type RateRevision } from './rate-book.ts'

const START = calendarDateOf('2026-01-01')
const day = (n: number) => addDays(START, n)

const USD = seriesOf('USD')
const GBP = seriesOf('GBP')

const revision = fc.record({
  version: fc.constant(1),
  currency: fc.constantFrom(USD.currency, GBP.currency),
  kind: fc.constant(USD.kind),
  date: fc.integer({ min: -800, max: 800 }).map(day),
  source: fc.constantFrom<RateSource>('manual', 'cbsl', 'currency-api', 'sample'),
  rate: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }).map((units) => units as Rate)),
})

/** The same book as a plain list, searched from end to end. */
function plainBook(revisions: readonly RateRevision[]) {
  const live = new Map<string, RateRevision>()
  for (const each of revisions) live.set(`${key(each, each.date)} ${each.source}`, each)
  const rates = [...live.values()].flatMap(({ date, source, rate, ...series }) =>
    rate === null || source === 'currency-api'
      ? []
      : [{ series: key(series), rate: { date, rate, source } }],
  )
  const of = (series: Series): DayRate[] =>
    rates.filter((each) => each.series === key(series)).map(({ rate }) => rate)
  const strength = ({ source }: DayRate) => RATE_SOURCES.indexOf(source)
  return {
    on: (series: Series, date: string) =>
      of(series)
        .filter((each) => each.date === date)
        .sort((one, other) => strength(one) - strength(other))[0],
    manual: (from: string) =>
      rates.filter(({ rate }) => rate.source === 'manual' && rate.date >= from).length,
    days: (series: Series) =>
      of(series)
        .map(({ date }) => date)
        .sort(),
  }
}

describe('the rate book', () => {
  test('matches a plain search through all revisions', () => {
    fc.assert(
      fc.property(
        fc.array(revision, { maxLength: 60 }),
        fc.integer({ min: -900, max: 900 }),
        (revisions, n) => {
          const book = new RateBook('cbsl')
          for (const each of revisions) book.apply(each)
          const plain = plainBook(revisions)
          const requested = day(n)
          expect(book.countManual()).toBe(plain.manual(''))
          expect(book.countManual({ from: requested })).toBe(plain.manual(requested))
          for (const series of [USD, GBP]) {
            const days = plain.days(series)
            expect(book.rateOn(series, requested)).toEqual(plain.on(series, requested))
            const newest = days.filter((date) => date <= requested).at(-1)
            expect(book.newestUpTo(series, requested)?.date).toBe(newest)
            expect(book.oldest(series)).toBe(days[0])
            const period = book
              .ratesFromTo(series, addDays(requested, -50), requested)
              .map(({ date }) => date)
            const within = days.filter(
              (date) => date <= requested && date >= addDays(requested, -50),
            )
            expect(period).toEqual([...new Set(within)])
          }
        },
      ),
    )
  })

  test('reports a change exactly when the rate of a day changes', () => {
    fc.assert(
      fc.property(fc.array(revision, { maxLength: 60 }), (revisions) => {
        const book = new RateBook('cbsl')
        for (const each of revisions) {
          const before = book.rateOn(each, each.date)
          const changed = book.apply(each)
          const now = book.rateOn(each, each.date)
          expect(changed !== undefined).toBe(JSON.stringify(before) !== JSON.stringify(now))
          if (changed) expect(changed.now).toEqual(now ?? null)
        }
      }),
    )
  })

  test('knows if any sample is left', () => {
    const book = new RateBook('cbsl')
    const sample = { ...USD, date: START, source: 'sample' } as const
    book.apply({ ...sample, version: 1, rate: 3_000_000 as Rate })
    book.apply({ ...sample, version: 2, rate: 3_100_000 as Rate })
    expect(book.hasSample).toBe(true)
    book.apply({ ...sample, version: 3, rate: null })
    book.apply({ ...sample, version: 4, rate: null })
    expect(book.hasSample).toBe(false)
  })
})
