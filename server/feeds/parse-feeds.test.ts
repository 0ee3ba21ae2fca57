import { describe, expect, test } from 'vitest'
import { calendarDateOf } from '../../domain/calendar-date.ts'
import type { Currency } from '../../domain/currency.ts'
import { rateOf } from '../../domain/money.ts'
import { seriesOf } from '../../domain/series.ts'
import { parseCurrencyApi } from './currency-api.ts'
import { recorded } from './feed-server.fixture.ts'
import { parseFrankfurter } from './frankfurter.ts'
import { checkRates } from './import-rates.ts'
import type { PublishedRate } from './rate-feed.ts'
import sample from './sample/sample-rates.json' with { type: 'json' }

const day = calendarDateOf
const USD = seriesOf('USD')

describe('an answer of Frankfurter', () => {
  const row = { date: '2025-05-15', base: 'USD', quote: 'LKR', rate: 298.6897 }
  const parse = (response: unknown) =>
    parseFrankfurter(response, 'USD', day('2025-05-10'), day('2025-05-20'))

  test('gives the recorded rates of a week, to the ten-thousandth', () => {
    expect(parse(JSON.parse(recorded('cbsl-USD-2025-05-15-to-19.json')))).toEqual({
      rates: [
        { ...USD, date: '2025-05-15', rate: 2_986_897 },
        { ...USD, date: '2025-05-16', rate: 2_985_101 },
        { ...USD, date: '2025-05-19', rate: 2_988_165 },
      ],
      refused: [],
      refusedDays: [],
    })
  })

  test.each([
    ['a day to come', { date: '2025-05-21' }, 'not requested'],
    ['a day that was not requested', { date: '2025-05-09' }, 'not requested'],
    ['a day that does not exist', { date: '2025-02-30' }, 'not requested'],
    ['no day', { date: undefined }, 'not requested'],
    ['a rate as text', { rate: '298.7' }, 'not a number'],
    ['no rate', { rate: null }, 'not a number'],
    ['zero', { rate: 0 }, 'not above zero'],
    ['a negative rate', { rate: -298 }, 'not above zero'],
    ['another base', { base: 'EUR' }, 'EUR/LKR'],
    ['another quote', { quote: 'INR' }, 'USD/INR'],
  ])('loses a row with %s, and keeps the others', (_, wrong, reason) => {
    const { rates, refused } = parse([
      { ...row, ...wrong },
      { ...row, date: '2025-05-16' },
    ])
    expect(rates.map(({ date }) => date)).toEqual(['2025-05-16'])
    expect(refused).toEqual([expect.stringContaining(reason)])
  })

  test("may hold a currency's rate in itself", () => {
    const identity = { date: '2025-05-15', base: 'LKR', quote: 'LKR', rate: 1 }
    expect(parse([identity, row])).toMatchObject({ rates: [{ rate: 2_986_897 }], refused: [] })
  })

  test.each([[{}], [null], ['[]'], [{ rates: [] }], [42]])('is refused if it is %j', (response) => {
    expect(() => parse(response)).toThrow('list of rates')
  })
})

describe('a file of currency-api', () => {
  const file = JSON.parse(recorded('currency-api-2026-09-29-usd.json')) as Record<string, unknown>
  const parse = (response: unknown, ...currencies: Currency[]) =>
    parseCurrencyApi(
      response,
      currencies.map((each) => seriesOf(each)),
      day('2026-09-29'),
    )

  test('gives each currency as a quotient, for as many units as it is kept', () => {
    const { rates, refused } = parse(file, 'USD', 'GBP', 'JPY', 'VND')
    expect(rates.map(({ rate }) => rate)).toEqual([3_309_054, 4_380_599, 2_101_290, 127_528])
    expect(refused).toEqual([])
  })

  test('loses a rate that is none', () => {
    expect(parse({ ...file, usd: { lkr: '330.9' } }, 'USD').refused[0]).toContain('not a number')
    expect(parse({ ...file, usd: {} }, 'USD').refused).toHaveLength(1)
  })

  test.each([[{ ...file, date: '2026-09-28' }], [null], [[]], ['x'], [{ ...file, usd: [330] }]])(
    'is refused with another day or shape (%#)',
    (response) => {
      expect(() => parse(response, 'USD')).toThrow('currency-api answered with')
    },
  )
})

describe('of the rates that a feed gives', () => {
  const usd = (date: string, rate: number) => ({ ...USD, date: day(date), rate }) as PublishedRate
  const kept = (
    rates: PublishedRate[],
    known: Parameters<typeof checkRates>[1] = () => undefined,
  ) => checkRates(rates, known).rates
  const right = usd('2025-05-15', 2_986_897)

  test('one that comes twice is kept once, and two values of a day are refused', () => {
    expect(kept([right, right])).toEqual([right])
    expect(checkRates([right, usd('2025-05-15', 2_990_000), right], () => undefined)).toEqual({
      rates: [],
      refused: ['There are two values of the USD rate for 15 May 2025'],
      refusedDays: ['2025-05-15'],
    })
  })

  test('one with a moved decimal point or an inverted pair is refused by its neighbours', () => {
    expect(kept([right, usd('2025-05-16', 33), usd('2025-05-19', 29_881_650)])).toEqual([right])
  })

  test('one is compared with the known rates of the week before', () => {
    const known = (_: unknown, date: string) => (date === '2025-05-13' ? right.rate : undefined)
    expect(kept([usd('2025-05-15', 10_500_000)], known)).toEqual([])
    expect(kept([usd('2025-05-25', 10_500_000)], known)).toHaveLength(1)
  })

  test('of a currency that lost much since, one is compared with the known rate after it', () => {
    const old = [usd('2011-05-12', 20_000_000), usd('2011-05-13', 20_100_000)]
    expect(kept(old)).toEqual([])
    const known = (_: unknown, date: string) =>
      date === '2011-05-16' ? usd(date, 19_000_000).rate : undefined
    expect(kept(old, known)).toEqual(old)
    expect(kept([right, usd('2011-05-13', 200_000)], known)).toEqual([right])
  })

  test.each([
    ['an inverted pair', 33],
    ['a price of 100 units', 298_689_700],
    ['a point moved to the left', 298_690],
    ['a point moved to the right', 29_868_970],
  ])('the first of its series is refused if it is %s', (_, rate) => {
    expect(kept([usd('2025-05-15', rate)])).toEqual([])
    expect(kept([usd('2025-05-15', rate), usd('2025-05-16', rate)])).toEqual([])
    expect(kept([right, { ...usd('2025-05-15', rate), ...seriesOf('GBP') }])).toEqual([right])
  })

  test('those of the sample are kept, each as the first of its series', () => {
    for (const [date, rates] of Object.entries(sample.rates))
      for (const [code, rate] of Object.entries(rates))
        expect(
          kept([{ ...seriesOf(code as Currency), date: day(date), rate: rateOf(rate) }]),
        ).toHaveLength(1)
  })

  test('those of March 2022, when the dollar rose from 203 to 300, are kept', () => {
    const rates = [202, 203, 230, 255, 275, 300].map((rate, index) =>
      usd(`2022-03-0${index + 1}`, rate * 10_000),
    )
    expect(kept(rates)).toEqual(rates)
  })
})
