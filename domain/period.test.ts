import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALENDAR_2026 } from './bank-holiday.fixture.ts'
import {
  addDays,
  calendarDateOf,
  daysFromTo,
  toDayNumber,
  type CalendarDate,
} from './calendar-date.ts'
import type { Rate } from './money.ts'
import {
  addMonths,
  isMonth,
  type Month,
  monthOf,
  movedFar,
  movedHundredths,
  PERIOD_UNITS,
  periodResult,
  periodsFromTo,
  type PeriodUnit,
  sameFigures,
  sealDay,
  type SeriesRates,
} from './period.ts'

const day = calendarDateOf
const months = (unit: PeriodUnit, from: string, to: string) =>
  periodsFromTo(unit, from as Month, to as Month).map((period) => [
    period.name,
    period.from,
    period.to,
  ])

/** Rates of a series out of a plain list. */
function seriesRates(rates: ReadonlyMap<CalendarDate, number>): SeriesRates {
  const numbered = new Map([...rates].map(([date, rate]) => [toDayNumber(date), rate as Rate]))
  const days = [...numbered.keys()].sort((one, other) => one - other)
  return {
    on: (each) => numbered.get(each),
    newestUpTo: (each) => days.filter((known) => known <= each).at(-1),
    oldest: days[0],
    isAnswered: () => true,
  }
}

const resultOf = (
  unit: PeriodUnit,
  month: string,
  rates: Record<string, number>,
  today: string,
) => {
  const [period] = periodsFromTo(unit, month as Month, month as Month)
  const known = new Map(Object.entries(rates).map(([date, rate]) => [day(date), rate]))
  return periodResult(period!, seriesRates(known), { today: day(today), calendar: CALENDAR_2026 })
}

describe('periods', () => {
  test('cover every month from first to last; a tax year runs from April to March', () => {
    expect(months('month', '2024-02', '2024-02')).toEqual([['2024-02', '2024-02-01', '2024-02-29']])
    expect(months('quarter', '2025-05', '2025-07')).toEqual([
      ['2025-Q2', '2025-04-01', '2025-06-30'],
      ['2025-Q3', '2025-07-01', '2025-09-30'],
    ])
    expect(months('year', '2025-12', '2026-01').map(([name]) => name)).toEqual(['2025', '2026'])
    expect(months('tax-year', '2025-04', '2026-03')).toEqual([
      ['2025/26', '2025-04-01', '2026-03-31'],
    ])
    expect(months('tax-year', '2000-03', '2000-04').map(([name]) => name)).toEqual([
      '1999/00',
      '2000/01',
    ])
    expect(months('month', '2025-02', '2025-01')).toEqual([])
  })

  test('follow each other without gaps, also at the ends of the calendar', () => {
    const month = fc
      .integer({ min: 0, max: 13_175 })
      .map((count) => addMonths('1901-01' as Month, count))
    fc.assert(
      fc.property(
        fc.constantFrom(...PERIOD_UNITS),
        month,
        fc.integer({ min: 0, max: 40 }),
        (unit, from, more) => {
          const to = addMonths(from, more)
          const all = periodsFromTo(unit, from, to)
          expect(all[0]!.from <= `${from}-01` && all.at(-1)!.to >= `${to}-28`).toBe(true)
          for (const [at, each] of all.entries()) {
            if (at > 0) expect(each.from).toBe(addDays(all[at - 1]!.to, 1))
            expect(periodsFromTo(unit, monthOf(each.to), monthOf(each.to))).toEqual([each])
          }
        },
      ),
    )
    expect(
      ['2025-13', '2025-00', '1900-12', '2999-01', '2025-1', '2025-04-01', ''].filter(isMonth),
    ).toEqual([])
  })
})

describe('the figures of a period', () => {
  test('match a slow count day by day, with averages rounded half away from zero', () => {
    const start = day('2024-01-01')
    const rate = fc.oneof(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 2_900_000, max: 3_400_000 }),
      fc.constant(999_999_999_999),
    )
    const rates = fc.dictionary(fc.integer({ min: 0, max: 800 }).map(String), rate, {
      maxKeys: 300,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...PERIOD_UNITS),
        fc.integer({ min: 0, max: 27 }),
        fc.integer({ min: 0, max: 820 }),
        rates,
        (unit, month, now, given) => {
          const today = addDays(start, now)
          const known = new Map(
            Object.entries(given).map(([n, value]) => [addDays(start, Number(n)), value]),
          )
          const [period] = periodsFromTo(
            unit,
            addMonths('2024-01' as Month, month),
            addMonths('2024-01' as Month, month),
          )
          const { figures, missing, reason } = periodResult(period!, seriesRates(known), {
            today,
            calendar: CALENDAR_2026,
          })

          const days = daysFromTo(period!.from, period!.to < today ? period!.to : today)
          const own = days.filter((each) => known.has(each))
          expect(missing.map(({ date }) => date)).toEqual(days.filter((each) => !known.has(each)))
          expect(reason).toBe(period!.from > today ? 'future' : own.length === 0 ? 'no rate' : null)
          expect(figures === null).toBe(own.length === 0)
          if (!figures) return
          const upTo = (date: CalendarDate) =>
            [...known.keys()]
              .filter((each) => each <= date)
              .sort()
              .at(-1)
          const carried = days.map(upTo).filter((each) => each !== undefined)
          const isMean = (
            { rate, days: count }: { rate: Rate; days: number },
            of: CalendarDate[],
          ) => {
            expect(count).toBe(of.length)
            const total = of.reduce((sum, each) => sum + BigInt(known.get(each)!), 0n)
            // rate − ½ ≤ total / count < rate + ½
            const twice = (total - BigInt(rate) * BigInt(count)) * 2n
            expect(twice >= -BigInt(count) && twice < BigInt(count)).toBe(true)
          }
          isMean(figures.averagePublished, own)
          isMean(figures.averageCalendar, carried)
          const before = upTo(addDays(period!.from, -1))
          expect(figures.opening?.date).toBe(before)
          expect(figures.closing).toEqual({ date: own.at(-1), rate: known.get(own.at(-1)!) })
          const values = own.map((each) => known.get(each)!)
          expect(figures.min.rate).toBe(Math.min(...values))
          expect(figures.min.date).toBe(own.find((each) => known.get(each) === figures.min.rate))
          expect(figures.max.rate).toBe(Math.max(...values))
          expect(figures.max.date).toBe(own.find((each) => known.get(each) === figures.max.rate))
          expect(sameFigures(figures, structuredClone(figures))).toBe(true)
          expect(sameFigures(figures, { ...figures, opening: null })).toBe(before === undefined)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('weigh a Friday three times in calendar days and once in published days', () => {
    const { figures, missing, complete } = resultOf(
      'month',
      '2026-02',
      { '2026-01-30': 3_000_000, '2026-02-27': 3_100_000 },
      '2026-03-02',
    )
    expect(figures).toMatchObject({
      opening: { date: '2026-01-30', rate: 3_000_000 },
      closing: { date: '2026-02-27' },
      averagePublished: { rate: 3_100_000, days: 1 },
      averageCalendar: { rate: 3_007_143, days: 28 },
    })
    expect(missing).toHaveLength(27)
    expect(missing[0]).toEqual({ date: '2026-02-01', reason: 'holiday: Navam Full Moon Poya Day' })
    expect(complete).toBe(true)
  })

  test('are complete once the period is over and its rates reach back to its first business day', () => {
    const complete = (first: string, today: string) =>
      resultOf('month', '2026-02', { [first]: 3_000_000, '2026-02-20': 3_000_000 }, today).complete
    // 1 February 2026 is a Sunday.
    expect(complete('2026-02-02', '2026-03-01')).toBe(true)
    expect(complete('2026-02-03', '2026-03-01')).toBe(false)
    expect(complete('2026-02-02', '2026-02-28')).toBe(false)
    expect(resultOf('month', '2026-02', { '2026-01-02': 1 }, '2026-03-01')).toMatchObject({
      figures: null,
      complete: false,
    })
  })

  test('may be sealed after three business days, not counting holidays and weekends', () => {
    const sealed = (month: string) =>
      sealDay(periodsFromTo('month', month as Month, month as Month)[0]!, CALENDAR_2026)
    expect(sealed('2026-08')).toBe('2026-09-04')
    // Wednesday 1 April is a holiday, and then comes a weekend.
    expect(sealed('2026-03')).toBe('2026-04-07')
  })

  test('move far above five per cent, decided before rounding', () => {
    const moved = (min: number, max: number) => {
      const figures = {
        min: { rate: min as Rate, date: day('2026-01-01') },
        max: { rate: max as Rate, date: day('2026-01-02') },
      }
      return [movedHundredths(figures), movedFar(figures)]
    }
    expect(moved(3_000_000, 3_150_000)).toEqual([500, false])
    expect(moved(3_000_000, 3_150_001)).toEqual([500, true])
    expect(moved(200, 201)).toEqual([50, false])
    expect(moved(80_000, 80_002)).toEqual([0, false])
    expect(moved(80_000, 80_004)).toEqual([1, false])
  })
})
