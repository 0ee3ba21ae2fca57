import { describe, expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { rateOf } from '../../domain/money.ts'
import { parseFrankfurter } from './frankfurter.ts'
import { parseCurrencyApi } from './currency-api.ts'
import { recorded } from './feed-server.fixture.ts'
import { implausible } from './import-rates.ts'
import { seriesOf } from '../../domain/series.ts'
import type { PublishedRate } from './rate-feed.ts'
import sample from './sample/sample-rates.json' with { type: 'json' }

const day = calendarDateOf
const USD = seriesOf('USD')
const request = {
  series: USD,
  from: day('2025-05-10'),
  to: day('2025-05-20'),
} as const
const row = { date: '2025-05-15', base: 'USD', quote: 'LKR', rate: 298.6897 }

describe('an answer of the CBSL feed', () => {
  test('gives the recorded rates of a week, to the ten-thousandth', () => {
    const response: unknown = JSON.parse(recorded('cbsl-USD-2025-05-15-to-19.json'))
    expect(parseFrankfurter(response, request)).toEqual({
      rates: [
        { ...USD, date: '2025-05-15', rate: 2_986_897 },
        { ...USD, date: '2025-05-16', rate: 2_985_101 },
        { ...USD, date: '2025-05-19', rate: 2_988_165 },
      ],
      refused: [],
    })
  })

  test.each([
    ['a day to come', { date: '2025-05-21' }, 'not requested'],
    ['a day that was not requested', { date: '2025-05-09' }, 'not requested'],
    ['a day that does not exist', { date: '2025-02-30' }, 'of no day'],
    ['no day', { date: undefined }, 'of no day'],
    ['a rate as text', { rate: '298.7' }, 'not a number'],
    ['no rate', { rate: null }, 'not a number'],
    ['zero', { rate: 0 }, 'not above zero'],
    ['a negative rate', { rate: -298 }, 'not above zero'],
    ['another base', { base: 'EUR' }, 'EUR/LKR'],
    ['another quote', { quote: 'INR' }, 'USD/INR'],
  ])('refuses a row with %s, and takes the others', (_, wrong, reason) => {
    const { rates, refused } = parseFrankfurter(
      [
        { ...row, ...wrong },
        { ...row, date: '2025-05-16' },
      ],
      request,
    )
    expect(rates.map(({ date }) => date)).toEqual(['2025-05-16'])
    expect(refused).toHaveLength(1)
    expect(refused[0]).toContain(reason)
  })

  test("leaves out a currency's rate in itself without a word", () => {
    const identity = { date: '2025-05-15', base: 'LKR', quote: 'LKR', rate: 1 }
    expect(parseFrankfurter([identity, row], request)).toMatchObject({
      rates: [{ rate: 2_986_897 }],
      refused: [],
    })
  })

  test('takes a row that comes twice once, and neither of two that differ', () => {
    expect(parseFrankfurter([row, row], request).rates).toHaveLength(1)
    const differing = parseFrankfurter([row, { ...row, rate: 299 }, row], request)
    expect(differing.rates).toEqual([])
    expect(differing.refused).toHaveLength(1)
  })

  test.each([[{}], [null], ['[]'], [{ rates: [] }], [42]])(
    'is no answer where it is %j',
    (response) => {
      expect(() => parseFrankfurter(response, request)).toThrow('list of rates')
    },
  )
})

describe('a file of currency-api', () => {
  const question = { series: [USD], date: day('2026-09-29') } as const
  const file = JSON.parse(recorded('currency-api-2026-09-29-usd.json')) as Record<string, unknown>

  test('gives its rate in rupees, rounded to the ten-thousandth', () => {
    expect(parseCurrencyApi(file, question)).toEqual({
      rates: [{ ...USD, date: '2026-09-29', rate: 3_309_054 }],
      refused: [],
    })
  })

  test('gives every other currency as the quotient, for as many units as it is kept', () => {
    const series = (['GBP', 'JPY', 'VND'] as const).map((each) => seriesOf(each))
    const { rates, refused } = parseCurrencyApi(file, { ...question, series })
    expect(rates.map(({ rate }) => rate)).toEqual([4_380_599, 2_101_290, 127_528])
    expect(refused).toEqual([])
  })

  test('is refused if its rate is no rate', () => {
    expect(parseCurrencyApi({ ...file, usd: { lkr: '330.9' } }, question).refused[0]).toContain(
      'not a number',
    )
    expect(parseCurrencyApi({ ...file, usd: {} }, question).refused).toHaveLength(1)
  })

  test('is not the one that was asked for with another day in it', () => {
    expect(() => parseCurrencyApi({ ...file, date: '2026-09-28' }, question)).toThrow('another day')
    for (const response of [null, [], 'x', { date: '2026-09-29', usd: [330] }])
      expect(() => parseCurrencyApi(response, question)).toThrow()
  })
})

describe('a rate that no currency has', () => {
  const usd = (date: string, rate: number) => ({ ...USD, date: day(date), rate }) as PublishedRate
  const none = () => undefined

  test('is one with a moved decimal point or an inverted pair among its neighbours', () => {
    const given = [
      usd('2025-05-15', 2_986_897),
      usd('2025-05-16', 33),
      usd('2025-05-19', 29_881_650),
    ]
    expect(implausible(given, none)).toEqual(given.slice(1))
  })

  test('is measured by what is known of the week before', () => {
    const known = (_: unknown, date: string) =>
      date === '2025-05-13' ? (2_986_897 as PublishedRate['rate']) : undefined
    expect(implausible([usd('2025-05-15', 10_500_000)], known)).toHaveLength(1)
    expect(implausible([usd('2025-05-25', 10_500_000)], known)).toHaveLength(0)
  })

  test.each([
    ['an inverted pair', 33],
    ['a price of 100 units', 298_689_700],
    ['a point moved to the left', 298_690],
    ['a point moved to the right', 29_868_970],
  ])('is %s even where it is the first value of its series', (_, rate) => {
    expect(implausible([usd('2025-05-15', rate)], none)).toHaveLength(1)
    expect(implausible([usd('2025-05-15', rate), usd('2025-05-16', rate)], none)).toHaveLength(2)
    const pounds = { ...usd('2025-05-15', rate), ...seriesOf('GBP') }
    expect(implausible([usd('2025-05-15', 2_986_897), pounds], none)).toEqual([pounds])
  })

  test('is none of the sample’s, each the first value of its series', () => {
    for (const [date, rates] of Object.entries(sample.rates))
      for (const [code, rate] of Object.entries(rates)) {
        const first = { ...seriesOf(code as Currency), date: day(date), rate: rateOf(rate) }
        expect(implausible([first], none)).toEqual([])
      }
  })

  test('is not that of March 2022, when the dollar rose from 203 to 300', () => {
    const given = [202, 203, 230, 255, 275, 300].map((rate, index) =>
      usd(`2022-03-0${index + 1}`, rate * 10_000),
    )
    expect(implausible(given, none)).toEqual([])
  })
})
